/**
 * Whether a series has settled: MSER-5 (White 1997). The series is averaged by fives, and as much of its beginning is
 * cut off as makes the standard error of the rest's mean least. A cut in the second half means that the run was too
 * short to tell a beginning from what comes after it.
 */

export interface Cut {
  /** Share of the series that should be left out. */
  readonly share: number;
  /** Means of what would be left out and of what would be kept. */
  readonly before: number;
  readonly after: number;
  /** How far these two are apart, in standard errors, allowing for values next to each other being alike. */
  readonly apart: number;
  /** How many independent values the whole series is worth. */
  readonly worth: number;
}

/** Null for a series that is too short to say anything. */
export function mser5(series: readonly number[]): Cut | null {
  const means = byFives(series);
  const n = means.length;
  if (n < LEAST_BATCHES) return null;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  let sum = 0;
  let squares = 0;
  // From the end, so that each step adds one value (Welford). The last few would be alike by chance.
  for (let cut = n - 1, kept = 1; cut >= 0; cut--, kept++) {
    const value = means[cut]!;
    const before = kept === 1 ? value : sum / (kept - 1);
    sum += value;
    squares += (value - before) * (value - sum / kept);
    if (kept < LEAST_KEPT) continue;
    const error = squares / (kept * kept);
    // Where several are alike, the earliest cut leaves out least.
    if (error <= least) [least, best] = [error, cut];
  }
  const [head, tail] = [means.slice(0, best), means.slice(best)];
  const [before, after] = [mean(head), mean(tail)];
  const apart = best === 0 ? 0 : distance(head, tail);
  return { share: best / n, before, after, apart, worth: n * worthOf(spreadOf(means).r) };
}

const BATCH = 5;
const LEAST_BATCHES = 20;
const LEAST_KEPT = 5;

function byFives(series: readonly number[]): number[] {
  const batches = Math.floor(series.length / BATCH);
  return Array.from({ length: batches }, (_, i) => mean(series.slice(i * BATCH, (i + 1) * BATCH)));
}

function distance(head: readonly number[], tail: readonly number[]): number {
  const difference = Math.abs(mean(head) - mean(tail));
  const { variance, r } = spreadOf(tail);
  if (variance === 0) return difference === 0 ? 0 : Number.POSITIVE_INFINITY;
  return difference / Math.sqrt((variance / worthOf(r)) * (1 / head.length + 1 / tail.length));
}

/** The variance of a series, and how far neighbours in it correlate. */
function spreadOf(series: readonly number[]): { readonly variance: number; readonly r: number } {
  const center = mean(series);
  let squares = 0;
  let products = 0;
  for (let i = 0; i < series.length; i++) {
    squares += (series[i]! - center) ** 2;
    if (i > 0) products += (series[i]! - center) * (series[i - 1]! - center);
  }
  const r = squares === 0 ? 0 : Math.max(0, products / squares);
  return { variance: squares / (series.length - 1), r };
}

/** A series whose neighbours correlate by r says as much as so large a share of independent values. */
function worthOf(r: number): number {
  return (1 - r) / (1 + r);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
