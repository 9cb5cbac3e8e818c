/** Distributions that are one expression of one basic draw. */
import { assert } from "../assert.ts";
import { exp, gamma, log } from "../portable-math.ts";
import type { Random } from "../random.ts";
import { assertNotNegative, assertPositive, type Distribution } from "./distribution.ts";

export function constant(value: number): Distribution {
  assertNotNegative(value, "value");
  return { mean: value, variance: 0, sample: () => value };
}

export function uniform(low: number, high: number): Distribution {
  assertNotNegative(low, "low");
  assert(high >= low && high < Number.POSITIVE_INFINITY, "high must be finite and at least low");
  const range = high - low;
  return {
    mean: low + range / 2,
    variance: (range * range) / 12,
    sample: (random: Random) => low + range * random.uniform(),
  };
}

export function lognormal(mean: number, cv: number): Distribution {
  assertPositive(mean, "mean");
  assertNotNegative(cv, "cv");
  const sigmaSquared = log(1 + cv * cv);
  const sigma = Math.sqrt(sigmaSquared);
  const median = mean / Math.sqrt(1 + cv * cv);
  return {
    mean,
    variance: mean * mean * cv * cv,
    sample: (random: Random) => median * exp(sigma * random.normal()),
  };
}

export function weibull(scale: number, shape: number): Distribution {
  assertPositive(scale, "scale");
  assertPositive(shape, "shape");
  const mean = gamma(1 + 1 / shape);
  const secondMoment = gamma(1 + 2 / shape);
  return {
    mean: scale * mean,
    variance: scale * scale * (secondMoment - mean * mean),
    // E^(1/shape) for an exponential E. The last bits of pow() would be lost on a random number.
    sample: (random: Random) => scale * exp(log(random.exponential()) / shape),
  };
}
