/**
 * What of a scenario has no place in the real world. A model of something that is really there (a network, a store,
 * clients) is left out, and said to be. What would have to be done and is not (looking at what tasks take) is a mistake
 * in the file: the run would show the opposite of what was asked for.
 */
import { NEVER } from "../engine/time.ts";
import type { Scenario } from "../scenario/model.ts";
import { type Problem, problem } from "../scenario/problems.ts";

/** By their places in the file. */
export function leftOut(scenario: Scenario): string[] {
  const { network, store, clients, faults, isolation, cluster, workloads } = scenario;
  const { manager, submitters } = cluster.control;
  const far = network.home !== "" && network.between > 0;
  const slow = network.clients !== null || network.machines !== null;
  const parts: readonly (readonly [string, boolean])[] = [
    [faults.length === 1 ? "1 fault" : `${faults.length} faults`, faults.length > 0],
    ["control.network", far || slow || network.loss > 0 || network.duplication > 0],
    ["control.store", store.latency !== null || store.gather > 0],
    ["control.clients", clients.timeout < NEVER || clients.retriesRefused],
    ["control.manager", manager.replicas > 1],
    ["control.submitters.timeout", submitters.heartbeat.timeout > 0],
    ["isolation", !isolation],
    [
      "checkpoint.cost",
      workloads.some(({ tasks }) => tasks.some((task) => (task.checkpoint?.cost ?? 0) > 0)),
    ],
  ];
  return parts.flatMap(([name, has]) => (has ? [name] : []));
}

/** Of the file as it was read, changes included: what `sim live` cannot do. */
export function impossible(file: unknown): Problem[] {
  const { tenants, control } = Object(file) as { tenants?: unknown; control?: unknown };
  const problems = list(tenants).flatMap((tenant, t) =>
    list(Object(tenant).workloads).flatMap((workload, w) => {
      const found: unknown = Object(workload).overuse;
      return found === undefined ? [] : [unseen(["tenants", t, "workloads", w, "overuse"], found)];
    }),
  );
  const found: unknown = Object(Object(control).monitor).usageEvery;
  return found === undefined ? problems : [...problems, unseen(["control", "monitor", "usageEvery"], found)];
}

function unseen(path: readonly PropertyKey[], found: unknown): Problem {
  return problem(path, "a live run does not look at what its tasks take; leave this out, or use sim run", {
    found,
  });
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
