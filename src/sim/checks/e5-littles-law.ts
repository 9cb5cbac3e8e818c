/**
 * E5. Little's law for what waits: the number that waits, summed over time, is what each has waited, summed over tasks.
 * The one comes from the counters of the queues, the other from the moments at which tasks come and go.
 */
import type { TaskSlot } from "../../cluster/ports.ts";
import type { Tick } from "../../engine/time.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";

const NOT_WAITING = -1;
/** Sums beyond 2^53 ticks are rounded. */
const TOLERANCE = 1e-9;

export class LittlesLaw extends Invariant implements Checker {
  readonly invariant = "E5";
  readonly holds = "Little's law holds in every queue";
  /** By slot: since when it waits. */
  readonly #since: Tick[] = [];
  #waits = 0;
  #area = 0;
  #level = 0;
  #at: Tick = 0;

  ready(task: TaskSlot): void {
    if ((this.#since[task] ?? NOT_WAITING) !== NOT_WAITING) this.fail(`${this.task(task)} waits twice`);
    this.#since[task] = this.now;
  }

  started(task: TaskSlot): void {
    this.#leaves(task);
  }

  ended(task: TaskSlot): void {
    this.#leaves(task);
  }

  settled(): void {
    this.#bring(this.now);
    this.#level = this.scheduler.waiting;
  }

  atEnd({ now }: World): void {
    this.#bring(now);
    for (const since of this.#since) if ((since ?? NOT_WAITING) !== NOT_WAITING) this.#waits += now - since;
    if (Math.abs(this.#area - this.#waits) > TOLERANCE * Math.max(1, this.#area, this.#waits))
      this.fail(`tasks have waited ${this.#waits} ticks, and the queues held them for ${this.#area}`);
  }

  #leaves(task: TaskSlot): void {
    const since = this.#since[task] ?? NOT_WAITING;
    if (since === NOT_WAITING) return;
    this.#waits += this.now - since;
    this.#since[task] = NOT_WAITING;
  }

  #bring(now: Tick): void {
    this.#area += this.#level * (now - this.#at);
    this.#at = now;
  }
}
