/** What `sim verify` finds: whether a report's run is still what the report says, or from where on it is not. */

export interface Verification {
  readonly confirmed: boolean;
  readonly runs: readonly VerifiedRun[];
  /** The first run that took other decisions; null when all took the same. */
  readonly parted: Parted | null;
  /** The first figure of result.json that the decisions on record do not lead to; looked for only when they are the same. */
  readonly edited: OtherValue | null;
}

export interface VerifiedRun {
  readonly policy: string;
  readonly replications: number;
  readonly events: number;
  readonly recorded: string;
  readonly digest: string;
  readonly matches: boolean;
}

export interface Parted {
  readonly policy: string;
  readonly replication: number;
  readonly recorded: string;
  readonly digest: string;
  /** Chance gave it other work: other arrivals, durations or faults. Only known of the replications together. */
  readonly otherWork: boolean;
  /** Null where the report has no marks, or when only the digest over all replications differs. */
  readonly interval: Interval | null;
  /** How many events the run has now. */
  readonly events: number;
  /** What is decided in the interval now. */
  readonly decisions: readonly Decision[];
}

/** `from` and `to` are numbers of events: the run was as recorded after `from`, and another after `to`. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Times in seconds since the run began. */
export interface Decision {
  readonly at: number;
  readonly what: DecisionKind;
  /** The task's id; null where it is about a submission that got none, or about no task. */
  readonly task: string | null;
  readonly machine: string | null;
  readonly text: string;
}

export type DecisionKind =
  | "submitted"
  | "refused"
  | "started"
  | "stopping"
  | "attempt-ended"
  | "fenced"
  | "checkpointed"
  | "handed-over"
  | "ended"
  | "fleet";

export interface OtherValue {
  /** A figure as a user writes it, after its policy, or a path in the document. */
  readonly name: string;
  /** What stands there, and what should; undefined where nothing does. */
  readonly found: unknown;
  readonly expected: unknown;
}
