/** The gamma distribution by the method of Marsaglia and Tsang ("A simple method for generating gamma variables", 2000). */
import { exp, log } from "../portable-math.ts";
import type { Random } from "../random.ts";
import { assertPositive, type Distribution } from "./distribution.ts";

export function gammaDistributed(mean: number, shape: number): Distribution {
  assertPositive(mean, "mean");
  assertPositive(shape, "shape");
  const scale = mean / shape;
  const variance = mean * scale;
  if (shape >= 1) return { mean, variance, sample: (random: Random) => scale * standardGamma(random, shape) };
  // A gamma of shape a is one of shape a + 1 times U^(1/a), and -log U is exponential.
  return {
    mean,
    variance,
    sample: (random: Random) => scale * standardGamma(random, shape + 1) * exp(-random.exponential() / shape),
  };
}

/** Scale 1, shape at least 1: the cube of a shifted normal, with a rejection that is rare. */
function standardGamma(random: Random, shape: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = random.normal();
    const root = 1 + c * x;
    if (root <= 0) continue;
    const v = root * root * root;
    const u = random.positive();
    const square = x * x;
    // The first test lies inside the second and spares nearly all of its logarithms.
    if (u < 1 - 0.0331 * square * square) return d * v;
    if (log(u) < 0.5 * square + d * (1 - v + log(v))) return d * v;
  }
}
