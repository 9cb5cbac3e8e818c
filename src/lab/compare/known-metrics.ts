/** Which figures a scenario's runs will have, known before any of them: a mistyped name is answered at once. */
import { Cell } from "../../cluster/metric-cell.ts";
import { DIMENSIONS, RESOURCES } from "../../cluster/resources.ts";
import type { Scenario } from "../../scenario/model.ts";
import { nearest } from "../../scenario/nearest.ts";
import { metricPath, parseMetricPath } from "../metric-path.ts";
import type { ReplicaResult } from "../replica.ts";

export interface KnownMetrics {
  /** "all", then classes, then tenants. */
  readonly groups: readonly string[];
  readonly ofAll: readonly string[];
  /** Of a class or a tenant. */
  readonly ofGroup: readonly string[];
}

/** `empty`: what a run that has not begun would give; it has the names of all but utilisation. */
export function knownMetrics(scenario: Scenario, empty: ReplicaResult): KnownMetrics {
  const templates = scenario.workloads.flatMap(({ tasks }) => tasks.map(({ template }) => template));
  const classes = templates.map((template) => `class:${template.class}`);
  const tenants = scenario.cluster.tenants.map((tenant) => `tenant:${tenant.group}`);
  const asked = Array.from({ length: DIMENSIONS }, (_, d) => d).filter((d) =>
    templates.some(({ resources }) => resources[d]! > 0),
  );
  return {
    groups: [...new Set(["all", ...classes, ...tenants])],
    ofAll: [...Object.keys(empty.metrics["all"]!), ...asked.map((d) => `utilization.${RESOURCES[d]}`)],
    ofGroup: Object.keys(new Cell().metrics()),
  };
}

/** What is wrong with a path, as a sentence; null for one that will be there. */
export function wrongPath(text: string, known: KnownMetrics): string | null {
  const { metric, group } = parseMetricPath(text);
  if (!known.groups.includes(group)) {
    // Whoever writes the name alone means the class or the tenant of this name.
    const named = known.groups.find((other) => other.endsWith(`:${group}`));
    const meant = named ?? nearest(group, known.groups);
    return `there is no group "${group}"; ${suggest(meant === null ? null : metricPath({ metric, group: meant }), known.groups)}`;
  }
  const names = group === "all" ? known.ofAll : known.ofGroup;
  if (names.includes(metric)) return null;
  if (known.ofAll.includes(metric)) return `${metric} is known of the whole run only, not of ${group}`;
  const meant = nearest(metric, names);
  return `there is no metric "${metric}"; ${suggest(meant === null ? null : metricPath({ metric: meant, group }), names)}`;
}

function suggest(meant: string | null, there: readonly string[]): string {
  return `${meant === null ? "there" : `did you mean ${meant}? There`} are ${there.join(", ")}`;
}
