/**
 * Random quantities by name: what a scenario says about durations, sizes and pauses, turned into something to draw
 * from. Parameters are plain numbers in one unit (ticks); samples are not rounded.
 */
import type { Distribution } from "./distributions/distribution.ts";
import { empirical } from "./distributions/empirical.ts";
import { erlang, exponential, hyperexponential } from "./distributions/exponentials.ts";
import { gammaDistributed } from "./distributions/gamma.ts";
import { boundedPareto, pareto } from "./distributions/pareto.ts";
import { constant, lognormal, uniform, weibull } from "./distributions/simple.ts";

export type { Distribution } from "./distributions/distribution.ts";

export type DistributionSpec =
  | { readonly dist: "constant"; readonly value: number }
  | { readonly dist: "exponential"; readonly mean: number }
  | { readonly dist: "uniform"; readonly low: number; readonly high: number }
  /** The sum of `stages` exponentials of equal mean. */
  | { readonly dist: "erlang"; readonly mean: number; readonly stages: number }
  | { readonly dist: "gamma"; readonly mean: number; readonly shape: number }
  /** By its own mean and coefficient of variation (standard deviation / mean), not those of the logarithm. */
  | { readonly dist: "lognormal"; readonly mean: number; readonly cv: number }
  | { readonly dist: "weibull"; readonly scale: number; readonly shape: number }
  | { readonly dist: "pareto"; readonly minimum: number; readonly shape: number }
  /** A Pareto that is known to lie below `maximum`. */
  | {
      readonly dist: "bounded-pareto";
      readonly minimum: number;
      readonly maximum: number;
      readonly shape: number;
    }
  /** One of several exponentials, chosen in proportion to its share. */
  | {
      readonly dist: "hyperexponential";
      readonly branches: readonly { readonly share: number; readonly mean: number }[];
    }
  /** One of the values, in proportion to its weight; without weights all are equally likely. */
  | { readonly dist: "empirical"; readonly values: readonly number[]; readonly weights?: readonly number[] };

export function distribution(spec: DistributionSpec): Distribution {
  switch (spec.dist) {
    case "constant":
      return constant(spec.value);
    case "exponential":
      return exponential(spec.mean);
    case "uniform":
      return uniform(spec.low, spec.high);
    case "erlang":
      return erlang(spec.mean, spec.stages);
    case "gamma":
      return gammaDistributed(spec.mean, spec.shape);
    case "lognormal":
      return lognormal(spec.mean, spec.cv);
    case "weibull":
      return weibull(spec.scale, spec.shape);
    case "pareto":
      return pareto(spec.minimum, spec.shape);
    case "bounded-pareto":
      return boundedPareto(spec.minimum, spec.maximum, spec.shape);
    case "hyperexponential":
      return hyperexponential(spec.branches);
    case "empirical":
      return empirical(spec.values, spec.weights);
  }
}
