/**
 * What the names in a file stand for: tiers, and the machines and tenants behind an entry with a count. Checking and
 * resolving both look names up here, so that they cannot disagree.
 */
import type { Vector } from "../cluster/resources.ts";
import { BUILT_IN_TIERS } from "./schema/machines.ts";
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
