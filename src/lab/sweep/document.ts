/** Runs into the document that `sim sweep` leaves behind. It depends on the runs alone, never on who made them when. */
import { combine } from "../combine.ts";
import type { ReplicaResult } from "../replica.ts";
import type { SweepDocument, SweepRun } from "../result.ts";
import { fieldValue } from "./axes.ts";
import { pointsOf, valuesOf } from "./design.ts";
import { type RunRecord, runNumber } from "./runs.ts";
import type { SweepPlan } from "./sweep.ts";

/** `done` has every run, by number; `metrics` are the figures to show first. */
export function sweepDocument(
  plan: SweepPlan,
  tool: string,
  metrics: readonly string[],
  done: ReadonlyMap<number, RunRecord>,
): SweepDocument {
  const { scenario, description, axes, sample, policies, seed, replications } = plan;
  const points = pointsOf(axes, sample, seed);
  const runOf = (point: number, policy: number): SweepRun => {
    const replicas = Array.from({ length: replications }, (_, replication) =>
      asReplica(done.get(runNumber({ point, policy, replication }, plan))!),
    );
    const combined = combine(policies[policy]!, seed, replicas);
    return {
      policy: combined.policy,
      digest: combined.digest,
      events: combined.events,
      metrics: combined.metrics,
    };
  };
  return {
    version: 1,
    kind: "sweep",
    scenario,
    description,
    tool,
    design: sample === null ? "grid" : "latin-hypercube",
    axes: axes.map((axis, place) => ({
      path: axis.path,
      values: valuesOf(axis, place, points).map(fieldValue),
    })),
    policies,
    seed,
    replications,
    metrics,
    points: points.map((at, point) => ({
      at: at.map(fieldValue),
      runs: policies.map((_, policy) => runOf(point, policy)),
    })),
  };
}

/** What a record does not keep is empty: nothing here looks at it. */
function asReplica({ digest, drawn, events, metrics }: RunRecord): ReplicaResult {
  const timeline = { every: 0, peakAt: 1, points: [], faults: [] };
  return { digest, drawn, events, metrics, waits: {}, timeline, recoveries: [] };
}
