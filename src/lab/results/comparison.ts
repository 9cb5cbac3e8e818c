/** What `sim compare` concludes: policies on the same seeds, pair by pair, with the doubt that remains. */
import type { Estimate } from "./estimate.ts";

export interface Comparison {
  /** The policy that the others are compared with. */
  readonly baseline: string;
  /** Of every interval, after the correction for many comparisons. */
  readonly confidence: number;
  /** How many comparisons one conclusion was corrected for. */
  readonly comparisons: number;
  readonly metrics: readonly MetricComparison[];
  /** Why no further replication was made: as many as asked for, narrow enough, or out of budget. */
  readonly ended: "replications" | "precise" | "budget";
}

export interface MetricComparison {
  /** As a user writes it: `wait.p99:class:urgent`. */
  readonly path: string;
  /** Whether less of it is better, more is, or neither. */
  readonly better: "less" | "more" | "neither";
  readonly pairs: readonly PairedDifference[];
}

export interface PairedDifference {
  readonly policy: string;
  readonly against: string;
  /** policy − against, over the replications, which were paired. */
  readonly difference: Estimate;
  /** The same as a share of what `against` has; null where that is 0. */
  readonly relative: Estimate | null;
  /** Chance of a difference as large if there were none, corrected for many comparisons; null with fewer than two replications. */
  readonly pValue: number | null;
  readonly verdict: Verdict;
  /** In words, for people. */
  readonly sentence: string;
  /** How many times as many unpaired replications it would have taken; null where it cannot be said. */
  readonly pairingGain: number | null;
}

/** `equal`: the two are the same in every replication. `undecided`: the data supports no winner. */
export type Verdict = "better" | "worse" | "different" | "undecided" | "equal";
