/**
 * What a scheduler is told about its surroundings before it starts: tenants and their plans, machines, settings of
 * the control plane, and the templates tasks are submitted from. Both worlds build it from a scenario.
 */
import type { Tick } from "../engine/time.ts";
import type { Vector } from "./resources.ts";

export type Schedule = "once" | "daily" | "weekly" | "monthly" | "annually";

export interface ClusterSpec {
  readonly tenants: readonly TenantSpec[];
  readonly plans: readonly PlanSpec[];
  readonly machines: readonly MachineSpec[];
  readonly control: ControlSpec;
}

export interface TenantSpec {
  readonly name: string;
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

export interface ControlSpec {
  /** How many submitter nodes share the incoming tasks. */
  readonly submitters: number;
  readonly batcher: {
    /** Time between batches; 0: a batch whenever something changed. */
    readonly every: Tick;
    /** No batch is larger than this. */
    readonly size: number;
  };
  readonly retry: {
    /** Wait before the second attempt; each further one waits `factor` times longer, up to `limit`. */
    readonly first: Tick;
    readonly factor: number;
    readonly limit: Tick;
  };
  /** Share of cpu in use from which it is peak time. */
  readonly peakAt: number;
  /** Wall-clock milliseconds since 1970 (UTC) at tick 0: calendars and task ids count from it. */
  readonly epoch: number;
}

/** All that tasks submitted alike have in common. A task record refers to it instead of repeating it. */
export interface TemplateSpec {
  readonly class: string;
  readonly resources: Vector;
  /** Longest acceptable wait from submission to first start; NEVER when unlimited. */
  readonly delayTolerance: Tick;
  /** An attempt that runs longer is killed; NEVER when unlimited. */
  readonly executionCap: Tick;
  /** How often the task may be tried before it is given up. */
  readonly attempts: number;
  readonly schedule: Schedule;
  /** The task may wait for off-peak hours. */
  readonly offPeak: boolean;
  /** Running it twice does no harm. */
  readonly idempotent: boolean;
  /** The program it runs in the live world; null for the built-in work program. */
  readonly script: string | null;
}
