/**
 * Live time: microseconds of scenario time since the run's epoch, at `speed` times the wall clock. Within a process
 * it follows the monotonic clock; across restarts it goes on from the wall clock, but never before the last tick in
 * the journal, so that a wall clock that was set back cannot turn the scheduler's time around.
 */
import type { Tick } from "../engine/time.ts";

const TICKS_PER_MILLISECOND = 1_000;

export class LiveClock {
  readonly #speed: number;
  readonly #start: Tick;
  readonly #startedAt: number;

  /** `epoch` is in wall-clock milliseconds; `last` is the latest tick that the run has seen. */
  constructor(epoch: number, speed: number, last: Tick, wall: number = Date.now()) {
    this.#speed = speed;
    this.#start = Math.max(last, Math.floor((wall - epoch) * speed * TICKS_PER_MILLISECOND));
    this.#startedAt = performance.now();
  }

  now(): Tick {
    const elapsed = performance.now() - this.#startedAt;
    return this.#start + Math.floor(elapsed * this.#speed * TICKS_PER_MILLISECOND);
  }

  /** Wall-clock milliseconds until the tick; none when it has passed. */
  millisecondsUntil(tick: Tick): number {
    return Math.max(0, this.milliseconds(tick - this.now()));
  }

  /** A span of scenario time in wall-clock milliseconds. */
  milliseconds(span: Tick): number {
    return span / (this.#speed * TICKS_PER_MILLISECOND);
  }
}
