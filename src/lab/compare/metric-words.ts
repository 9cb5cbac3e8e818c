/** What metrics are called in a sentence, which way they are better, and how their values read. */
import { SECOND } from "../../engine/time.ts";
import { duration } from "../explain/words.ts";
import { type MetricPath, parseMetricPath } from "../metric-path.ts";
import type { MetricComparison } from "../result.ts";

export function betterOf(metric: string): MetricComparison["better"] {
  if (MORE.has(metric)) return "more";
  return LESS.has(metric) || /^(?:wait|response|slowdown|queue|backlog)\./.test(metric) ? "less" : "neither";
}

/** `the p99 wait of urgent tasks`. */
export function inWords(path: string): string {
  const { metric, group } = parseMetricPath(path);
  const [, spread, part] = /^(wait|response|slowdown)\.(\w+)$/.exec(metric) ?? [];
  if (spread !== undefined) return `the ${PARTS[part!] ?? part} ${spread}${ofTasks(group)}`;
  const ratio = RATIOS[metric];
  if (ratio !== undefined) return `the share of ${ratio.replace("tasks", tasksOf(group))}`;
  const resource = /^utilization\.(\w+)$/.exec(metric)?.[1];
  if (resource !== undefined) return `${resource} utilisation`;
  if (COUNTS.has(metric)) return `the number of ${metric} ${tasksOf(group)}`;
  const name = NAMES[metric] ?? metric;
  return `${name}${ofTasks(group)}`;
}

/** A value of the metric, or a difference of two. */
export function amount({ metric }: MetricPath, value: number): string {
  const sign = value < 0 ? "−" : "";
  const size = Math.abs(value);
  if (isTime(metric)) return size === 0 ? "0 s" : `${sign}${duration(size * SECOND)}`;
  if (isShare(metric)) return `${sign}${digits(size * 100)}%`;
  return `${sign}${digits(size)}`;
}

export function isTime(metric: string): boolean {
  return metric === "makespan" || /^(?:wait|response)\./.test(metric);
}

export function isPercentile(metric: string): boolean {
  return /\.p\d+$/.test(metric);
}

export function isShare(metric: string): boolean {
  return metric in RATIOS || metric.startsWith("utilization.");
}

function digits(size: number): string {
  return size >= 1000 ? String(Math.round(size)) : String(Number(size.toPrecision(3)));
}

function tasksOf(group: string): string {
  if (group.startsWith("class:")) return `${group.slice("class:".length)} tasks`;
  if (group.startsWith("tenant:")) return `tasks of ${group.slice("tenant:".length)}`;
  return "tasks";
}

function ofTasks(group: string): string {
  return group === "all" ? "" : ` of ${tasksOf(group)}`;
}

const PARTS: Readonly<Record<string, string>> = { p50: "median", max: "longest", sd: "spread of" };

const RATIOS: Readonly<Record<string, string>> = {
  lateRatio: "late tasks",
  rejectedRatio: "rejected tasks",
  waitedRatio: "tasks that waited",
};

const COUNTS = new Set(
  "submitted rejected admitted done failed dead cancelled capped late lost overused expired paused resumed redelivered".split(
    " ",
  ),
);

const NAMES: Readonly<Record<string, string>> = {
  "queue.mean": "the mean queue",
  "queue.max": "the longest queue",
  "queue.cost": "the queue cost",
  "backlog.cost": "the backlog cost",
  "attempts.mean": "attempts a task",
  makespan: "the makespan",
  machineHours: "machine hours",
};

const MORE = new Set(["done", "admitted", "fairness"]);
const LESS = new Set(
  "rejected failed dead cancelled capped late lost lateRatio rejectedRatio waitedRatio attempts.mean makespan cost machineHours overused expired refusedHopeless missedPeriods redelivered duplicates effects.doubled effects.missing submissions.gaveUp".split(
    " ",
  ),
);
