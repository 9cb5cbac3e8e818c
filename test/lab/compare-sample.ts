/** Replications made up for tests: only their figures matter. */
import type { PolicyReplicas } from "../../src/lab/compare/policy-replicas.ts";
import type { ReplicaResult } from "../../src/lab/replica.ts";

/** `figures`: by path of group and metric, one value a replication; undefined where the group is not there. */
export function made(
  policy: string,
  figures: Readonly<Record<string, readonly (number | undefined)[]>>,
): PolicyReplicas {
  const count = Math.max(...Object.values(figures).map((values) => values.length));
  const replicas = Array.from({ length: count }, (_, i): ReplicaResult => {
    const metrics: Record<string, Record<string, number>> = { all: {} };
    for (const [path, values] of Object.entries(figures)) {
      const [metric, ...rest] = path.split(":");
      const group = rest.length === 0 ? "all" : rest.join(":");
      const value = values[i];
      if (value === undefined) continue;
      metrics[group] ??= { submitted: 10 };
      metrics[group][metric!] = value;
    }
    return {
      digest: "",
      drawn: "",
      events: 0,
      metrics,
      waits: {},
      timeline: { every: 1, peakAt: 0.8, points: [], faults: [] },
      measured: { from: 0, until: 0 },
      recoveries: [],
    };
  });
  return { policy, replicas };
}
