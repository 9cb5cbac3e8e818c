/** Settings of the control plane that contradict each other, or name a datacenter that does not exist. */
import { type Problem, problem } from "../problems.ts";
import type { ScenarioFile } from "../schema.ts";
import { unknownName } from "./names.ts";

export function checkControl(file: ScenarioFile): Problem[] {
  return [...unknownDatacenters(file), ...timeouts(file), ...leastMachines(file), ...leaderLease(file)];
}

function unknownDatacenters(file: ScenarioFile): Problem[] {
  const known = [...new Set(file.machines.map(({ datacenter }) => datacenter))];
  const named: [readonly PropertyKey[], string | undefined][] = [
    ...file.tenants.map(({ datacenter }, t): [PropertyKey[], string | undefined] => [
      ["tenants", t, "datacenter"],
      datacenter,
    ]),
    [["control", "network", "home"], file.control.network.home],
  ];
  return named.flatMap(([path, name]) =>
    name === undefined || known.includes(name) ? [] : [unknownName(path, "datacenter", name, known)],
  );
}

function timeouts({ control }: ScenarioFile): Problem[] {
  return (["submitters", "monitor"] as const).flatMap((part) => {
    const { heartbeat, timeout } = control[part];
    if (heartbeat === 0 || timeout > heartbeat) return [];
    const message = "must be longer than the heartbeat, or what is alive is taken for dead";
    return [problem(["control", part, "timeout"], message)];
  });
}

function leaderLease({ control }: ScenarioFile): Problem[] {
  if (control.manager.lease > control.manager.every) return [];
  const message = "must be longer than control.manager.every, or a leader loses it before renewing";
  return [problem(["control", "manager", "lease"], message)];
}

function leastMachines(file: ScenarioFile): Problem[] {
  const least = file.control.monitor.autoscale?.least ?? 0;
  const machines = file.machines.reduce((sum, { count }) => sum + count, 0);
  if (least <= machines) return [];
  const message = `more than the ${machines} machine${machines === 1 ? "" : "s"} there ${machines === 1 ? "is" : "are"}`;
  return [problem(["control", "monitor", "autoscale", "least"], message, { found: least })];
}
