/** What a scenario's clients ask for, as a share of what its machines can do: the ρ of queueing theory. */
import { CPU, DIMENSIONS, RESOURCES } from "../../cluster/resources.ts";
import { meanRate } from "../../engine/arrivals.ts";
import { distribution } from "../../engine/distributions.ts";
import type { JobTask, Scenario, Workload } from "../../scenario/model.ts";

export interface OfferedLoad {
  /** Of the resource that is scarcest. */
  readonly share: number;
  readonly resource: string;
}

/** Null where it cannot be said: clients that wait for answers, periodic tasks and traces have no rate. */
export function offeredLoad({ workloads, cluster }: Scenario): OfferedLoad | null {
  const asked = new Float64Array(DIMENSIONS);
  for (const workload of workloads) {
    const rate = tasksPerTick(workload, cluster.plans, cluster.tenants);
    if (rate === null) return null;
    for (const task of workload.tasks) {
      const busy = meanDuration(task);
      task.template.resources.forEach((amount, d) => {
        if (amount > 0) asked[d]! += rate * busy * amount;
      });
    }
  }
  let worst: OfferedLoad | null = null;
  for (let d = 0; d < DIMENSIONS; d++) {
    if (asked[d] === 0) continue;
    // A faster machine holds its tasks for less time, whatever they hold.
    const capacity = cluster.machines.reduce((sum, machine) => sum + machine.capacity[d]! * machine.speed, 0);
    const share = asked[d]! / capacity;
    if (worst === null || share > worst.share) worst = { share, resource: RESOURCES[d]! };
  }
  return worst ?? { share: 0, resource: RESOURCES[CPU]! };
}

/** Whether the work keeps coming alike: no time of day, no period, no trace, no fault at a given time. */
export function isSteady({ workloads, faults }: Scenario): boolean {
  const varies = (arrivals: Workload["arrivals"]) =>
    arrivals.process === "periodic" ||
    arrivals.process === "trace" ||
    (arrivals.process === "diurnal" && new Set(arrivals.profile).size > 1);
  return !workloads.some(({ arrivals }) => varies(arrivals)) && !faults.some(({ every }) => every === null);
}

/** What all tenants of a workload get past their limits; null where there is no such rate. */
function tasksPerTick(
  { tenants, arrivals, tasks }: Workload,
  plans: Scenario["cluster"]["plans"],
  all: Scenario["cluster"]["tenants"],
): number | null {
  if (arrivals.process === "closed" || arrivals.process === "periodic") return null;
  const jobs = meanRate(arrivals);
  if (!Number.isFinite(jobs)) return null;
  return tenants.reduce((sum, tenant) => {
    const { ticksPerTask } = plans[all[tenant]!.plan]!;
    const admitted = ticksPerTask > 0 ? 1 / (ticksPerTask * tasks.length) : Number.POSITIVE_INFINITY;
    return sum + Math.min(jobs, admitted);
  }, 0);
}

/** Over all attempts; those that are stopped at their cap take no longer than that. */
function meanDuration({ duration, failure, template }: JobTask): number {
  const once = Math.min(distribution(duration).mean, template.executionCap);
  if (failure === 0) return once;
  return once * (failure === 1 ? template.attempts : (1 - failure ** template.attempts) / (1 - failure));
}
