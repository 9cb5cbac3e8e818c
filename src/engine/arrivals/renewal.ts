/** Arrival processes whose gaps have the same distribution at all times, and times read from a trace. */
import { assert } from "../assert.ts";
import type { Distribution } from "../distributions/distribution.ts";
import type { Random } from "../random.ts";
import { NEVER, type Tick } from "../time.ts";

export class PoissonArrivals {
  readonly size = 1;
  readonly #gap: number;
  readonly #random: Random;
  #at = Number.NaN;

  constructor(gap: number, random: Random) {
    assert(gap > 0, "a gap must be positive");
    this.#gap = gap;
    this.#random = random;
  }

  next(now: Tick): Tick {
    if (Number.isNaN(this.#at)) this.#at = now;
    this.#at += this.#gap * this.#random.exponential();
    return wholeTick(this.#at, now);
  }
}

/** Multiplies rather than adds, so that a gap of a third of a tick still holds after a million of them. */
export class FixedArrivals {
  readonly size = 1;
  readonly #gap: number;
  readonly #offset: number;
  #begin = Number.NaN;
  #passed = 0;

  constructor(gap: number, offset: number) {
    assert(gap > 0 && offset >= 0, "a gap must be positive and an offset not negative");
    this.#gap = gap;
    this.#offset = offset;
  }

  next(now: Tick): Tick {
    if (this.#passed === 0) this.#begin = now + this.#offset;
    const at = this.#begin + this.#passed * this.#gap;
    this.#passed += 1;
    return wholeTick(at, now);
  }
}

export class UniformArrivals {
  readonly size = 1;
  readonly #low: number;
  readonly #range: number;
  readonly #random: Random;
  #at = Number.NaN;

  constructor(low: number, high: number, random: Random) {
    assert(low >= 0 && high >= low && high > 0, "gaps must lie in a range of positive numbers");
    this.#low = low;
    this.#range = high - low;
    this.#random = random;
  }

  next(now: Tick): Tick {
    if (Number.isNaN(this.#at)) this.#at = now;
    this.#at += this.#low + this.#range * this.#random.uniform();
    return wholeTick(this.#at, now);
  }
}

export class BatchArrivals {
  size = 1;
  readonly #sizes: Distribution;
  readonly #random: Random;
  readonly #batches: PoissonArrivals;

  constructor(gap: number, sizes: Distribution, random: Random) {
    this.#sizes = sizes;
    this.#random = random;
    this.#batches = new PoissonArrivals(gap, random);
  }

  next(now: Tick): Tick {
    this.size = batchSize(this.#sizes.sample(this.#random));
    return this.#batches.next(now);
  }
}

export class TraceArrivals {
  readonly size = 1;
  readonly #times: readonly Tick[];
  #passed = 0;

  constructor(times: readonly Tick[]) {
    for (let i = 1; i < times.length; i++)
      assert(times[i - 1]! <= times[i]!, "a trace's times must be sorted");
    this.#times = times;
  }

  next(now: Tick): Tick {
    if (this.#passed >= this.#times.length) return NEVER;
    return wholeTick(this.#times[this.#passed++]!, now);
  }
}

export function batchSize(drawn: number): number {
  return Math.max(1, Math.round(drawn));
}

/** Nothing arrives in the past, not even by rounding. */
export function wholeTick(exact: number, now: Tick): Tick {
  return Math.max(now, Math.floor(exact + 0.5));
}
