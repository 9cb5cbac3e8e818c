/** Time zones that do not exist, and settings of repeated tasks on tasks that are not repeated. */
import { type Problem, problem } from "../problems.ts";
import type { WorkloadEntry } from "../schema/workloads.ts";
import type { ScenarioFile } from "../schema.ts";
import { isTimeZone, nearestTimeZone } from "../time-zones.ts";

export function checkPeriods(file: ScenarioFile): Problem[] {
  return file.tenants.flatMap(({ workloads }, t) =>
    workloads.flatMap((workload, w) => {
      const path = ["tenants", t, "workloads", w];
      return [...unknownZone(workload, path), ...neverRepeated(workload, path)];
    }),
  );
}

function unknownZone({ timeZone }: WorkloadEntry, path: readonly PropertyKey[]): Problem[] {
  if (timeZone === undefined || isTimeZone(timeZone)) return [];
  const meant = nearestTimeZone(timeZone);
  const message = "no such time zone; expected a name of the IANA database such as Europe/Berlin, or UTC";
  const suggestion = meant === null ? null : `"${meant}"`;
  return [problem([...path, "timeZone"], message, { found: timeZone, suggestion })];
}

function neverRepeated(workload: WorkloadEntry, path: readonly PropertyKey[]): Problem[] {
  if (workload.schedule !== "once") return [];
  return (["timeZone", "missed"] as const)
    .filter((key) => workload[key] !== undefined)
    .map((key) => problem([...path, key], "is for repeated tasks; set schedule, or leave it out"));
}
