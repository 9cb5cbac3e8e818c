/** The figures of a sweep by the names that users give them: `wait.p99`, `wait.p99:class:urgent`. */
import type { Estimate, SweepRun } from "../lab/result.ts";
import { formatDecimal, formatDuration, formatPercent } from "./units.ts";

/** Undefined where the run has no such figure. */
export function figureOf(run: SweepRun, path: string): Estimate | undefined {
  const { metric, group } = parts(path);
  return run.metrics[group]?.[metric];
}

/** One spelling for one figure. */
export function figurePath(path: string): string {
  const { metric, group } = parts(path);
  return group === "all" ? metric : `${metric}:${group}`;
}

/** Two short lines over a column. */
export function figureHeading(path: string): readonly [string, string] {
  const { metric, group } = parts(path);
  return [metric, group === "all" ? "" : group];
}

export function formatFigureValue(path: string, value: number): string {
  const { metric } = parts(path);
  if (/^(?:wait|response)\.|^makespan$/.test(metric)) return formatDuration(value);
  if (/Ratio$|^utilization\./.test(metric)) return formatPercent(value);
  return formatDecimal(value);
}

function parts(path: string): { readonly metric: string; readonly group: string } {
  const colon = path.indexOf(":");
  if (colon === -1) return { metric: path.trim(), group: "all" };
  return { metric: path.slice(0, colon).trim(), group: path.slice(colon + 1).trim() };
}
