/** The exponential distribution, sums of it (less variable) and mixtures of it (more variable). */
import { assert } from "../assert.ts";
import type { Random } from "../random.ts";
import { assertNotNegative, assertPositive, type Distribution } from "./distribution.ts";
import { gammaDistributed } from "./gamma.ts";

export function exponential(mean: number): Distribution {
  assertPositive(mean, "mean");
  return { mean, variance: mean * mean, sample: (random: Random) => mean * random.exponential() };
}

export function erlang(mean: number, stages: number): Distribution {
  assertPositive(mean, "mean");
  assert(Number.isInteger(stages) && stages >= 1, "stages must be a whole number from 1 on");
  if (stages > MOST_SUMMED) return gammaDistributed(mean, stages);
  const stageMean = mean / stages;
  return {
    mean,
    variance: (mean * mean) / stages,
    sample(random: Random): number {
      let sum = 0;
      for (let stage = 0; stage < stages; stage++) sum += random.exponential();
      return stageMean * sum;
    },
  };
}

export function hyperexponential(
  branches: readonly { readonly share: number; readonly mean: number }[],
): Distribution {
  let total = 0;
  for (const branch of branches) {
    assertNotNegative(branch.share, "share");
    assertPositive(branch.mean, "mean");
    total += branch.share;
  }
  assertPositive(total, "sum of shares");
  const means = new Float64Array(branches.length);
  /** Chance of this branch or one before it. */
  const upTo = new Float64Array(branches.length);
  let sum = 0;
  let mean = 0;
  let secondMoment = 0;
  branches.forEach((branch, i) => {
    sum += branch.share;
    upTo[i] = sum / total;
    means[i] = branch.mean;
    mean += (branch.share / total) * branch.mean;
    secondMoment += (branch.share / total) * 2 * branch.mean * branch.mean;
  });
  const last = branches.length - 1;
  return {
    mean,
    variance: secondMoment - mean * mean,
    sample(random: Random): number {
      const u = random.uniform();
      let branch = 0;
      while (branch < last && u >= upTo[branch]!) branch++;
      return means[branch]! * random.exponential();
    },
  };
}

/** Beyond this many stages the gamma sampler is faster than summing. */
const MOST_SUMMED = 4;
