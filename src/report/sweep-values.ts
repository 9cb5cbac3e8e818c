/** Which figures of a sweep are worth drawing, and each run of it as one row that charts, tables and words read. */
import type { Estimate, FieldValue, SweepDocument } from "../lab/result.ts";
import { type MetricWords, metricWords } from "./metric-words.ts";
import { figureOf } from "./sweep-figures.ts";

export interface SweepFigure extends MetricWords {
  /** As a user writes it: `wait.p99:class:urgent`. */
  readonly path: string;
}

/** A run at one point, and its figure. */
export interface SweepValue {
  readonly at: readonly FieldValue[];
  readonly policy: string;
  readonly estimate: Estimate;
}

/** Those that were asked for, or what people ask first, where they were measured and are not the same everywhere. */
export function sweepFigures(document: SweepDocument): readonly SweepFigure[] {
  const paths = [...new Set([...document.metrics, ...ASKED])];
  return paths
    .filter((path) => {
      const means = sweepValues(document, path).map(({ estimate }) => estimate.mean);
      return means.some((mean) => mean !== means[0]);
    })
    .slice(0, FIGURES)
    .map((path) => ({ path, ...metricWords(path) }));
}

export function sweepValues(document: SweepDocument, path: string): readonly SweepValue[] {
  return document.points.flatMap(({ at, runs }) =>
    runs.flatMap((run) => {
      const estimate = figureOf(run, path);
      return estimate === undefined || !Number.isFinite(estimate.mean ?? Number.NaN)
        ? []
        : [{ at, policy: run.policy, estimate }];
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

const FIGURES = 9;
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
