/** Sweeps and plans as long tables: what their CSV and Parquet files hold. */
import type { PlanDocument, SweepDocument } from "../lab/result.ts";
import { fieldText } from "./sweep-values.ts";
import { type Table, table } from "./tables.ts";

/** One row for each figure of each run; the axes are columns of text, since a field may be anything. */
export function sweepTable(document: SweepDocument): Table {
  const rows = document.points.flatMap(({ at, runs }) =>
    runs.flatMap(({ policy, metrics }) =>
      Object.entries(metrics).flatMap(([group, entries]) =>
        Object.entries(entries).map(([name, { mean, low, high }]) => [
          ...at.map(fieldText),
          policy,
          group,
          name,
          mean,
          low,
          high,
        ]),
      ),
    ),
  );
  const axes = document.axes.map(({ path }) => `${path}*`);
  return table("sweep", [...axes, "policy*", "group*", "metric*", "mean", "low", "high"], rows);
}

/** One row for each target of each choice. */
export function planTable(document: PlanDocument): Table {
  const rows = document.choices.flatMap(({ at, cost, replications, targets }) =>
    targets.map(({ target, value, limit, margin, verdict }) => [
      ...at.map(fieldText),
      cost,
      replications,
      target,
      value.mean,
      value.low,
      value.high,
      limit,
      margin,
      verdict,
    ]),
  );
  const axes = document.axes.map((path) => `${path}*`);
  return table(
    "plan",
    [...axes, "cost", "replications", "target*", "mean", "low", "high", "limit", "margin", "verdict*"],
    rows,
  );
}
