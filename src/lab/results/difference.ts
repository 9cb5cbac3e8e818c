/** What `sim diff` tells of two policies on the same work: where they parted, and which tasks make the difference. */

export interface DifferenceDocument {
  readonly version: 1;
  readonly kind: "difference";
  readonly scenario: string;
  readonly tool: string;
  readonly seed: number;
  /** What is compared, of each task: in seconds. */
  readonly metric: "wait" | "response";
  /** The two, in the order in which they were named. */
  readonly sides: readonly [DifferenceSide, DifferenceSide];
  /** The first decision in which they are not the same; null when there is none. */
  readonly parting: Parting | null;
  /** Over the tasks that both have, past the warm-up. */
  readonly totals: ClassDifference;
  readonly classes: readonly ClassDifference[];
  /** Tasks that only the first, or only the second had: refused by the other, or not submitted. */
  readonly unpaired: readonly [number, number];
  /** Those with the greatest difference, the greatest first. */
  readonly tasks: readonly TaskDifference[];
}

export interface DifferenceSide {
  readonly report: string;
  readonly policy: string;
  readonly digest: string;
  /** The run has the digest that the report has. */
  readonly matches: boolean;
}

export interface Parting {
  /** Seconds since the run began. */
  readonly at: number;
  /** Decisions of the instant that only the one or only the other took, and why it did not take the other's, in words. */
  readonly did: readonly [readonly string[], readonly string[]];
}

export interface ClassDifference {
  /** Null for all classes together. */
  readonly class: string | null;
  readonly tasks: number;
  /** Tasks with less of it under the second than under the first, with more, and with as much. */
  readonly less: number;
  readonly more: number;
  readonly same: number;
  readonly mean: readonly [number, number];
  readonly p99: readonly [number, number];
  /** What the second's p99 over all tasks would be if this class alone fared as under the first. */
  readonly swappedP99: number;
}

export interface TaskDifference {
  readonly class: string;
  readonly tenant: string;
  readonly submitted: number;
  readonly sides: readonly [TaskSide, TaskSide];
  /** The second less the first; null where one never came to it. */
  readonly difference: number | null;
}

export interface TaskSide {
  readonly id: string;
  readonly status: string;
  /** In seconds; null where it never started or ended. */
  readonly value: number | null;
  /** Why it waited, the longest first. */
  readonly reasons: readonly WaitShare[];
  /** Tasks that were submitted later and started earlier, by class. */
  readonly overtakenBy: Readonly<Record<string, number>>;
}

export interface WaitShare {
  readonly reason: string;
  readonly seconds: number;
  /** From its first to its last moment: with how many pieces between. */
  readonly from: number;
  readonly until: number;
  readonly times: number;
}
