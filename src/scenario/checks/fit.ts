/** Tasks that no machine could ever hold, even an empty one: they would wait for ever. */
import { CPU, MILLICORES, RESOURCES, type Resource, type Vector } from "../../cluster/resources.ts";
import { tierVectors, vectorOf } from "../lookup.ts";
import { type Problem, problem } from "../problems.ts";
import type { MachineEntry } from "../schema/machines.ts";
import type { ScenarioFile } from "../schema.ts";

export function checkFit(file: ScenarioFile): Problem[] {
  const tiers = tierVectors(file);
  return file.tenants.flatMap((tenant, t) =>
    tenant.workloads.flatMap((workload, w) => {
      const asked = vectorOf(workload, tiers);
      if (asked === undefined || file.machines.some(({ capacity }) => holds(capacity, asked))) return [];
      const found = typeof workload.resources === "string" ? workload.resources : undefined;
      return [problem(["tenants", t, "workloads", w, "resources"], whyNot(asked, file.machines), { found })];
    }),
  );
}

function holds(capacity: Vector, asked: Vector): boolean {
  return asked.every((amount, r) => amount <= capacity[r]!);
}

function whyNot(asked: Vector, machines: readonly MachineEntry[]): string {
  const tooMuch = RESOURCES.flatMap((resource, r) => {
    const largest = machines.reduce((best, machine) =>
      machine.capacity[r]! > best.capacity[r]! ? machine : best,
    );
    if (asked[r]! <= largest.capacity[r]!) return [];
    const has = showAmount(resource, largest.capacity[r]!);
    return [`${showAmount(resource, asked[r]!)}, and the largest machine (${largest.name}) has ${has}`];
  });
  if (tooMuch.length > 0) return `no machine can ever hold it: it asks for ${tooMuch.join("; for ")}`;
  const all = RESOURCES.filter((_, r) => asked[r]! > 0).map((resource) =>
    showAmount(resource, asked[RESOURCES.indexOf(resource)]!),
  );
  return `no machine can ever hold it: none has ${all.join(" and ")} together`;
}

function showAmount(resource: Resource, amount: number): string {
  if (resource === RESOURCES[CPU]) return `${amount / MILLICORES} cpu`;
  if (resource === "iops" || resource === "ports") return `${amount} ${resource}`;
  const unit = BYTES.find(([, bytes]) => amount >= bytes) ?? ["B", 1];
  const number = Number((amount / unit[1]).toFixed(2));
  return `${number}${unit[0]}${resource === "network" ? "/s" : ""} of ${resource}`;
}

const BYTES: readonly (readonly [string, number])[] = [
  ["TiB", 2 ** 40],
  ["GiB", 2 ** 30],
  ["MiB", 2 ** 20],
  ["KiB", 2 ** 10],
];
