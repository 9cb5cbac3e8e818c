/**
 * A scenario after reading: checked, defaults filled in, units turned into ticks and whole amounts. Everything
 * behind the file format works on this and never on the raw JSON.
 */
import type { PolicyParameters } from "../cluster/policy.ts";
import type { ClusterSpec, TemplateSpec } from "../cluster/spec.ts";
import type { ArrivalSpec } from "../engine/arrivals.ts";
import type { DistributionSpec } from "../engine/distributions.ts";
import type { Tick } from "../engine/time.ts";

export interface Scenario {
  readonly name: string;
  /** What the scenario teaches, in a sentence. */
  readonly description: string;
  readonly seed: number;
  readonly stop: Limit;
  /** What is submitted before this is left out of the statistics. */
  readonly warmup: Limit;
  readonly cluster: ClusterSpec;
  readonly policy: PolicyChoice;
  readonly workloads: readonly Workload[];
  readonly faults: readonly Fault[];
  /** How long the loss of a machine goes unnoticed. */
  readonly detection: Tick;
}

/** Whichever comes first; NEVER (Infinity) where it does not apply. */
export interface Limit {
  readonly time: Tick;
  readonly tasks: number;
}

export interface PolicyChoice {
  /** A built-in name, or the path of a file. */
  readonly name: string;
  readonly parameters: PolicyParameters;
}

/** One kind of job that each tenant of a group submits: a graph of tasks, most often a single one. */
export interface Workload {
  /** Indexes into cluster.tenants: each of them runs this workload with streams of its own. */
  readonly tenants: readonly number[];
  readonly arrivals: ArrivalSpec | ClosedArrivals | PeriodicArrivals;
  /** The tasks of one job, in the order of their submission; `parents` are positions in this list. */
  readonly tasks: readonly JobTask[];
}

/** Each client submits a job, waits for its end, thinks, and submits the next. */
export interface ClosedArrivals {
  readonly process: "closed";
  readonly clients: number;
  readonly think: DistributionSpec;
}

/** Submitted once, at `at`; the scheduler repeats it by the template's schedule. */
export interface PeriodicArrivals {
  readonly process: "periodic";
  readonly at: Tick;
}

export interface JobTask {
  readonly template: TemplateSpec;
  /** In ticks, on a machine of speed 1. */
  readonly duration: DistributionSpec;
  /** Chance that an attempt fails at its end. */
  readonly failure: number;
  readonly parents: readonly number[];
}

export type FaultKind = "machine-crash" | "submitter-crash";

export interface Fault {
  readonly kind: FaultKind;
  /** Machine indexes (or submitter indexes) among which it strikes. */
  readonly targets: readonly number[];
  /** How many of the targets it strikes each time; Infinity: all of them. */
  readonly count: number;
  /** The first time; with `every`, repeated after each drawn gap. */
  readonly at: Tick;
  /** The first time is one gap of `every` after `at`, for a fault that has no first time of its own. */
  readonly drawnFirst: boolean;
  readonly every: DistributionSpec | null;
  /** How long it lasts; null: for good. */
  readonly lasts: DistributionSpec | null;
}
