/** The result as long tables, every policy in them: what the CSV and Parquet files of a report hold. */
import type { ResultDocument } from "../lab/result.ts";
import type { Gantt } from "./chart-gantt.ts";

export interface Table {
  /** Of its files, without their ending. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

interface Column {
  readonly name: string;
  readonly type: "text" | "number";
}

/** null for what was not measured. */
export type Cell = string | number | null;

/** All tables that a document fills. */
export function tablesOf(document: ResultDocument, gantts: readonly Gantt[] = []): readonly Table[] {
  return [
    metricsTable(document),
    waitsTable(document),
    timelineTable(document),
    ...(document.comparison === undefined ? [] : [comparisonTable(document)]),
    ...(gantts.length === 0 ? [] : [attemptsTable(gantts)]),
  ];
}

/** Every metric of every group, with its confidence interval where there is one. */
function metricsTable(document: ResultDocument): Table {
  const rows = document.runs.flatMap((run) =>
    Object.entries(run.metrics).flatMap(([group, metrics]) =>
      Object.entries(metrics).map(([name, { mean, low, high }]) => [
        run.policy,
        run.seed,
        group,
        name,
        mean,
        low,
        high,
      ]),
    ),
  );
  return table("metrics", ["policy*", "seed", "group*", "metric*", "mean", "low", "high"], rows);
}

/** How waits are distributed: `share` of the class's tasks waited at most `seconds`. */
function waitsTable(document: ResultDocument): Table {
  const rows = document.runs.flatMap((run) =>
    Object.entries(run.waits).flatMap(([name, points]) =>
      points.map(({ seconds, share }) => [run.policy, name, seconds, share]),
    ),
  );
  return table("waits", ["policy*", "class*", "seconds", "share"], rows);
}

function timelineTable(document: ResultDocument): Table {
  const rows = document.runs.flatMap((run) =>
    run.timeline.points.map(({ time, utilization, queue, peak }) => [
      run.policy,
      time,
      utilization,
      queue,
      peak,
    ]),
  );
  return table("timeline", ["policy*", "time", "utilization", "queue", "peak"], rows);
}

function comparisonTable({ comparison }: ResultDocument): Table {
  const rows = (comparison?.metrics ?? []).flatMap(({ path, better, pairs, winner }) =>
    pairs.map((pair) => [
      path,
      better,
      pair.policy,
      pair.against,
      pair.difference.mean,
      pair.difference.low,
      pair.difference.high,
      pair.relative?.mean ?? null,
      pair.relative?.low ?? null,
      pair.relative?.high ?? null,
      pair.pValue,
      pair.verdict,
      pair.pairingGain,
      winner,
    ]),
  );
  return table(
    "comparison",
    [
      "metric*",
      "better*",
      "policy*",
      "against*",
      "difference",
      "low",
      "high",
      "relative",
      "relativeLow",
      "relativeHigh",
      "pValue",
      "verdict*",
      "pairingGain",
      "winner*",
    ],
    rows,
  );
}

function attemptsTable(gantts: readonly Gantt[]): Table {
  const rows = gantts.flatMap(({ policy, attempts }) =>
    attempts.map((attempt) => [
      policy,
      attempt.machine,
      attempt.started,
      attempt.ended,
      attempt.class,
      attempt.tenant,
      attempt.task,
      attempt.outcome,
    ]),
  );
  return table(
    "attempts",
    ["policy*", "machine*", "started", "ended", "class*", "tenant*", "task*", "outcome*"],
    rows,
  );
}

/** A star marks a column of text. */
export function table(name: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): Table {
  const typed = columns.map((column) => ({
    name: column.replace("*", ""),
    type: column.endsWith("*") ? ("text" as const) : ("number" as const),
  }));
  return { name, columns: typed, rows };
}
