/**
 * Poisson processes whose rate changes in steps. Both go from one arrival to the next by exact inversion: an
 * exponential amount of expected arrivals is used up, stretch by stretch, at the rate of each.
 */
import { assert } from "../assert.ts";
import type { Random } from "../random.ts";
import { NEVER, type Tick } from "../time.ts";
import { wholeTick } from "./renewal.ts";

/** The rate follows a chain of states that is passed through in order, again and again. */
export class ModulatedArrivals {
  readonly size = 1;
  readonly #states: readonly { readonly gap: number; readonly stay: number }[];
  readonly #random: Random;
  #state = 0;
  #at = Number.NaN;
  #stateEnds = 0;

  constructor(states: readonly { readonly gap: number; readonly stay: number }[], random: Random) {
    for (const { gap, stay } of states)
      assert(gap > 0 && stay > 0 && stay < NEVER, "a state needs a positive gap and a finite stay");
    this.#states = states;
    this.#random = random;
  }

  next(now: Tick): Tick {
    if (Number.isNaN(this.#at)) this.#begin(now);
    let expected = this.#random.exponential();
    for (;;) {
      const { gap } = this.#states[this.#state]!;
      const inState = (this.#stateEnds - this.#at) / gap;
      if (expected < inState) {
        this.#at += expected * gap;
        return wholeTick(this.#at, now);
      }
      expected -= inState;
      this.#at = this.#stateEnds;
      this.#enter((this.#state + 1) % this.#states.length);
    }
  }

  #begin(now: Tick): void {
    this.#at = now;
    let total = 0;
    for (const { stay } of this.#states) total += stay;
    let left = this.#random.uniform() * total;
    let state = 0;
    while (state < this.#states.length - 1 && left >= this.#states[state]!.stay) {
      left -= this.#states[state]!.stay;
      state += 1;
    }
    this.#enter(state);
  }

  /** The stay has no memory, so one that was under way at the start is drawn like any other. */
  #enter(state: number): void {
    this.#state = state;
    this.#stateEnds = this.#at + this.#states[state]!.stay * this.#random.exponential();
  }
}

/** The rate follows a profile that repeats each period, counted from tick 0. */
export class DiurnalArrivals {
  readonly size = 1;
  readonly #random: Random;
  readonly #period: Tick;
  /** Length of one part of the profile. */
  readonly #part: number;
  /** Arrivals per tick in each part. */
  readonly #rates: Float64Array;
  readonly #expectedInPeriod: number;
  // The place in time: whole periods, parts of one, ticks into the part. One double for all would lose precision.
  #periods = Number.NaN;
  #index = 0;
  #into = 0;

  constructor(gap: number, profile: readonly number[], period: Tick, random: Random) {
    assert(gap > 0 && period > 0, "gap and period must be positive");
    this.#random = random;
    this.#period = period;
    this.#part = period / profile.length;
    this.#rates = Float64Array.from(profile, (level) => level / gap);
    let sum = 0;
    for (const rate of this.#rates) {
      assert(rate >= 0, "a profile has no negative levels");
      sum += rate;
    }
    this.#expectedInPeriod = sum * this.#part;
  }

  next(now: Tick): Tick {
    if (Number.isNaN(this.#periods)) this.#begin(now);
    let expected = this.#random.exponential();
    // A whole period ahead lies at the same place of the profile.
    const whole = Math.floor(expected / this.#expectedInPeriod);
    this.#periods += whole;
    expected -= whole * this.#expectedInPeriod;
    for (;;) {
      const rate = this.#rates[this.#index]!;
      const inPart = rate * (this.#part - this.#into);
      if (expected < inPart) {
        this.#into += expected / rate;
        return wholeTick(this.#periods * this.#period + this.#index * this.#part + this.#into, now);
      }
      expected -= inPart;
      this.#into = 0;
      this.#index += 1;
      if (this.#index === this.#rates.length) {
        this.#index = 0;
        this.#periods += 1;
      }
    }
  }

  #begin(now: Tick): void {
    this.#periods = Math.floor(now / this.#period);
    const inPeriod = now - this.#periods * this.#period;
    this.#index = Math.min(this.#rates.length - 1, Math.floor(inPeriod / this.#part));
    this.#into = inPeriod - this.#index * this.#part;
  }
}
