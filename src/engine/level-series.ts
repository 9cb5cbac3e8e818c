/**
 * Several levels over time on one clock: their averages, and their course in equal intervals for charts. They change
 * together or not at all, so time is divided into intervals once for all of them. When the intervals run out,
 * neighbours are merged and the width doubles: memory is constant and no horizon need be known.
 */
import { assert } from "./assert.ts";
import type { Tick } from "./time.ts";

const INTERVALS = 512;

export class LevelSeries {
  /** Of one interval, in ticks. */
  width: Tick = 1;
  /** Write the new levels here, then call change(). */
  readonly next: Float64Array;
  /** Channels in use, from the first: those behind have been 0 so far and cost nothing. May grow. */
  active: number;
  readonly #channels: number;
  readonly #level: Float64Array;
  readonly #most: Float64Array;
  /** Level times ticks since the last restart. */
  readonly #total: Float64Array;
  /** Level times ticks, by interval and channel. */
  readonly #areas: Float64Array;
  /** Times: of the last restart, of the last change, and where the present interval ends. */
  readonly #clock = new Float64Array(3);
  /** The present interval. */
  #interval = 0;

  constructor(channels: number) {
    this.#channels = channels;
    this.active = channels;
    this.next = new Float64Array(channels);
    this.#level = new Float64Array(channels);
    this.#most = new Float64Array(channels);
    this.#total = new Float64Array(channels);
    this.#areas = new Float64Array(channels * INTERVALS);
    this.#clock[ENDS] = this.width;
  }

  /** From now on the levels are what stands in `next`. */
  change(now: Tick): void {
    if (now > this.#clock[CHANGED]!) this.#pass(now);
    const level = this.#level;
    const next = this.next;
    const most = this.#most;
    for (let channel = 0; channel < this.active; channel++) {
      const value = next[channel]!;
      level[channel] = value;
      if (value > most[channel]!) most[channel] = value;
    }
  }

  /** Averages begin anew, with the present levels. The course in intervals goes on. */
  restart(now: Tick): void {
    this.#pass(now);
    this.#clock[FROM] = now;
    this.#total.fill(0);
    this.#most.set(this.#level);
  }

  /** Since the last restart; the present level where no time has passed. */
  mean(now: Tick, channel: number): number {
    this.#pass(now);
    const time = now - this.#clock[FROM]!;
    return time > 0 ? this.#total[channel]! / time : this.#level[channel]!;
  }

  /** Level times ticks since the last restart. */
  total(now: Tick, channel: number): number {
    this.#pass(now);
    return this.#total[channel]!;
  }

  /** The highest level since the last restart, also one that lasted no time. */
  most(channel: number): number {
    return this.#most[channel]!;
  }

  /** The average in each interval that has begun; the last one over what has passed of it. */
  course(now: Tick, channel: number): number[] {
    this.#pass(now);
    const course: number[] = [];
    for (let i = 0; i * this.width < now; i++) {
      course.push(this.#areas[i * this.#channels + channel]! / Math.min(this.width, now - i * this.width));
    }
    return course;
  }

  #pass(now: Tick): void {
    const clock = this.#clock;
    assert(now >= clock[CHANGED]!, "time went backwards");
    while (now > clock[ENDS]!) {
      this.#add(clock[ENDS]!);
      if (this.#interval + 1 === INTERVALS) this.#mergePairs();
      else this.#interval++;
      clock[ENDS] = (this.#interval + 1) * this.width;
    }
    this.#add(now);
  }

  /** The levels held from the last change to `until`, which is in the present interval. */
  #add(until: Tick): void {
    const time = until - this.#clock[CHANGED]!;
    this.#clock[CHANGED] = until;
    const level = this.#level;
    const areas = this.#areas;
    const total = this.#total;
    const base = this.#interval * this.#channels;
    for (let channel = 0; channel < this.active; channel++) {
      const area = level[channel]! * time;
      total[channel]! += area;
      areas[base + channel]! += area;
    }
  }

  #mergePairs(): void {
    const areas = this.#areas;
    const channels = this.#channels;
    for (let i = 0; i < INTERVALS / 2; i++) {
      for (let channel = 0; channel < channels; channel++) {
        areas[i * channels + channel] =
          areas[2 * i * channels + channel]! + areas[(2 * i + 1) * channels + channel]!;
      }
    }
    areas.fill(0, (INTERVALS / 2) * channels);
    this.width *= 2;
    this.#interval = INTERVALS / 2;
  }
}

/** Places in the clock. */
const FROM = 0;
const CHANGED = 1;
const ENDS = 2;
