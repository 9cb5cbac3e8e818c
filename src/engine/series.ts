/**
 * How a value went over time, for charts: its time-weighted average in equal intervals. When the intervals run out,
 * neighbours are merged and the width doubles, so that memory is constant and no horizon need be known.
 */
import { assert } from "./assert.ts";
import type { Tick } from "./time.ts";

export interface SeriesPoint {
  /** Where the interval begins. */
  readonly at: Tick;
  readonly mean: number;
}

export class Series {
  readonly #from: Tick;
  /** Level times ticks, for each interval. */
  readonly #areas: Float64Array;
  #width: Tick;
  #value = 0;
  #changedAt: Tick;

  /** At most `intervals` (an even number) of them; `width` is the first, least width. */
  constructor(from: Tick = 0, intervals = 512, width: Tick = 1) {
    assert(intervals >= 2 && intervals % 2 === 0, "the number of intervals must be even");
    assert(width >= 1 && Number.isInteger(width), "the width must be a whole number of ticks");
    this.#from = from;
    this.#changedAt = from;
    this.#areas = new Float64Array(intervals);
    this.#width = width;
  }

  /** Of one interval, in ticks. */
  get width(): Tick {
    return this.#width;
  }

  set(now: Tick, value: number): void {
    this.#advance(now);
    this.#value = value;
  }

  /** The value holds until now. */
  extend(now: Tick): void {
    this.#advance(now);
  }

  /** One point for each interval that has begun; the last one averages over what has passed of it. */
  points(now: Tick): SeriesPoint[] {
    this.#advance(now);
    const points: SeriesPoint[] = [];
    for (let i = 0; this.#from + i * this.#width < now; i++) {
      const at = this.#from + i * this.#width;
      points.push({ at, mean: this.#areas[i]! / Math.min(this.#width, now - at) });
    }
    return points;
  }

  #advance(now: Tick): void {
    assert(now >= this.#changedAt, "time went backwards");
    if (now === this.#changedAt) return;
    while (now - this.#from > this.#areas.length * this.#width) this.#mergePairs();
    let at = this.#changedAt;
    this.#changedAt = now;
    if (this.#value === 0) return;
    let interval = Math.floor((at - this.#from) / this.#width);
    while (at < now) {
      const end = Math.min(now, this.#from + (interval + 1) * this.#width);
      this.#areas[interval] = this.#areas[interval]! + this.#value * (end - at);
      at = end;
      interval += 1;
    }
  }

  #mergePairs(): void {
    const areas = this.#areas;
    const half = areas.length / 2;
    for (let i = 0; i < half; i++) areas[i] = areas[2 * i]! + areas[2 * i + 1]!;
    areas.fill(0, half);
    this.#width *= 2;
  }
}
