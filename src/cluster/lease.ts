/**
 * The row in the store that says who leads. The store changes it in one step, so it needs no consensus of our own. The
 * term grows with every change of leader and goes with every write: a leader that was away and does not know yet that
 * another one leads is refused by its old term.
 */
import { assert } from "../engine/assert.ts";
import type { Tick } from "../engine/time.ts";
import type { NodeId } from "./ports.ts";

const NOBODY: NodeId = -1;

export class Lease {
  #holder: NodeId = NOBODY;
  #term = 0;
  /** Held before this time, free from it on. */
  #until: Tick = 0;

  get holder(): NodeId {
    return this.#holder;
  }

  get term(): number {
    return this.#term;
  }

  get until(): Tick {
    return this.#until;
  }

  /** A new term, or 0 while somebody holds the lease: even the holder itself, which may have lost its memory. */
  acquire(now: Tick, replica: NodeId, duration: Tick): number {
    assert(duration > 0, "a lease lasts some time");
    if (now < this.#until) return 0;
    this.#holder = replica;
    this.#until = now + duration;
    return ++this.#term;
  }

  /** False when it has run out, even if nobody else has taken it: what the holder believed has ended with it. */
  renew(now: Tick, replica: NodeId, term: number, duration: Tick): boolean {
    if (!this.#holds(replica, term) || now >= this.#until) return false;
    this.#until = now + duration;
    return true;
  }

  /** The holder gives it up, so that another need not wait for its end. */
  release(now: Tick, replica: NodeId, term: number): boolean {
    if (!this.#holds(replica, term)) return false;
    this.#holder = NOBODY;
    this.#until = Math.min(this.#until, now);
    return true;
  }

  /** Fencing: only the present term may write. */
  permits(term: number): boolean {
    return this.#holder !== NOBODY && term === this.#term;
  }

  #holds(replica: NodeId, term: number): boolean {
    return this.#holder === replica && this.permits(term);
  }
}
