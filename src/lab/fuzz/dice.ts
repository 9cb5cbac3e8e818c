/** Chance for the fuzzer's generator, and durations as a scenario file writes them. */
import type { Random } from "../../engine/random.ts";

export type Json = Record<string, unknown>;

export class Dice {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  chance(share: number): boolean {
    return this.#random.uniform() < share;
  }

  /** From least to most, both included. */
  whole(least: number, most: number): number {
    return least + this.#random.below(most - least + 1);
  }

  between(least: number, most: number): number {
    return least + (most - least) * this.#random.uniform();
  }

  pick<T>(from: readonly T[]): T {
    return from[this.#random.below(from.length)]!;
  }

  /** So many different ones, in any order; all of them when there are no more. */
  several<T>(from: readonly T[], count: number): T[] {
    const left = [...from];
    const picked: T[] = [];
    while (picked.length < count && left.length > 0)
      picked.push(...left.splice(this.#random.below(left.length), 1));
    return picked;
  }

  /** The value, or nothing at all: for keys that a file may leave out. */
  maybe(share: number, make: () => Json): Json {
    return this.chance(share) ? make() : {};
  }

  /** A duration of this mean: fixed, or drawn in one of several ways. */
  time(mean: number): string | Json {
    switch (this.whole(0, 5)) {
      case 0:
        return { dist: "exponential", mean: seconds(mean) };
      case 1:
        return { dist: "uniform", min: seconds(mean / 2), max: seconds(mean * 1.5) };
      case 2:
        return { dist: "lognormal", mean: seconds(mean), cv: 2 };
      default:
        return seconds(mean);
    }
  }
}

/** Whole milliseconds, so that what is written is what is meant; never 0. */
export function seconds(value: number): string {
  return `${Math.max(1, Math.round(value * 1000))}ms`;
}
