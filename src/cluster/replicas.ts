/**
 * A replica of the cluster manager, as it sees itself. It leads only as long as it knows that it holds the lease: what
 * it has not renewed it no longer believes, so one that wakes up after a pause does nothing before it has looked.
 */
import type { Tick } from "../engine/time.ts";
import type { Lease } from "./lease.ts";
import type { NodeId } from "./ports.ts";

/** What came of a look at the lease. `tookOver` may follow on its own leadership: the term is a new one all the same. */
export const Leadership = { follows: 0, leads: 1, tookOver: 2, steppedDown: 3 } as const;
export type Leadership = (typeof Leadership)[keyof typeof Leadership];

export class Replica {
  readonly #id: NodeId;
  readonly #leaseFor: Tick;
  #term = 0;
  #until: Tick = 0;

  constructor(id: NodeId, leaseFor: Tick) {
    this.#id = id;
    this.#leaseFor = leaseFor;
  }

  /** The term under which it writes; 0 when it does not believe to lead. */
  get term(): number {
    return this.#term;
  }

  leads(now: Tick): boolean {
    return this.#term > 0 && now < this.#until;
  }

  /** Every now and then: renews, or looks whether there is a leader. `lease` is null when the store cannot be reached. */
  tick(now: Tick, lease: Lease | null): Leadership {
    if (this.leads(now) && (lease === null || lease.renew(now, this.#id, this.#term, this.#leaseFor))) {
      // A leader that cannot reach the store leads on, until what it last renewed runs out.
      if (lease !== null) this.#until = now + this.#leaseFor;
      return Leadership.leads;
    }
    const led = this.#term > 0;
    this.crash();
    this.#term = lease?.acquire(now, this.#id, this.#leaseFor) ?? 0;
    if (this.#term > 0) {
      this.#until = now + this.#leaseFor;
      return Leadership.tookOver;
    }
    return led ? Leadership.steppedDown : Leadership.follows;
  }

  /** It leaves of its own accord. */
  resign(now: Tick, lease: Lease | null): void {
    lease?.release(now, this.#id, this.#term);
    this.crash();
  }

  /** It forgets what it believed. The lease stays held until it runs out. */
  crash(): void {
    this.#term = 0;
    this.#until = 0;
  }
}
