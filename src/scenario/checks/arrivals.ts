/** Whether each workload has just one reason to be submitted: arrivals, a schedule, or the job it belongs to. */
import type { DistributionSpec } from "../../engine/distributions.ts";
import { isRoot } from "../jobs.ts";
import { type Problem, problem } from "../problems.ts";
import type { WorkloadEntry } from "../schema/workloads.ts";
import type { ScenarioFile } from "../schema.ts";

export function checkArrivals(file: ScenarioFile): Problem[] {
  return file.tenants.flatMap((tenant, t) =>
    tenant.workloads.flatMap((workload, w) => {
      const path = ["tenants", t, "workloads", w];
      return [...reasonProblems(workload, path), ...endlessLoop(workload, path)];
    }),
  );
}

function reasonProblems(workload: WorkloadEntry, path: readonly PropertyKey[]): Problem[] {
  const { arrivals, at, schedule, dependsOn, copies, onParentFailure } = workload;
  const problems: Problem[] = [];
  const add = (key: string, message: string) => problems.push(problem([...path, key], message));
  if (!isRoot(workload)) {
    if (arrivals !== undefined) add("arrivals", "must be left out: it comes with the job it depends on");
    if (at !== undefined) add("at", "must be left out: it comes with the job it depends on");
    if (schedule !== "once") add("schedule", "must be once: it comes with the job it depends on");
  } else if (schedule === "once") {
    if (arrivals === undefined) add("arrivals", "missing; without dependsOn a workload needs arrivals");
    if (at !== undefined) add("at", "is for repeated tasks; set schedule, or give arrivals at that time");
  } else {
    if (arrivals !== undefined) add("arrivals", `must be left out: a ${schedule} task begins at \`at\``);
    if (dependsOn !== undefined) add("dependsOn", `must be left out: a ${schedule} task repeats by itself`);
    if (copies !== 1) add("copies", `must be 1: a ${schedule} task repeats by itself`);
  }
  if (onParentFailure === "run" && dependsOn === undefined) {
    add("onParentFailure", "is for tasks that depend on others; set dependsOn, or leave it out");
  }
  return problems;
}

/** A client that neither thinks nor waits for work would submit for ever at one instant. */
function endlessLoop({ arrivals, duration }: WorkloadEntry, path: readonly PropertyKey[]): Problem[] {
  if (arrivals?.process !== "closed" || !isAlwaysZero(arrivals.think) || !isAlwaysZero(duration)) return [];
  const message = "must be longer than 0 where the duration is 0, or time would never pass";
  return [problem([...path, "arrivals", "think"], message)];
}

function isAlwaysZero(spec: DistributionSpec): boolean {
  if (spec.dist === "constant") return spec.value === 0;
  if (spec.dist === "uniform") return spec.high === 0;
  return spec.dist === "empirical" && spec.values.every((value) => value === 0);
}
