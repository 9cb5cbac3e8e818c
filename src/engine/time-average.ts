/** The average of a value over time, such as a queue's length: each level counts for as long as it lasted. */
import { assert } from "./assert.ts";
import type { Tick } from "./time.ts";

export class TimeAverage {
  #value = 0;
  #max = 0;
  #area = 0;
  #from: Tick;
  #changedAt: Tick;

  constructor(now: Tick) {
    this.#from = now;
    this.#changedAt = now;
  }

  get value(): number {
    return this.#value;
  }

  /** The highest level since the start, also one that lasted no time. */
  get max(): number {
    return this.#max;
  }

  set(now: Tick, value: number): void {
    assert(now >= this.#changedAt, "time went backwards");
    this.#area += this.#value * (now - this.#changedAt);
    this.#changedAt = now;
    this.#value = value;
    if (value > this.#max) this.#max = value;
  }

  /** Forgets what was and goes on with the present level: the end of the warm-up. */
  restart(now: Tick): void {
    assert(now >= this.#changedAt, "time went backwards");
    this.#from = now;
    this.#changedAt = now;
    this.#area = 0;
    this.#max = this.#value;
  }

  /** Level times ticks since the start. */
  area(now: Tick): number {
    assert(now >= this.#changedAt, "time went backwards");
    return this.#area + this.#value * (now - this.#changedAt);
  }

  /** The present level where no time has passed yet. */
  mean(now: Tick): number {
    return now > this.#from ? this.area(now) / (now - this.#from) : this.#value;
  }
}
