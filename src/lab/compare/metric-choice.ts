/**
 * The figures that are compared when nobody says which: few, because each one more makes every interval wider. What
 * is the same under all policies in every replication is no question and is left out.
 */
import { metricPath } from "../metric-path.ts";
import type { ReplicaResult } from "../replica.ts";
import { pair } from "./paired.ts";
import { type PolicyReplicas, valuesOf } from "./policy-replicas.ts";

export interface MetricChoice {
  /** Paths that the user chose; the usual ones where absent. */
  readonly chosen?: readonly string[] | undefined;
  /** A path that is looked at in any case. */
  readonly also?: string | undefined;
}

export function metricsToCompare(
  policies: readonly PolicyReplicas[],
  { chosen, also }: MetricChoice,
): readonly string[] {
  const paths = chosen ?? usualMetrics(policies);
  return also === undefined || paths.includes(also) ? paths : [...paths, also];
}

function usualMetrics(policies: readonly PolicyReplicas[]): string[] {
  const all = policies.flatMap(({ replicas }) => replicas);
  const classes = largestClasses(all);
  const paths = [
    ...OF_ALL.map((metric) => metricPath({ metric, group: "all" })),
    // With one class, its figures are those of all.
    ...(classes.length < 2
      ? []
      : classes.flatMap((group) => OF_CLASS.map((metric) => metricPath({ metric, group })))),
  ];
  const costs = all.some(({ metrics }) => metrics["all"]!["cost"]! > 0);
  return paths.filter((path) => differs(path, policies) && (path !== "machineHours" || !costs));
}

const OF_ALL = [
  "wait.mean",
  "wait.p99",
  "response.mean",
  "lateRatio",
  "rejectedRatio",
  "failed",
  "dead",
  "fairness",
  "utilization.cpu",
  "cost",
  // Stands in for the cost where machines have no price.
  "machineHours",
];
const OF_CLASS = ["wait.mean", "wait.p99", "lateRatio"];
/** More of them are for --metrics. */
const MOST_CLASSES = 8;

function largestClasses(replicas: readonly ReplicaResult[]): string[] {
  const sizes = new Map<string, number>();
  for (const { metrics } of replicas)
    for (const [group, { submitted }] of Object.entries(metrics))
      if (group.startsWith("class:")) sizes.set(group, (sizes.get(group) ?? 0) + submitted!);
  const kept = new Set(
    [...sizes.keys()].sort((a, b) => sizes.get(b)! - sizes.get(a)!).slice(0, MOST_CLASSES),
  );
  return [...sizes.keys()].filter((group) => kept.has(group));
}

function differs(path: string, [first, ...others]: readonly PolicyReplicas[]): boolean {
  return others.some((other) => {
    const [values, against] = valuesOf(path, other, first!);
    return pair(values, against).differences.some((difference) => difference !== 0);
  });
}
