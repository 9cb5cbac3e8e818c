/** A scheduler on a test bench: the test is its world, and reads back everything that it asked for. */

import { SilentObserver } from "../../src/cluster/observers.ts";
import type { Policy } from "../../src/cluster/policy.ts";
import { Alert, type Effects, Notice } from "../../src/cluster/ports.ts";
import { MILLICORES } from "../../src/cluster/resources.ts";
import { Scheduler } from "../../src/cluster/scheduler.ts";
import {
  type ClusterSpec,
  type ControlSpec,
  IDEAL,
  type MachineSpec,
  type PlanSpec,
  type TemplateSpec,
  UTC,
} from "../../src/cluster/spec.ts";
import { Streams } from "../../src/engine/random.ts";
import { NEVER, type Tick } from "../../src/engine/time.ts";

const UNLIMITED = Number.POSITIVE_INFINITY;

export interface Started {
  readonly task: number;
  readonly token: number;
  readonly machine: number;
}

export class Bench implements Effects {
  readonly scheduler: Scheduler;
  readonly started: Started[] = [];
  readonly stopped: { task: number; token: number; reason: number }[] = [];
  /** Names of notices, in order, with the task's slot where there is one. */
  readonly told: { tenant: number; notice: string; task: number; after: Tick }[] = [];
  readonly alerts: string[] = [];
  wake: Tick = NEVER;

  constructor(cluster: ClusterSpec, policy: Policy) {
    const random = new Streams(1, 0).stream("placement");
    this.scheduler = new Scheduler({
      cluster,
      policy,
      effects: this,
      observer: () => new SilentObserver(),
      random,
    });
  }

  /** Notices about a task, without the acknowledgement. */
  noticesOf(task: number): string[] {
    return this.told
      .filter((told) => told.task === task && told.notice !== "accepted")
      .map((told) => told.notice);
  }

  /** Starts since the last call. */
  takeStarted(): Started[] {
    return this.started.splice(0);
  }

  start(task: number, token: number, machine: number): void {
    this.started.push({ task, token, machine });
  }
  stop(task: number, token: number, _machine: number, reason: number): void {
    this.stopped.push({ task, token, reason });
  }
  save(): void {}
  tell(tenant: number, notice: number, task: number, after: Tick): void {
    this.told.push({ tenant, notice: nameOf(Notice, notice), task, after });
  }
  alert(alert: number): void {
    this.alerts.push(nameOf(Alert, alert));
  }
  power(): void {}
  wakeAt(at: Tick): void {
    this.wake = at;
  }
}

export function cluster(options: {
  readonly machines?: readonly Partial<MachineSpec>[];
  readonly tenants?: number;
  readonly plan?: Partial<PlanSpec>;
  readonly control?: Partial<ControlSpec>;
}): ClusterSpec {
  return {
    tenants: Array.from({ length: options.tenants ?? 1 }, (_, i) => ({
      name: `t${i}`,
      datacenter: "",
      group: "t",
      plan: 0,
      weight: 1,
    })),
    plans: [{ name: "plan", ticksPerTask: 0, burst: 1, priority: 0, price: 0, ...options.plan }],
    machines: (options.machines ?? [{}]).map((machine, i) => ({
      name: `m${i}`,
      group: "m",
      datacenter: "default",
      capacity: vector({ cpu: 1 }, UNLIMITED),
      speed: 1,
      cost: 0,
      ...machine,
    })),
    control: {
      ...IDEAL,
      ...options.control,
    },
  };
}

export function template(options: Partial<TemplateSpec> = {}): TemplateSpec {
  return {
    class: "job",
    resources: vector({ cpu: 1 }, 0),
    delayTolerance: NEVER,
    executionCap: NEVER,
    estimate: NEVER,
    zone: UTC,
    missed: "all",
    runsAnyway: false,
    checkpoints: false,
    attempts: 1,
    schedule: "once",
    offPeak: false,
    idempotent: true,
    script: null,
    ...options,
  };
}

export function vector(amounts: { readonly cpu?: number; readonly memory?: number }, rest: number): number[] {
  const { cpu, memory } = amounts;
  return [cpu === undefined ? rest : cpu * MILLICORES, memory ?? rest, rest, rest, rest, rest];
}

function nameOf(names: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(names).find((name) => names[name] === value)!;
}
