/** Heavy tails: P(X > x) = (minimum / x)^shape, with or without an upper bound. */
import { assert } from "../assert.ts";
import { exp, log, pow } from "../portable-math.ts";
import type { Random } from "../random.ts";
import { assertPositive, type Distribution } from "./distribution.ts";

export function pareto(minimum: number, shape: number): Distribution {
  assertPositive(minimum, "minimum");
  assertPositive(shape, "shape");
  const mean = shape > 1 ? (minimum * shape) / (shape - 1) : Number.POSITIVE_INFINITY;
  return {
    mean,
    variance: shape > 2 ? (mean * mean) / (shape * (shape - 2)) : Number.POSITIVE_INFINITY,
    // The logarithm of a Pareto is exponential.
    sample: (random: Random) => minimum * exp(random.exponential() / shape),
  };
}

export function boundedPareto(minimum: number, maximum: number, shape: number): Distribution {
  assertPositive(minimum, "minimum");
  assertPositive(shape, "shape");
  assert(maximum > minimum && maximum < Number.POSITIVE_INFINITY, "maximum must be finite and above minimum");
  const below = 1 - pow(minimum / maximum, shape);
  const range = log(maximum / minimum);
  /** E[(X / minimum)^power] */
  const moment = (power: number) => ((shape * range) / below) * growth((power - shape) * range);
  const mean = moment(1);
  return {
    mean: minimum * mean,
    variance: minimum * minimum * (moment(2) - mean * mean),
    // Inversion; the rounding of exp and log may pass a bound by a bit.
    sample(random: Random): number {
      const x = minimum * exp(-log(1 - below * random.uniform()) / shape);
      return Math.min(x, maximum);
    },
  };
}

/** (e^t - 1) / t, also where t is near 0: a shape of 1 or 2 is an ordinary case. */
function growth(t: number): number {
  if (Math.abs(t) > 0.5) return (exp(t) - 1) / t;
  let term = 1;
  let sum = 1;
  for (let n = 2; n <= 20; n++) {
    term *= t / n;
    sum += term;
  }
  return sum;
}
