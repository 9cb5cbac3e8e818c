/**
 * When jobs arrive: processes by name, each drawn lazily, one arrival at a time. The exact time is kept inside and
 * only what is returned is rounded to whole ticks, so that rounding never adds up.
 */
import {
  BatchArrivals,
  batchSize,
  FixedArrivals,
  PoissonArrivals,
  TraceArrivals,
  UniformArrivals,
} from "./arrivals/renewal.ts";
import { DiurnalArrivals, ModulatedArrivals } from "./arrivals/varying.ts";
import { type DistributionSpec, distribution } from "./distributions.ts";
import { Random } from "./random.ts";
import { DAY, NEVER, type Tick } from "./time.ts";

export type ArrivalSpec =
  /** `gap` is the mean time between arrivals; Infinity: none arrive. */
  | { readonly process: "poisson"; readonly gap: number }
  /** At offset, offset + gap, offset + 2 gap, …; the offset is 0 where none is given. */
  | { readonly process: "fixed"; readonly gap: number; readonly offset?: number }
  /** Gaps equally likely anywhere from low to high. */
  | { readonly process: "uniform"; readonly low: number; readonly high: number }
  /** A Poisson process of batches; sizes are rounded and at least 1. */
  | { readonly process: "batch"; readonly gap: number; readonly size: DistributionSpec }
  /**
   * Poisson, with a gap that changes: it stays in a state for an exponential time of mean `stay`, then goes on to
   * the next one in the list, and after the last to the first. It begins in a state drawn in proportion to `stay`,
   * so that its long-run rate holds from the start.
   */
  | { readonly process: "mmpp"; readonly states: readonly { readonly gap: number; readonly stay: number }[] }
  /**
   * Poisson, with a rate that follows the time of day: profile / gap in each of the equal parts (24: hours) of a
   * period of 1 day where none is given. Tick 0 is the start of a period.
   */
  | {
      readonly process: "diurnal";
      readonly gap: number;
      readonly profile: readonly number[];
      readonly period?: Tick;
    }
  /** Sorted. */
  | { readonly process: "trace"; readonly times: readonly Tick[] };

export interface Arrivals {
  /** How many jobs arrive together at the time last returned: 1 except in batches. */
  readonly size: number;
  /**
   * The time of the next arrival, or NEVER. The first call sets when the process begins (a trace and the hours of a
   * diurnal profile keep counting from tick 0); each further call goes on from the arrival before. Never earlier
   * than `now`.
   */
  next(now: Tick): Tick;
}

export function arrivals(spec: ArrivalSpec, random: Random): Arrivals {
  if (meanRate(spec) === 0) return { size: 1, next: () => NEVER };
  switch (spec.process) {
    case "poisson":
      return new PoissonArrivals(spec.gap, random);
    case "fixed":
      return new FixedArrivals(spec.gap, spec.offset ?? 0);
    case "uniform":
      return new UniformArrivals(spec.low, spec.high, random);
    case "batch":
      return new BatchArrivals(spec.gap, distribution(spec.size), random);
    case "mmpp":
      return new ModulatedArrivals(spec.states, random);
    case "diurnal":
      return new DiurnalArrivals(spec.gap, spec.profile, spec.period ?? DAY, random);
    case "trace":
      return new TraceArrivals(spec.times);
  }
}

/** Jobs per tick on long average; NaN for a trace, which has none. Of batches to about a percent. */
export function meanRate(spec: ArrivalSpec): number {
  switch (spec.process) {
    case "poisson":
    case "fixed":
      return 1 / spec.gap;
    case "uniform":
      return 2 / (spec.low + spec.high);
    case "batch":
      return meanBatch(spec.size) / spec.gap;
    case "mmpp": {
      let jobs = 0;
      let time = 0;
      for (const { gap, stay } of spec.states) {
        jobs += stay / gap;
        time += stay;
      }
      return jobs / time;
    }
    case "diurnal": {
      let sum = 0;
      for (const level of spec.profile) sum += level;
      return sum / spec.profile.length / spec.gap;
    }
    case "trace":
      return Number.NaN;
  }
}

/** Measured, because rounding and the least size of 1 move the mean. */
function meanBatch(spec: DistributionSpec): number {
  const sizes = distribution(spec);
  if (sizes.mean === Number.POSITIVE_INFINITY) return sizes.mean;
  const random = new Random(1, 2, 3, 4);
  let sum = 0;
  for (let i = 0; i < SAMPLES; i++) sum += batchSize(sizes.sample(random));
  return sum / SAMPLES;
}

const SAMPLES = 10_000;
