/** The result as CSV files, for spreadsheets and data frames: one long table each, every policy in it. */
import { writeToString } from "fast-csv";
import type { Comparison, ResultDocument } from "../lab/result.ts";
import { neutralized } from "./csv-cell.ts";

/** Every metric of every group, with its confidence interval where there is one. */
export function metricsCsv(document: ResultDocument): Promise<string> {
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
  return toCsv(["policy", "seed", "group", "metric", "mean", "low", "high"], rows);
}

/** How waits are distributed: `share` of the class's tasks waited at most `seconds`. */
export function waitsCsv(document: ResultDocument): Promise<string> {
  const rows = document.runs.flatMap((run) =>
    Object.entries(run.waits).flatMap(([name, points]) =>
      points.map(({ seconds, share }) => [run.policy, name, seconds, share]),
    ),
  );
  return toCsv(["policy", "class", "seconds", "share"], rows);
}

export function timelineCsv(document: ResultDocument): Promise<string> {
  const rows = document.runs.flatMap((run) =>
    run.timeline.points.map(({ time, utilization, queue, peak }) => [
      run.policy,
      time,
      utilization,
      queue,
      peak,
    ]),
  );
  return toCsv(["policy", "time", "utilization", "queue", "peak"], rows);
}

/** Every pair of policies in every figure that was compared; `low` and `high` hold together for all rows. */
export function comparisonCsv({ metrics }: Comparison): Promise<string> {
  const rows = metrics.flatMap(({ path, pairs, winner }) =>
    pairs.map(({ policy, against, difference, relative, pValue, verdict, pairingGain }) => [
      path,
      policy,
      against,
      difference.mean,
      difference.low,
      difference.high,
      relative?.mean ?? null,
      relative?.low ?? null,
      relative?.high ?? null,
      pValue,
      verdict,
      pairingGain,
      winner,
    ]),
  );
  const headers =
    "metric policy against difference low high relative relativeLow relativeHigh pValue verdict pairingGain winner";
  return toCsv(headers.split(" "), rows);
}

export type Cell = string | number | null;

/** Names that a spreadsheet would run as formulas become text. */
export function toCsv(headers: string[], rows: readonly (readonly Cell[])[]): Promise<string> {
  const cells = rows.map((row) => row.map(cellText));
  return writeToString(cells, { headers, alwaysWriteHeaders: true, includeEndRowDelimiter: true });
}

function cellText(cell: Cell): string {
  if (typeof cell === "string") return neutralized(cell);
  // What was not measured is an empty cell: "NaN" would make a spreadsheet's column text.
  return cell === null || !Number.isFinite(cell) ? "" : String(cell);
}
