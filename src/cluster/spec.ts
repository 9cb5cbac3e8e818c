/**
 * What a scheduler is told about its surroundings before it starts: tenants and their plans, machines, settings of
 * the control plane, and the templates tasks are submitted from. Both worlds build it from a scenario.
 */
import { DAY, HOUR, NEVER, SECOND, type Tick } from "../engine/time.ts";
import type { TimeZone } from "../engine/time-zone.ts";
import type { Vector } from "./resources.ts";

export { type TimeZone, UTC } from "../engine/time-zone.ts";

export type Schedule = "once" | "daily" | "weekly" | "monthly" | "annually";

/** all: each gets its own run, late; last: only the newest does; skip: none does. Owners are told of the others. */
export type MissedRule = "all" | "last" | "skip";

export interface ClusterSpec {
  readonly tenants: readonly TenantSpec[];
  readonly plans: readonly PlanSpec[];
  readonly machines: readonly MachineSpec[];
  readonly control: ControlSpec;
}

export interface TenantSpec {
  readonly name: string;
  /** Where its clients are; empty: nowhere in particular. */
  readonly datacenter: string;
  /** Tenants that a scenario describes together (`count`) share a group; results are reported by group. */
  readonly group: string;
  /** Index into plans. */
  readonly plan: number;
  readonly weight: number;
}

export interface PlanSpec {
  readonly name: string;
  /** Ticks that one admitted task uses up of the tenant's rate; 0 means no limit. */
  readonly ticksPerTask: number;
  /** How many tasks may be admitted at one instant after a long silence. */
  readonly burst: number;
  /** Higher is served earlier by the policies that look at it. */
  readonly priority: number;
  /** Paid by the tenant for each hour of one cpu. */
  readonly price: number;
}

export interface MachineSpec {
  readonly name: string;
  /** The scenario's entry it comes from. */
  readonly group: string;
  readonly datacenter: string;
  readonly capacity: Vector;
  /** 1 is nominal: a task of 10 s takes 5 s on a machine of speed 2. */
  readonly speed: number;
  /** Per hour that the machine is up. */
  readonly cost: number;
}

/** Settings of the control plane. What is ideal costs nothing: one node, no timeout, no limit. */
export interface ControlSpec {
  readonly limiter: {
    readonly nodes: number;
    /** What a node is lent at a time, as a share of the tenant's burst. */
    readonly portion: number;
    /** How long a lent portion may be spent. */
    readonly lease: Tick;
  };
  readonly submitters: {
    /** How many share the incoming tasks. */
    readonly nodes: number;
    readonly heartbeat: Heartbeat;
  };
  readonly manager: {
    readonly replicas: number;
    /** How long a leader leads without renewing. */
    readonly lease: Tick;
    /** How often a leader renews, and the others look whether there is one. */
    readonly every: Tick;
  };
  readonly store: {
    /** How long an idempotency key is remembered. */
    readonly keysFor: Tick;
  };
  readonly batcher: {
    /** Time between batches; 0: a batch whenever something changed. */
    readonly every: Tick;
    /** No batch is larger than this. */
    readonly size: number;
    /** When so many tasks are ready, a batch does not wait for its time. */
    readonly full: number;
  };
  readonly retry: {
    /** Wait before the second attempt; each further one waits `factor` times longer, up to `limit`. */
    readonly first: Tick;
    readonly factor: number;
    readonly limit: Tick;
  };
  readonly queues: {
    /** A delivered task that nobody confirms for so long is delivered again; NEVER: delivery is certain. */
    readonly visibility: Tick;
    /** The worker's heartbeats keep a delivered task invisible. */
    readonly renews: boolean;
    /** A task that could not start for so long is given back to its owner, who is told to try again. */
    readonly maxWait: Tick;
    /** The cap of tasks that come without one. */
    readonly executionCap: Tick;
    /** So many machines may die under a task before it is taken for what kills them; Infinity: it never is. */
    readonly deadlyAfter: number;
  };
  readonly monitor: {
    readonly heartbeat: Heartbeat;
    /** A machine on which nothing ran for so long is reported as unused; NEVER: it is not. */
    readonly unusedAfter: Tick;
    readonly autoscale: AutoscaleSpec | null;
  };
  /** What energy costs in each of the equal parts (24: hours) of a day in UTC, 1 being usual; empty: always 1. */
  readonly prices: readonly number[];
  /** Share of cpu in use from which it is peak time. */
  readonly peakAt: number;
  /** Wall-clock milliseconds since 1970 (UTC) at tick 0: calendars and task ids count from it. */
  readonly epoch: number;
}

/** How a node shows that it is alive, and after how long a silence it is taken for dead. */
export interface Heartbeat {
  /** 0: it is heard all the time. */
  readonly every: Tick;
  readonly timeout: Tick;
}

/** The control plane of a scenario that says nothing about it. */
export const IDEAL: ControlSpec = {
  limiter: { nodes: 1, portion: 0.25, lease: 10 * SECOND },
  submitters: { nodes: 1, heartbeat: { every: 0, timeout: 0 } },
  manager: { replicas: 1, lease: 10 * SECOND, every: SECOND },
  store: { keysFor: DAY },
  batcher: { every: 0, size: NEVER, full: NEVER },
  retry: { first: 0, factor: 2, limit: HOUR },
  queues: {
    visibility: NEVER,
    renews: true,
    maxWait: NEVER,
    executionCap: NEVER,
    deadlyAfter: Number.POSITIVE_INFINITY,
  },
  monitor: { heartbeat: { every: 0, timeout: 0 }, unusedAfter: NEVER, autoscale: null },
  prices: [],
  peakAt: 0.8,
  epoch: 1_767_225_600_000,
};

export interface AutoscaleSpec {
  /** How often the fleet is looked at. */
  readonly every: Tick;
  /** Capacity wanted for each unit of demand (cpu in use and asked for). */
  readonly target: number;
  /** Machines that are never switched off. */
  readonly least: number;
}

/** All that tasks submitted alike have in common. A task record refers to it instead of repeating it. */
export interface TemplateSpec {
  readonly class: string;
  readonly resources: Vector;
  /** Longest acceptable wait from submission to first start; NEVER when unlimited. */
  readonly delayTolerance: Tick;
  /** An attempt that runs longer is killed; NEVER when unlimited. */
  readonly executionCap: Tick;
  /** How long its owner says it runs; NEVER when nothing was said. Policies may rely on it, nothing else does. */
  readonly estimate: Tick;
  /** How often the task may be tried before it is given up. */
  readonly attempts: number;
  readonly schedule: Schedule;
  /** When a period is, on the clock of its place. */
  readonly zone: TimeZone;
  /** What happens to periods that passed while nobody could submit them. */
  readonly missed: MissedRule;
  /** Whether a task still runs when one that it depends on did not end well. */
  readonly runsAnyway: boolean;
  /** Progress can be saved: an interrupted attempt goes on from its last checkpoint. */
  readonly checkpoints: boolean;
  /** The task may wait for off-peak hours. */
  readonly offPeak: boolean;
  /** Running it twice does no harm. */
  readonly idempotent: boolean;
  /** The program it runs in the live world; null for the built-in work program. */
  readonly script: string | null;
}
