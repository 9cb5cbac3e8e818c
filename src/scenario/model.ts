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
  readonly network: NetworkModel;
  readonly store: StoreModel;
  readonly clients: ClientModel;
  readonly power: PowerModel;
  /** How often the use of each task is compared with what it asked for; NEVER: it is not. */
  readonly usageEvery: Tick;
  /** A task that takes more than it asked for slows down nobody but itself. */
  readonly isolation: boolean;
}

/** How long messages take, one way. Nothing said: no time, and none is lost. */
export interface NetworkModel {
  /** Between clients, limiter nodes and submitters; null: no time. */
  readonly clients: DistributionSpec | null;
  /** Between the scheduler and its machines; null: no time. */
  readonly machines: DistributionSpec | null;
  /** What is added between two different datacenters. */
  readonly between: Tick;
  /** Where the scheduler is; empty: near everybody. */
  readonly home: string;
  /** Chance that a message is lost, and that it arrives twice. */
  readonly loss: number;
  readonly duplication: number;
  /** How long whoever expects an answer waits before asking again. */
  readonly resend: Tick;
}

/** The database behind the control plane: nothing is acknowledged or acted upon before it is written there. */
export interface StoreModel {
  /** How long a commit takes; null: no time. */
  readonly latency: DistributionSpec | null;
  /** Commits are gathered for so long and written together. */
  readonly gather: Tick;
}

/** What clients do when no answer comes. */
export interface ClientModel {
  /** NEVER: they wait for ever. */
  readonly timeout: Tick;
  /** How often a submission is sent in all before its client gives up. */
  readonly tries: number;
  /** Wait before the second try, doubled each time; a refused client waits as long as it was told, if that is longer. */
  readonly backoff: Tick;
  /** A refused submission is sent again, too. */
  readonly retriesRefused: boolean;
}

/** How long machines take to come up and to go off. */
export interface PowerModel {
  readonly boot: Tick;
  readonly shutdown: Tick;
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
  readonly checkpoint: CheckpointModel | null;
  readonly overuse: OveruseModel | null;
  readonly parents: readonly number[];
}

export interface CheckpointModel {
  /** Work between two checkpoints, in ticks; NEVER with stages. */
  readonly every: Tick;
  /** The task consists of so many stages of equal length, each saved at its end; only the one that failed is repeated. 0: no stages. */
  readonly stages: number;
  /** Time that saving takes when an attempt is paused. */
  readonly cost: Tick;
}

export interface OveruseModel {
  /** Share of the tasks that take more than they asked for. */
  readonly chance: number;
  /** How many times as much. */
  readonly factor: number;
}

/** What a kind of fault strikes. */
export type FaultTarget = "machine" | "submitter" | "limiter" | "manager" | "class" | "node" | "none";

/** The number that some kinds of fault take: how many times as much or as fast, how likely, or by how many ticks. */
export type FaultNumber = "factor" | "chance" | "by";

export interface FaultTraits {
  readonly strikes: FaultTarget;
  readonly number?: FaultNumber;
}

/** The faults, by kind: what they strike, and which number they take. `node` is a submitter or a limiter node. */
export const FAULTS = {
  // Machines.
  "machine-crash": { strikes: "machine" },
  "machine-restart": { strikes: "machine" },
  "machine-pause": { strikes: "machine" },
  "machine-slow": { strikes: "machine", number: "factor" },
  "machine-disk-lost": { strikes: "machine" },
  "machine-refuses": { strikes: "machine", number: "chance" },
  "machine-slow-release": { strikes: "machine", number: "by" },
  "machine-leak": { strikes: "machine", number: "chance" },
  "machine-stale": { strikes: "machine", number: "by" },
  // The network between the scheduler and its machines; `cut` in one direction, `partition` in both.
  "network-loss": { strikes: "machine", number: "chance" },
  "network-delay": { strikes: "machine", number: "by" },
  "network-duplicate": { strikes: "machine", number: "chance" },
  "network-reorder": { strikes: "machine", number: "by" },
  "network-cut-to": { strikes: "machine" },
  "network-cut-from": { strikes: "machine" },
  "network-partition": { strikes: "machine" },
  "network-clog": { strikes: "machine" },
  // The control plane.
  "limiter-crash": { strikes: "limiter" },
  "limiter-cut": { strikes: "limiter" },
  "limiter-amnesia": { strikes: "limiter" },
  "submitter-crash": { strikes: "submitter" },
  "submitter-silent": { strikes: "submitter" },
  "submitter-leave": { strikes: "submitter" },
  "submitter-rewind": { strikes: "submitter", number: "by" },
  "manager-crash": { strikes: "manager" },
  "manager-pause": { strikes: "manager" },
  "manager-cut": { strikes: "manager" },
  "clock-step": { strikes: "node", number: "by" },
  "clock-drift": { strikes: "node", number: "factor" },
  "id-burst": { strikes: "submitter" },
  "store-slow": { strikes: "none", number: "factor" },
  "store-stall": { strikes: "none" },
  "store-outage": { strikes: "none" },
  "store-unknown": { strikes: "none", number: "chance" },
  "store-crash": { strikes: "none" },
  "store-full": { strikes: "none" },
  "queue-duplicate": { strikes: "none", number: "chance" },
  "queue-reorder": { strikes: "none", number: "by" },
  "queue-late": { strikes: "none", number: "by" },
  "ack-loss": { strikes: "none", number: "chance" },
  // Clients and tasks; a target is a class.
  "client-duplicate": { strikes: "class", number: "chance" },
  "client-gone": { strikes: "class", number: "chance" },
  "client-flood": { strikes: "class", number: "factor" },
  "client-malformed": { strikes: "class", number: "chance" },
  "client-cancel": { strikes: "class", number: "chance" },
  "task-hang": { strikes: "class", number: "chance" },
  "task-ignores-stop": { strikes: "class", number: "chance" },
  "task-fails": { strikes: "class", number: "chance" },
  "task-overuse": { strikes: "class", number: "chance" },
  "task-kills-host": { strikes: "class", number: "chance" },
  "task-lies": { strikes: "class", number: "chance" },
  "task-output": { strikes: "class", number: "chance" },
  "checkpoint-corrupt": { strikes: "class", number: "chance" },
} as const satisfies Readonly<Record<string, FaultTraits>>;

export type FaultKind = keyof typeof FAULTS;

export interface Fault {
  readonly kind: FaultKind;
  /**
   * Indexes among which it strikes: of machines, nodes (limiter nodes come after the submitters where both can be
   * meant) or replicas; of templates (see template-order.ts) for a class; [0] where there is but one.
   */
  readonly targets: readonly number[];
  /** The names of those targets, in the same order. */
  readonly names: readonly string[];
  /** How many of the targets it strikes each time; Infinity: all of them. */
  readonly count: number;
  /** The number that its kind takes: a factor, a chance, or ticks. */
  readonly number: number;
  /** The first time; with `every`, repeated after each drawn gap. */
  readonly at: Tick;
  /** The first time is one gap of `every` after `at`, for a fault that has no first time of its own. */
  readonly drawnFirst: boolean;
  readonly every: DistributionSpec | null;
  /** How long it lasts; null: for good. */
  readonly lasts: DistributionSpec | null;
}
