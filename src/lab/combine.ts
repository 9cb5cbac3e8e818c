/** Replications into one result: estimates with intervals, pooled waits, one digest over all. */
import { Digest } from "../engine/digest.ts";
import { Histogram } from "../engine/histogram.ts";
import { SECOND } from "../engine/time.ts";
import type { ReplicaResult } from "./replica.ts";
import type { DistributionPoint, Estimate, RunResult } from "./result.ts";
import { estimate } from "./student.ts";

/** `replicas` in the order of their replication numbers. */
export function combine(policy: string, seed: number, replicas: readonly ReplicaResult[]): RunResult {
  const first = replicas[0]!;
  return {
    policy,
    seed,
    replications: replicas.length,
    digest: digestOf(replicas.map((replica) => replica.digest)),
    drawn: digestOf(replicas.map((replica) => replica.drawn)),
    digests: replicas.map((replica) => replica.digest),
    events: replicas.reduce((sum, replica) => sum + replica.events, 0),
    metrics: estimates(replicas),
    waits: pooledWaits(replicas),
    timeline: first.timeline,
    recoveries: first.recoveries,
  };
}

/** One replication keeps its own digest, so that it can be compared with a run of that replication alone. */
export function digestOf(digests: readonly string[]): string {
  if (digests.length === 1) return digests[0]!;
  const whole = new Digest();
  for (const digest of digests) whole.mixHex(digest);
  return whole.hex();
}

/** By group, then by metric. */
export function estimates(
  replicas: readonly Pick<ReplicaResult, "metrics">[],
): Record<string, Record<string, Estimate>> {
  const groups = [...new Set(replicas.flatMap((replica) => Object.keys(replica.metrics)))];
  return Object.fromEntries(
    groups.map((group) => {
      const having = replicas
        .map((replica) => replica.metrics[group])
        .filter((metrics) => metrics !== undefined);
      const names = Object.keys(having[0]!);
      return [
        group,
        Object.fromEntries(names.map((name) => [name, estimate(having.map((metrics) => metrics[name]!))])),
      ];
    }),
  );
}

function pooledWaits(replicas: readonly ReplicaResult[]): Record<string, DistributionPoint[]> {
  const classes = [...new Set(replicas.flatMap((replica) => Object.keys(replica.waits)))];
  return Object.fromEntries(
    classes.map((name) => {
      const pooled = new Histogram();
      for (const { waits } of replicas)
        if (waits[name] !== undefined) pooled.merge(Histogram.fromData(waits[name]));
      return [name, distributionPoints(pooled)];
    }),
  );
}

function distributionPoints(histogram: Histogram): DistributionPoint[] {
  let seen = 0;
  return histogram.cells().map(({ atMost, count }) => {
    seen += count;
    return { seconds: atMost / SECOND, share: seen / histogram.count };
  });
}
