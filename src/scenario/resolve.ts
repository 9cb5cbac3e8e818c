/**
 * From a checked file to the model that everything else works on: names become indexes, counts become single
 * machines and tenants, workloads become jobs. Nothing here can fail; what could was checked before.
 */
import type { Vector } from "../cluster/resources.ts";
import type { MachineSpec, PlanSpec, TemplateSpec, TenantSpec, TimeZone } from "../cluster/spec.ts";
import { assert } from "../engine/assert.ts";
import { NEVER, type Tick } from "../engine/time.ts";
import { isRoot, jobOf, layOut } from "./jobs.ts";
import { memberNames, tierVectors, vectorOf } from "./lookup.ts";
import type { JobTask, Limit, Scenario, Workload } from "./model.ts";
import { resolveControl, resolveSurroundings } from "./resolve/control.ts";
import { resolveFaults } from "./resolve/faults.ts";
import { DEFAULT_PLAN, type PlanEntry, type TenantEntry } from "./schema/tenants.ts";
import type { WorkloadEntry } from "./schema/workloads.ts";
import type { ScenarioFile } from "./schema.ts";
import { timeZones } from "./time-zones.ts";

export function resolve(file: ScenarioFile): Scenario {
  const plans = resolvePlans(file);
  const workloads = resolveWorkloads(file);
  return {
    name: file.name,
    description: file.description,
    seed: file.seed,
    stop: { time: file.stop.time ?? NEVER, tasks: file.stop.tasks ?? NEVER },
    warmup: resolveWarmup(file),
    cluster: {
      tenants: file.tenants.flatMap((entry) => resolveTenant(entry, plans)),
      plans,
      machines: file.machines.flatMap(resolveMachine),
      control: resolveControl(file),
    },
    policy: file.policy,
    workloads,
    faults: resolveFaults(file, workloads),
    ...resolveSurroundings(file),
  };
}

/** Nothing is left out where the file says nothing: a warm-up that is over at once. */
function resolveWarmup({ warmup }: ScenarioFile): Limit {
  if (warmup?.time === undefined && warmup?.tasks === undefined) return { time: 0, tasks: 0 };
  return { time: warmup.time ?? NEVER, tasks: warmup.tasks ?? NEVER };
}

function resolvePlans(file: ScenarioFile): PlanSpec[] {
  const plans = Object.entries(file.plans).map(([name, plan]) => planSpec(name, plan));
  const implied = file.tenants.some((tenant) => tenant.plan === undefined);
  if (implied && !plans.some((plan) => plan.name === DEFAULT_PLAN)) {
    plans.push({ name: DEFAULT_PLAN, ticksPerTask: 0, burst: 1, priority: 0, price: 0 });
  }
  return plans;
}

function planSpec(name: string, { ticksPerTask, burst, priority, price }: PlanEntry): PlanSpec {
  return { name, ticksPerTask, burst, priority, price };
}

function resolveTenant(entry: TenantEntry, plans: readonly PlanSpec[]): TenantSpec[] {
  const plan = plans.findIndex(({ name }) => name === (entry.plan ?? DEFAULT_PLAN));
  assert(plan >= 0, `no plan for tenant ${entry.name}`);
  return memberNames(entry).map((name) => ({
    name,
    datacenter: entry.datacenter ?? "",
    group: entry.name,
    plan,
    weight: entry.weight,
  }));
}

function resolveMachine(entry: ScenarioFile["machines"][number]): MachineSpec[] {
  const { name: group, datacenter, capacity, speed, cost } = entry;
  return memberNames(entry).map((name) => ({ name, group, datacenter, capacity, speed, cost }));
}

function resolveWorkloads(file: ScenarioFile): Workload[] {
  const tiers = tierVectors(file);
  const zoneOf = timeZones(file.start, file.stop.time ?? 0);
  let firstTenant = 0;
  return file.tenants.flatMap((entry) => {
    const from = firstTenant;
    firstTenant += entry.count;
    const tenants = Array.from({ length: entry.count }, (_, i) => from + i);
    const caps = {
      usual: file.control.queues.executionCap,
      most: file.plans[entry.plan ?? DEFAULT_PLAN]?.maxExecutionCap ?? NEVER,
    };
    return entry.workloads.filter(isRoot).map((root): Workload => {
      const arrivals = root.arrivals ?? { process: "periodic", at: root.at ?? 0 };
      return { tenants, arrivals, tasks: jobTasks(root, entry, tiers, caps, zoneOf) };
    });
  });
}

/** The cap of a task that comes without one, and the most that its plan allows. */
interface Caps {
  readonly usual: Tick;
  readonly most: Tick;
}

function jobTasks(
  root: WorkloadEntry,
  entry: TenantEntry,
  tiers: ReadonlyMap<string, Vector>,
  caps: Caps,
  zoneOf: (name: string) => TimeZone,
): JobTask[] {
  // Tasks of one class share a template, which the scheduler keeps once for all of them.
  const templates = new Map<WorkloadEntry, TemplateSpec>();
  return layOut(jobOf(root, entry.workloads)).map(({ workload, parents }) => {
    let template = templates.get(workload);
    if (template === undefined) {
      template = resolveTemplate(workload, tiers, caps, zoneOf);
      templates.set(workload, template);
    }
    return {
      template,
      duration: workload.duration,
      failure: workload.failure,
      checkpoint: workload.checkpoint ?? null,
      overuse: workload.overuse ?? null,
      parents,
    };
  });
}

function resolveTemplate(
  workload: WorkloadEntry,
  tiers: ReadonlyMap<string, Vector>,
  caps: Caps,
  zoneOf: (name: string) => TimeZone,
): TemplateSpec {
  const resources = vectorOf(workload, tiers);
  assert(resources !== undefined, `no tier for class ${workload.class}`);
  return {
    class: workload.class,
    resources,
    delayTolerance: workload.delayTolerance ?? NEVER,
    executionCap: Math.min(workload.executionCap ?? caps.usual, caps.most),
    attempts: workload.attempts,
    estimate: workload.estimate ?? NEVER,
    schedule: workload.schedule,
    zone: zoneOf(workload.timeZone ?? "UTC"),
    missed: workload.missed ?? "all",
    runsAnyway: workload.onParentFailure === "run",
    checkpoints: workload.checkpoint !== undefined,
    offPeak: workload.offPeak,
    idempotent: workload.idempotent,
    script: workload.script ?? null,
  };
}
