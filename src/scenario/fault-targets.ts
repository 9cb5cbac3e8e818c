/**
 * What a fault may strike: everything of its kind in the order in which the model numbers it, and which of that a
 * target means. Checking and resolving both ask here, so that they cannot disagree.
 */
import { memberNames } from "./lookup.ts";
import { FAULTS, type FaultKind } from "./model.ts";
import type { ScenarioFile } from "./schema.ts";

export interface Target {
  readonly index: number;
  readonly name: string;
}

/** Something that can be struck, with the names that mean it and others like it. */
interface Candidate {
  readonly name: string;
  readonly kinds: readonly string[];
}

/** `classes` are those of the templates by number, or just all there are where only the names matter. */
export function faultTargets(
  file: ScenarioFile,
  fault: { readonly kind: FaultKind; readonly target?: string | undefined },
  classes: readonly string[],
): Target[] {
  const { kind, target } = fault;
  return candidates(file, kind, classes).flatMap(({ name, kinds }, index) =>
    target === undefined || target === name || kinds.includes(target) ? [{ index, name }] : [],
  );
}

/** All that a target of this kind of fault could be: names that mean many, then those of `single` things. */
export function targetNames(file: ScenarioFile, kind: FaultKind, single: boolean): string[] {
  const all = candidates(file, kind, classesOf(file));
  return [...new Set([...all.flatMap(({ kinds }) => kinds), ...(single ? all.map(({ name }) => name) : [])])];
}

export function classesOf(file: ScenarioFile): string[] {
  return [...new Set(file.tenants.flatMap(({ workloads }) => workloads.map((workload) => workload.class)))];
}

function candidates(file: ScenarioFile, kind: FaultKind, classes: readonly string[]): Candidate[] {
  const { submitters, limiter, manager } = file.control;
  switch (FAULTS[kind].strikes) {
    case "machine":
      return machines(file);
    case "submitter":
      return nodes("submitter", submitters.nodes);
    case "limiter":
      return nodes("limiter", limiter.nodes);
    case "manager":
      return nodes("manager", manager.replicas);
    case "node":
      return [...nodes("submitter", submitters.nodes), ...nodes("limiter", limiter.nodes)];
    case "class":
      return classes.map((name) => ({ name, kinds: [] }));
    case "none":
      return [{ name: kind.startsWith("store-") ? "store" : "queue", kinds: [] }];
  }
}

function machines(file: ScenarioFile): Candidate[] {
  return file.machines.flatMap((entry) => {
    const kinds = [entry.name, `datacenter:${entry.datacenter}`];
    return memberNames(entry).map((name) => ({ name, kinds }));
  });
}

function nodes(kind: string, count: number): Candidate[] {
  return Array.from({ length: count }, (_, i) => ({ name: `${kind}-${i + 1}`, kinds: [kind] }));
}
