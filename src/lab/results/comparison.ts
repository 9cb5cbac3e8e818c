/** What `sim compare` concludes: policies on the same seeds, pair by pair, with the doubt that remains. */
import type { Estimate } from "./estimate.ts";

export interface Comparison {
  /** The policy that the others are compared with. */
  readonly baseline: string;
  /** With which all the intervals of differences hold together. */
  readonly confidence: number;
  /** Of each such interval by itself: higher, since there are many of them. */
  readonly intervalConfidence: number;
  /** How many comparisons one conclusion was corrected for. */
  readonly comparisons: number;
  readonly metrics: readonly MetricComparison[];
  /** Why no further replication was made: as many as asked for, narrow enough, or out of budget. */
  readonly ended: "replications" | "precise" | "budget";
  /** The same in words, where a precision was asked for; empty where not. */
  readonly ending: string;
  /** In words, for people: one a policy that is not the baseline, in their order. */
  readonly sentences: readonly string[];
  /** Typical (median) gain by pairing over all pairs; null where it cannot be said. */
  readonly pairingGain: number | null;
}

export interface MetricComparison {
  /** As a user writes it: `wait.p99:class:urgent`. */
  readonly path: string;
  /** Whether less of it is better, more is, or neither. */
  readonly better: "less" | "more" | "neither";
  readonly pairs: readonly PairedDifference[];
  /** The one that is better than every other; null where the data supports none, or neither direction is better. */
  readonly winner: string | null;
  /** Those that may be the best: the one that looks best and all that cannot be told apart from it. */
  readonly contenders: readonly string[];
  /** Who won, or why nobody did. */
  readonly sentence: string;
}

export interface PairedDifference {
  readonly policy: string;
  readonly against: string;
  /** policy − against, over the replications, which were paired. Its interval is one of those that hold together. */
  readonly difference: Estimate;
  /** The same as a share of what `against` has; null where that may be 0. Its interval is without 0 when that of the difference is. */
  readonly relative: Estimate | null;
  /** Chance of a difference as large if there were none, corrected for many comparisons; null with fewer than two replications. */
  readonly pValue: number | null;
  readonly verdict: Verdict;
  /** In how many replications the policy had less than the other, and in how many more. */
  readonly lower: number;
  readonly higher: number;
  /** In words, for people. */
  readonly sentence: string;
  /** How many times as many unpaired replications it would have taken; null where it cannot be said. */
  readonly pairingGain: number | null;
}

/** `equal`: the two are the same in every replication. `undecided`: the data supports no winner. */
export type Verdict = "better" | "worse" | "different" | "undecided" | "equal";
