/**
 * What the names in a file stand for: tiers, the machines and tenants behind an entry with a count, the targets of
 * a fault. Checking and resolving both look names up here, so that they cannot disagree.
 */
import type { Vector } from "../cluster/resources.ts";
import type { FaultEntry } from "./schema/faults.ts";
import { BUILT_IN_TIERS, type MachineEntry } from "./schema/machines.ts";
import { taskVector } from "./schema/resources.ts";
import type { WorkloadEntry } from "./schema/workloads.ts";
import type { ScenarioFile } from "./schema.ts";

/** The built-in tiers and the file's own, by name. */
export function tierVectors(file: ScenarioFile): ReadonlyMap<string, Vector> {
  const builtIn = Object.entries(BUILT_IN_TIERS).map(
    ([name, tier]) => [name, taskVector.parse(tier)] as const,
  );
  return new Map([...builtIn, ...Object.entries(file.tiers)]);
}

/** What a task of the workload takes; undefined where it names a tier that does not exist. */
export function vectorOf(workload: WorkloadEntry, tiers: ReadonlyMap<string, Vector>): Vector | undefined {
  return typeof workload.resources === "string" ? tiers.get(workload.resources) : workload.resources;
}

/** `m` for one, `m-1`, `m-2`, … for several. */
export function memberNames(entry: { readonly name: string; readonly count: number }): string[] {
  if (entry.count === 1) return [entry.name];
  return Array.from({ length: entry.count }, (_, i) => `${entry.name}-${i + 1}`);
}

export function submitterNames(file: ScenarioFile): string[] {
  return Array.from({ length: file.control.submitters.nodes }, (_, i) => `submitter-${i + 1}`);
}

export const DATACENTER_PREFIX = "datacenter:";

/** Indexes of the machines or submitters a fault may strike; empty where its target does not exist. */
export function faultTargets(file: ScenarioFile, fault: FaultEntry): number[] {
  const { kind, target } = fault;
  if (kind === "submitter-crash") {
    return indexesWhere(submitterNames(file), (name) => target === undefined || name === target);
  }
  const machines = file.machines.flatMap((entry) => memberNames(entry).map((name) => ({ name, entry })));
  return indexesWhere(machines, (machine) => target === undefined || isNamed(machine, target));
}

function isNamed(machine: { readonly name: string; readonly entry: MachineEntry }, target: string): boolean {
  const { name, entry } = machine;
  return name === target || entry.name === target || `${DATACENTER_PREFIX}${entry.datacenter}` === target;
}

function indexesWhere<T>(items: readonly T[], holds: (item: T) => boolean): number[] {
  return items.flatMap((item, index) => (holds(item) ? [index] : []));
}

export function faultTargetName(file: ScenarioFile, fault: FaultEntry, target: number): string {
  if (fault.kind === "submitter-crash") return submitterNames(file)[target]!;
  return file.machines.flatMap(memberNames)[target]!;
}
