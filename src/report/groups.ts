/** Reading a result document: which runs and groups it has, under which names people see them, and their metrics. */
import type { Estimate, ResultDocument, RunResult } from "../lab/result.ts";

export interface LabelledRun {
  /** The policy; with its seed where one policy ran on several. */
  readonly label: string;
  readonly run: RunResult;
}

export interface Group {
  /** As in the document: "all", "class:x", "tenant:y". */
  readonly key: string;
  readonly kind: "all" | "class" | "tenant" | "other";
  readonly name: string;
}

export function labelledRuns(document: ResultDocument): readonly LabelledRun[] {
  const seen = new Map<string, number>();
  for (const run of document.runs) seen.set(run.policy, (seen.get(run.policy) ?? 0) + 1);
  const labels = new Set<string>();
  return document.runs.map((run) => {
    let label = seen.get(run.policy) === 1 ? run.policy : `${run.policy} (seed ${run.seed})`;
    // Charts tell runs apart by label alone, so no two may share one.
    for (let again = 2; labels.has(label); again++) label = `${run.policy} (seed ${run.seed}, ${again})`;
    labels.add(label);
    return { label, run };
  });
}

/** Every group of any run: all first, then classes, tenants and the rest, each in the document's order. */
export function groupsOf(document: ResultDocument): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const run of document.runs)
    for (const key of Object.keys(run.metrics)) if (!groups.has(key)) groups.set(key, parseGroup(key));
  return KINDS.flatMap((kind) => [...groups.values()].filter((group) => group.kind === kind));
}

export interface ShownGroups {
  readonly groups: readonly Group[];
  /** How many of each kind were left out. */
  readonly hidden: Readonly<Record<Group["kind"], number>>;
}

/** At most `limit` groups of a kind, those with the most tasks, so that a thousand tenants do not bury the rest. */
export function shownGroups(document: ResultDocument, limit: number): ShownGroups {
  const all = groupsOf(document);
  const size = (group: Group): number =>
    Math.max(0, ...document.runs.map((run) => mean(run, group.key, "submitted") || 0));
  const hidden = { all: 0, class: 0, tenant: 0, other: 0 };
  const groups = KINDS.flatMap((kind) => {
    const ofKind = all.filter((group) => group.kind === kind);
    if (ofKind.length <= limit) return ofKind;
    hidden[kind] = ofKind.length - limit;
    const sizes = new Map(ofKind.map((group) => [group, size(group)]));
    const largest = new Set(
      [...ofKind].sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0)).slice(0, limit),
    );
    return ofKind.filter((group) => largest.has(group));
  });
  return { groups, hidden };
}

/** Every class that any run knows of, be it by its metrics or by its waits. */
export function classesOf(document: ResultDocument): readonly string[] {
  const names = new Set(
    groupsOf(document)
      .filter((group) => group.kind === "class")
      .map((group) => group.name),
  );
  for (const run of document.runs) for (const name of Object.keys(run.waits)) names.add(name);
  return [...names];
}

export function metric(run: RunResult, group: string, name: string): Estimate | undefined {
  // hasOwn: a tenant may be called "constructor".
  const metrics = Object.hasOwn(run.metrics, group) ? run.metrics[group] : undefined;
  return metrics !== undefined && Object.hasOwn(metrics, name) ? metrics[name] : undefined;
}

/** The mean, NaN where there is none: every formatter shows that as a dash. */
export function mean(run: RunResult, group: string, name: string): number {
  // Typed as a number, yet null in a document that was read back from JSON.
  return metric(run, group, name)?.mean ?? Number.NaN;
}

/** Half the width of the confidence interval, or null with a single replication. */
export function halfWidth(estimate: Estimate): number | null {
  return estimate.low === null || estimate.high === null ? null : (estimate.high - estimate.low) / 2;
}

/** Tasks that were given up: they failed for good or went to the dead letters. */
export function givenUp(run: RunResult, group: string): number {
  const failed = mean(run, group, "failed");
  const dead = mean(run, group, "dead");
  if (Number.isNaN(failed)) return dead;
  return Number.isNaN(dead) ? failed : failed + dead;
}

/** The resources whose utilisation the document knows, in its order. */
export function resourcesOf(document: ResultDocument): readonly string[] {
  const names = new Set<string>();
  for (const run of document.runs)
    for (const name of Object.keys(run.metrics.all ?? {}))
      if (name.startsWith(UTILIZATION)) names.add(name.slice(UTILIZATION.length));
  return [...names];
}

const UTILIZATION = "utilization.";
const KINDS = ["all", "class", "tenant", "other"] as const;

function parseGroup(key: string): Group {
  if (key === "all") return { key, kind: "all", name: "all" };
  for (const kind of ["class", "tenant"] as const)
    if (key.startsWith(`${kind}:`)) return { key, kind, name: key.slice(kind.length + 1) };
  return { key, kind: "other", name: key };
}
