/** The numbers a report shows, with their names and units: one list, read by the terminal's table and by the page. */
import type { Estimate, ResultDocument, RunResult } from "../lab/result.ts";
import { givenUp, halfWidth, metric, resourcesOf } from "./groups.ts";
import { formatCount, formatDecimal, formatDuration, formatPercent, NOTHING } from "./units.ts";

export interface Figure {
  readonly title: string;
  /** Two short lines, the heading of a narrow column. */
  readonly heading: readonly [string, string];
  readonly format: (value: number) => string;
  readonly estimate: (run: RunResult, group: string) => Estimate | undefined;
  /** A value above zero deserves attention. */
  readonly alarm: "late" | "lost" | null;
}

/** One column each in the tables by group. */
export const GROUP_FIGURES: readonly Figure[] = [
  figure("submitted", "submitted", ["", "submitted"], formatCount),
  figure("done", "done", ["", "done"], formatCount),
  {
    title: "failed or dead",
    heading: ["failed", "+dead"],
    format: formatCount,
    estimate: (run, group) => known(givenUp(run, group)),
    alarm: "lost",
  },
  figure("lateRatio", "late", ["", "late"], formatPercent, "late"),
  figure("wait.mean", "wait, mean", ["wait", "mean"], formatDuration),
  figure("wait.p50", "wait, median", ["wait", "p50"], formatDuration),
  figure("wait.p95", "wait, p95", ["wait", "p95"], formatDuration),
  figure("wait.p99", "wait, p99", ["wait", "p99"], formatDuration),
  figure("response.mean", "response, mean", ["response", "mean"], formatDuration),
  figure("response.p99", "response, p99", ["response", "p99"], formatDuration),
  figure("slowdown.mean", "slowdown, mean", ["slowdown", "mean"], formatDecimal),
];

/** Figures of a run as a whole: what it has of the usual ones, and of the unusual ones those that happened. */
export function overallFigures(document: ResultDocument): readonly Figure[] {
  const usual = [
    ...resourcesOf(document).map((name) =>
      figure(`utilization.${name}`, `utilisation, ${name}`, ["", name], formatPercent),
    ),
    figure("queue.mean", "queue, mean", ["queue", "mean"], formatDecimal),
    figure("queue.max", "queue, max", ["queue", "max"], formatCount),
    figure("rejected", "rejected", ["", "rejected"], formatCount),
    figure("attempts.mean", "attempts a task", ["", "attempts"], formatDecimal),
    figure("makespan", "makespan", ["", "makespan"], formatDuration),
    figure("fairness", "fairness (Jain)", ["", "fairness"], formatDecimal),
    figure("cost", "cost", ["", "cost"], formatDecimal),
  ].filter((entry) => document.runs.some((run) => entry.estimate(run, "all") !== undefined));
  const unusual = [
    figure("cancelled", "cancelled", ["", "cancelled"], formatCount),
    figure("capped", "capped", ["", "capped"], formatCount),
    figure("machineHours", "machine hours", ["machine", "hours"], formatDecimal),
    figure("queue.cost", "queue cost, task-seconds", ["queue", "cost"], formatDecimal),
    figure("backlog.cost", "backlog cost, task-seconds", ["backlog", "cost"], formatDecimal),
    ...COUNTS.map(([name, title]) => figure(name, title, ["", title], formatCount)),
    figure("effects.doubled", "effects doubled", ["effects", "doubled"], formatCount, "lost"),
    figure("effects.missing", "effects missing", ["effects", "missing"], formatCount, "lost"),
    figure("duplicates", "duplicates refused", ["", "duplicates"], formatCount),
  ].filter((entry) => document.runs.some((run) => (entry.estimate(run, "all")?.mean ?? 0) > 0));
  // Where nodes died, that no task was lost is worth a line.
  const died = document.runs.some(
    (run) => run.recoveries.length > 0 || (metric(run, "all", "lost")?.mean ?? 0) > 0,
  );
  const lost = figure("lost", "tasks lost", ["", "lost"], formatCount, "lost");
  return [...usual, ...unusual, ...(died ? [lost] : [])];
}

/** Counts that are zero in most runs. */
const COUNTS: readonly (readonly [string, string])[] = [
  ["expired", "told to try again"],
  ["refusedHopeless", "refused as hopeless"],
  ["missedPeriods", "periods missed"],
  ["overused", "overused"],
  ["paused", "pauses"],
  ["resumed", "resumed from checkpoint"],
  ["redelivered", "delivered again"],
  ["handedOver", "handed over"],
  ["elections", "elections"],
  ["submissions.resent", "submissions sent again"],
  ["submissions.repeated", "of them known already"],
  ["submissions.gaveUp", "submissions given up"],
  ["gaveUp", "tasks never answered"],
  ["messages.resent", "messages sent again"],
  ["effects.suppressed", "effects suppressed"],
];

export function formatFigure(entry: Figure, run: RunResult, group: string): string {
  const estimate = entry.estimate(run, group);
  return estimate === undefined ? NOTHING : entry.format(estimate.mean ?? Number.NaN);
}

/** With half the width of the confidence interval where there is one: `71.2 % ± 0.41 %`. */
export function formatWithInterval(entry: Figure, run: RunResult, group: string): string {
  const half = formatHalfWidth(entry, run, group);
  const text = formatFigure(entry, run, group);
  return half === "" ? text : `${text} ± ${half}`;
}

/** Empty where there is no interval, or none to speak of: the number of tasks may be fixed by the scenario. */
export function formatHalfWidth(entry: Figure, run: RunResult, group: string): string {
  const estimate = entry.estimate(run, group);
  const half = estimate === undefined ? null : halfWidth(estimate);
  return half === null || !(half > 0) ? "" : entry.format(half);
}

export function isAlarming(entry: Figure, run: RunResult, group: string): boolean {
  return entry.alarm !== null && (entry.estimate(run, group)?.mean ?? 0) > 0;
}

function figure(
  name: string,
  title: string,
  heading: readonly [string, string],
  format: (value: number) => string,
  alarm: Figure["alarm"] = null,
): Figure {
  return { title, heading, format, estimate: (run, group) => metric(run, group, name), alarm };
}

/** A sum of two metrics has no interval: that of the sum is not the sum of theirs. */
function known(value: number): Estimate | undefined {
  return Number.isNaN(value) ? undefined : { mean: value, low: null, high: null };
}
