/** The replications of one policy, and the values of one figure in those that two policies have in common. */
import { parseMetricPath } from "../metric-path.ts";
import type { ReplicaResult } from "../replica.ts";

export interface PolicyReplicas {
  readonly policy: string;
  /** In the order of their numbers, which are the same for every policy. */
  readonly replicas: readonly ReplicaResult[];
}

/** A class may have had no task in some replication: it is left out of both. */
export function valuesOf(path: string, one: PolicyReplicas, other: PolicyReplicas): [number[], number[]] {
  const values: number[] = [];
  const others: number[] = [];
  one.replicas.forEach((replica, i) => {
    const [value, against] = [figureIn(path, replica), figureIn(path, other.replicas[i]!)];
    if (value === undefined || against === undefined) return;
    values.push(value);
    others.push(against);
  });
  return [values, others];
}

function figureIn(path: string, { metrics }: ReplicaResult): number | undefined {
  const { metric, group } = parseMetricPath(path);
  const of = Object.hasOwn(metrics, group) ? metrics[group]! : {};
  return Object.hasOwn(of, metric) ? of[metric] : undefined;
}
