/** Runs into the document that `sim sweep` leaves behind. It depends on the runs alone, never on who made them when. */
import { digestOf, estimates } from "../combine.ts";
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
    const records = Array.from(
      { length: replications },
      (_, replication) => done.get(runNumber({ point, policy, replication }, plan))!,
    );
    return {
      policy: policies[policy]!,
      digest: digestOf(records.map(({ digest }) => digest)),
      events: records.reduce((sum, { events }) => sum + events, 0),
      metrics: estimates(records),
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
