/**
 * Parameters of distributions from the moments that people know. What comes out feeds every draw, so it uses the
 * engine's portable functions: the same file means the same numbers on every machine.
 */
import { exp, gamma } from "../engine/portable-math.ts";

/** The mean and cv of a lognormal given by its median and the standard deviation of its logarithm. */
export function lognormalFromMedian(median: number, sigma: number): { mean: number; cv: number } {
  const variance = sigma * sigma;
  // exp(v) - 1 loses its digits where v is small; there the first terms of the series are exact.
  const squaredCv = variance < 1e-5 ? variance * (1 + variance / 2) : exp(variance) - 1;
  return { mean: median * exp(variance / 2), cv: Math.sqrt(squaredCv) };
}

/** The scale that gives a Weibull distribution this mean; 0 where the shape is too small for a double. */
export function weibullScale(mean: number, shape: number): number {
  return mean / gamma(1 + 1 / shape);
}

/** Two exponentials with this mean and cv in all, each contributing half of the mean. */
export function balancedBranches(mean: number, cv: number): { share: number; mean: number }[] {
  const squared = cv * cv;
  const often = (1 + Math.sqrt((squared - 1) / (squared + 1))) / 2;
  const seldom = 1 - often;
  return [
    { share: often, mean: mean / (2 * often) },
    { share: seldom, mean: mean / (2 * seldom) },
  ];
}
