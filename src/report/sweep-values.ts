/** Which figures of a sweep are worth drawing, and each run of it as one row that charts, tables and words read. */
import type { Estimate, FieldValue, SweepDocument } from "../lab/result.ts";
import { type MetricWords, metricWords } from "./metric-words.ts";

export interface SweepFigure extends MetricWords {
  /** Metric of the group "all". */
  readonly name: string;
}

/** A run at one point, and its figure. */
export interface SweepValue {
  readonly at: readonly FieldValue[];
  readonly policy: string;
  readonly estimate: Estimate;
}

/** Those that were measured and are not the same everywhere, what people ask for first in front. */
export function sweepFigures(document: SweepDocument): readonly SweepFigure[] {
  return ASKED.filter((name) => {
    const means = sweepValues(document, name).map(({ estimate }) => estimate.mean);
    return means.length > 0 && means.some((mean) => mean !== means[0]);
  }).map((name) => ({ name, ...metricWords(name) }));
}

export function sweepValues(document: SweepDocument, name: string): readonly SweepValue[] {
  return document.points.flatMap(({ at, runs }) =>
    runs.flatMap(({ policy, metrics }) => {
      const estimate = metrics["all"]?.[name];
      return estimate === undefined || !Number.isFinite(estimate.mean ?? Number.NaN)
        ? []
        : [{ at, policy, estimate }];
    }),
  );
}

/** `machines.0.count = 200, policy.k = 4`. */
export function pointInWords(axes: readonly string[], at: readonly FieldValue[]): string {
  return axes.map((path, index) => `${path} = ${fieldText(at[index] ?? null)}`).join(", ");
}

export function fieldText(value: FieldValue): string {
  return typeof value === "number" ? String(Number(value.toPrecision(6))) : String(value);
}

const ASKED = [
  "wait.p99",
  "wait.mean",
  "lateRatio",
  "response.mean",
  "utilization.cpu",
  "queue.mean",
  "rejectedRatio",
  "dead",
  "fairness",
  "cost",
];
