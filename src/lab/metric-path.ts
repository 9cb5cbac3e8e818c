/** How a user names one figure: `wait.p99:class:urgent` is the metric `wait.p99` of the group `class:urgent`; `dead` is that of all. */

export interface MetricPath {
  readonly metric: string;
  /** "all", "class:x" or "tenant:y". */
  readonly group: string;
}

export function parseMetricPath(text: string): MetricPath {
  const [, metric, group] = /^([^:]*)(?::(.*))?$/s.exec(text.trim())!;
  return { metric: metric!.trim(), group: group === undefined ? "all" : group.trim() };
}

export function metricPath({ metric, group }: MetricPath): string {
  return group === "all" ? metric : `${metric}:${group}`;
}
