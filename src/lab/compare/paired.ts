/**
 * Two policies on the same replications: what they differ by is found from the differences replication by
 * replication, in which the chance that both met cancels out.
 */
import type { Estimate } from "../result.ts";
import { estimate, studentQuantile, studentTails } from "../student.ts";

export interface Pairing {
  /** Of one policy and of the other, in the same order of replications. */
  readonly values: readonly number[];
  readonly others: readonly number[];
  /** values − others; what only rounding tells apart is 0. */
  readonly differences: readonly number[];
}

export function pair(values: readonly number[], others: readonly number[]): Pairing {
  const differences = values.map((value, i) => {
    const other = others[i]!;
    const alike = Math.abs(value - other) <= ROUNDING * Math.max(Math.abs(value), Math.abs(other));
    return alike ? 0 : value - other;
  });
  return { values, others, differences };
}

/** Sums of the same numbers in another order differ by less than this, and nothing that matters does. */
const ROUNDING = 1e-9;

export function differenceOf({ differences }: Pairing, confidence: number): Estimate {
  return estimate(differences, confidence);
}

/** Two-sided, of the paired t test, not corrected; null with fewer than two pairs. */
export function pValueOf({ differences }: Pairing): number | null {
  const n = differences.length;
  if (n < 2) return null;
  const mean = meanOf(differences);
  if (mean === 0) return 1;
  const standardError = Math.sqrt(covariance(differences, differences) / n);
  return standardError === 0 ? 0 : studentTails(mean / standardError, n - 1);
}

/**
 * The difference as a share of the others' mean, with Fieller's interval for a ratio of two means that vary together.
 * It holds exactly those ratios that a paired t test would not reject, so it is without 0 when the interval of the
 * difference is. Null where the others' mean may be 0: no ratio to it is bounded.
 */
export function relativeOf({ values, others }: Pairing, confidence: number): Estimate | null {
  const n = values.length;
  const [y, x] = [meanOf(values), meanOf(others)];
  if (!(Math.abs(x) > 0)) return null;
  if (n < 2) return { mean: y / x - 1, low: null, high: null };
  const t = studentQuantile((1 + confidence) / 2, n - 1);
  const share = (t * t) / n;
  // The ratios r with (y − r x)² ≤ t² var(y − r x) / n are those between the roots of a r² − 2 b r + c.
  const a = x * x - share * covariance(others, others);
  const b = x * y - share * covariance(others, values);
  const c = y * y - share * covariance(values, values);
  if (!(a > 0)) return null;
  const spread = Math.sqrt(Math.max(0, b * b - a * c));
  // What is never negative cannot fall by more than all of it.
  const least = [...values, ...others].every((value) => value >= 0) ? 0 : Number.NEGATIVE_INFINITY;
  return { mean: y / x - 1, low: Math.max(least, (b - spread) / a) - 1, high: (b + spread) / a - 1 };
}

/**
 * How many times as many replications it would have taken without pairing, for an interval as narrow: the variance
 * of a difference of strangers, over that of the differences.
 */
export function pairingGain({ values, others, differences }: Pairing): number | null {
  if (differences.length < 2) return null;
  const paired = covariance(differences, differences);
  const apart = covariance(values, values) + covariance(others, others);
  return paired > 0 ? apart / paired : null;
}

export function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function covariance(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - meanA) * (b[i]! - meanB);
  return sum / (a.length - 1);
}
