/**
 * The replicas of the cluster manager: they look at the lease every now and then, one of them leads, and it may die,
 * be held still or be cut off from the store. While nobody leads, nothing reaches the scheduler but submissions; a
 * leader that comes back late finds that the store refuses its old term.
 */
import { Lease } from "../cluster/lease.ts";
import { Leadership, Replica } from "../cluster/replicas.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Tick } from "../engine/time.ts";
import type { Scenario } from "../scenario/model.ts";
import { Event, Turn } from "./events.ts";
import type { Log } from "./log.ts";

export class Managers {
  /** There is more than one replica, or the one there is may fail. */
  readonly managed: boolean;
  readonly lease = new Lease();
  readonly alive: Uint8Array;
  /** By replica: how many faults hold it still, or cut it off from the store. */
  readonly paused: Int32Array;
  readonly cut: Int32Array;
  /** Changes of leader after the first. */
  elections = 0;
  readonly #replicas: readonly Replica[];
  readonly #every: Tick;
  /** By replica: when it looks at the lease next. */
  readonly #looksAt: Float64Array;
  readonly #queue: EventQueue;
  #scheduler!: Scheduler;
  #log!: Log;

  constructor(scenario: Scenario, queue: EventQueue) {
    const { replicas, lease, every } = scenario.cluster.control.manager;
    this.#queue = queue;
    this.#every = every;
    this.managed = replicas > 1 || scenario.faults.some(({ kind }) => kind.startsWith("manager-"));
    this.#replicas = Array.from({ length: replicas }, (_, id) => new Replica(id, lease));
    this.alive = new Uint8Array(replicas).fill(1);
    this.paused = new Int32Array(replicas);
    this.cut = new Int32Array(replicas);
    this.#looksAt = new Float64Array(replicas);
  }

  begin(scheduler: Scheduler, log: Log): void {
    this.#scheduler = scheduler;
    this.#log = log;
    if (!this.managed) return;
    this.#replicas.forEach((replica, id) => {
      replica.tick(0, this.lease);
      // They do not all look at once.
      const phase = Math.floor((id / this.#replicas.length) * this.#every);
      this.#looksAt[id] = this.#every + phase;
      this.#queue.add(this.#every + phase, Turn.fate, Event.manager, id, 0);
    });
  }

  /** A replica looks at the lease. `lapse`: it is only time to ask whether somebody still leads. */
  look(now: Tick, id: number, lapse: number): void {
    if (lapse === 1) {
      this.changed(now);
      return;
    }
    this.#looksAt[id] = now + this.#every;
    this.#queue.add(now + this.#every, Turn.fate, Event.manager, id, 0);
    if (this.alive[id] === 0 || this.paused[id]! > 0) return;
    const replica = this.#replicas[id]!;
    const outcome = replica.tick(now, this.#reaches(id) ? this.lease : null);
    if (outcome === Leadership.tookOver) {
      this.elections++;
      this.#log.term = replica.term;
      this.#scheduler.lead(now, replica.term);
    }
    this.changed(now);
  }

  /** How many replicas believe to lead. */
  leading(now: Tick): number {
    let count = 0;
    this.#replicas.forEach((replica, id) => {
      if (this.alive[id] === 1 && replica.leads(now)) count++;
    });
    return count;
  }

  crash(now: Tick, id: number): void {
    this.alive[id] = 0;
    this.#replicas[id]!.crash();
    this.changed(now);
  }

  restart(now: Tick, id: number): void {
    this.alive[id] = 1;
    this.changed(now);
  }

  /** Whether somebody leads who can act has to be asked again. */
  changed(now: Tick): void {
    if (!this.managed) return;
    const able = this.#replicas.findIndex(
      (replica, id) =>
        this.alive[id] === 1 &&
        this.paused[id] === 0 &&
        this.#reaches(id) &&
        this.lease.permits(replica.term) &&
        replica.leads(now),
    );
    // A leader that was held up may lose its lease before it looks again: from then on nobody leads.
    if (able >= 0 && this.lease.until < this.#looksAt[able]!)
      this.#queue.add(this.lease.until, Turn.fate, Event.manager, able, 1);
    if (able >= 0 && !this.#log.led) this.#log.resume(now);
    else if (able < 0) this.#log.led = false;
  }

  #reaches(id: number): boolean {
    return this.cut[id] === 0 && !this.#log.refusing;
  }
}
