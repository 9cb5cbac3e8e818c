/** The result document: what `--json` prints, what result.json holds, and all that a report is made from. */
import type { Comparison } from "./results/comparison.ts";
import type { Estimate } from "./results/estimate.ts";
import type { Warning } from "./results/warning.ts";

export type * from "./results/comparison.ts";
export type * from "./results/difference.ts";
export type * from "./results/estimate.ts";
export type * from "./results/plan.ts";
export type * from "./results/search.ts";
export type * from "./results/sweep.ts";
export type * from "./results/verification.ts";
export type * from "./results/warning.ts";

export interface ResultDocument {
  readonly version: 1;
  readonly scenario: string;
  readonly description: string;
  /** Version of schedlab that made it. */
  readonly tool: string;
  /** "virtual" from `sim run`, "live" from `sim live`. */
  readonly world: "virtual" | "live";
  readonly runs: readonly RunResult[];
  /** From `sim compare`. */
  readonly comparison?: Comparison;
  readonly warnings?: readonly Warning[];
}

/** One policy on one seed, over all its replications. */
export interface RunResult {
  readonly policy: string;
  readonly seed: number;
  readonly replications: number;
  /** Over every decision and change of state. */
  readonly digest: string;
  /** Over what chance decided: arrivals, durations, faults. Policies with the same one met the same work. */
  readonly drawn: string;
  /** Of each replication by itself, in their order. */
  readonly digests: readonly string[];
  readonly events: number;
  /** By group ("all", "class:x", "tenant:y"), then by metric name. Times in seconds. */
  readonly metrics: Readonly<Record<string, Readonly<Record<string, Estimate>>>>;
  /** How waits are distributed, by class, pooled over the replications. */
  readonly waits: Readonly<Record<string, readonly DistributionPoint[]>>;
  /** How the first replication went over time. */
  readonly timeline: Timeline;
  /** What it took to recover from each loss of the first replication. */
  readonly recoveries: readonly RecoveryMark[];
}

/** `share` of the tasks waited at most `seconds`. Ascending; the last share is 1. */
export interface DistributionPoint {
  readonly seconds: number;
  readonly share: number;
}

export interface Timeline {
  /** Width of one point, in seconds. */
  readonly every: number;
  readonly peakAt: number;
  readonly points: readonly TimelinePoint[];
  readonly faults: readonly FaultMark[];
}

/** Averages over [time, time + every). */
export interface TimelinePoint {
  readonly time: number;
  readonly utilization: number;
  readonly queue: number;
  /** Share of the interval that was peak time. */
  readonly peak: number;
}

export interface FaultMark {
  readonly at: number;
  /** null when it lasted to the end. */
  readonly until: number | null;
  readonly kind: string;
  readonly target: string;
}

/** A machine, a submitter or the leader died. Times in seconds after `at`. */
export interface RecoveryMark {
  readonly at: number;
  readonly kind: "machine" | "submitter" | "leader";
  readonly target: string;
  /** What it had in hand: attempts; submissions and tasks not passed on; entries on their way to the store. */
  readonly inFlight: number;
  /** null when nobody ever noticed. */
  readonly noticedAfter: number | null;
  /** Tasks that run again elsewhere, or that another submitter took over. */
  readonly recovered: number;
  /** Until the last of them was, or until another replica led; null when there was nothing to recover. */
  readonly recoveredAfter: number | null;
}

export interface StoryEvent {
  readonly at: number;
  /** What kind of thing happened, for programs. */
  readonly what: Happening;
  /** The same for people. */
  readonly text: string;
}

export type Happening =
  | "sent"
  | "passed"
  | "refused"
  | "lost-message"
  | "stored"
  | "known"
  | "passed-on"
  | "answered"
  | "client-left"
  | "depends"
  | "parent-ended"
  | "ready"
  | "waits"
  | "promoted"
  | "started"
  | "confirmed"
  | "checkpoint"
  | "missing"
  | "stopping"
  | "attempt-ended"
  | "fenced"
  | "waits-again"
  | "handed-over"
  | "leader"
  | "told"
  | "ended"
  | "fault";

/** The story of one task, which `sim explain` tells. Times in seconds since the run began. */
export interface Story {
  /** Its id, or `refused:<n>` for a submission that got none. */
  readonly task: string;
  readonly tenant: string;
  readonly class: string;
  /** As in `--tasks`; "refused" for what never became a task. */
  readonly status: string;
  readonly submitted: number;
  readonly started: number | null;
  readonly ended: number | null;
  readonly attempts: number;
  readonly events: readonly StoryEvent[];
}
