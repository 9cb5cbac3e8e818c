/** Whether each fault strikes something that exists. */
import { DATACENTER_PREFIX, faultTargets, memberNames, submitterNames } from "../lookup.ts";
import { type Problem, problem } from "../problems.ts";
import type { FaultEntry } from "../schema/faults.ts";
import type { ScenarioFile } from "../schema.ts";
import { unknownName } from "./names.ts";

export function checkFaults(file: ScenarioFile): Problem[] {
  return file.faults.flatMap((fault, f): Problem[] => {
    const targets = faultTargets(file, fault).length;
    if (targets === 0) return [unknownTarget(file, fault, f)];
    if ("number" in fault.count && fault.count.number > targets) {
      const message = `more than the ${targets} there ${targets === 1 ? "is" : "are"} to strike`;
      return [problem(["faults", f, "count"], message, { found: fault.count.number })];
    }
    return [];
  });
}

function unknownTarget(file: ScenarioFile, fault: FaultEntry, index: number): Problem {
  const path = ["faults", index, "target"];
  const target = fault.target ?? "";
  if (fault.kind === "submitter-crash") return unknownName(path, "submitter", target, submitterNames(file));
  const datacenters = new Set(file.machines.map(({ datacenter }) => `${DATACENTER_PREFIX}${datacenter}`));
  const kinds = file.machines.map(({ name }) => name);
  // Single machines are offered only for a target that looks like one: a thousand names help nobody.
  const single = /-\d+$/.test(target) ? file.machines.flatMap(memberNames) : [];
  return unknownName(path, "machine or datacenter", target, [
    ...new Set([...kinds, ...datacenters, ...single]),
  ]);
}
