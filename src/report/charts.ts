/** The charts of a report, in the order in which they are read. Each is a pure function of the result document. */
import type { ResultDocument } from "../lab/result.ts";
import { lateCharts } from "./chart-late.ts";
import { type Chart, type LegendEntry, legendOf } from "./chart-style.ts";
import { queueCharts, utilizationCharts } from "./chart-timeline.ts";
import { waitCharts } from "./chart-waits.ts";
import { classesOf, labelledRuns } from "./groups.ts";

export { lateCharts, queueCharts, utilizationCharts, waitCharts };

/** Charts that answer one question: with several policies or classes, panels on the same axes. */
export interface ChartSection {
  readonly id: string;
  readonly title: string;
  /** How to read them. */
  readonly caption: string;
  /** Empty where there is only one series. */
  readonly legend: readonly LegendEntry[];
  readonly charts: readonly Chart[];
}

export function chartSections(document: ResultDocument): readonly ChartSection[] {
  const several = document.runs.length > 1;
  const policies = several ? legendOf(labelledRuns(document).map((run) => run.label)) : [];
  return [
    {
      id: "waits",
      title: "How long tasks waited",
      caption: `Share of tasks that waited longer than the time below${several ? ", one panel a class" : ""}. Both scales are logarithmic: a straight fall is a heavy tail. What is missing from 100 % at the left edge did not wait, or waited less than the scale shows.`,
      legend: several ? policies : legendOf(classesOf(document)),
      charts: waitCharts(document),
    },
    {
      id: "late",
      title: "Who was late",
      caption: `Share of the tasks of a class that started after their delay tolerance.${hasIntervals(document) ? " Lines are 95 % confidence intervals over the replications." : ""}`,
      legend: policies.map((entry) => ({ ...entry, dash: [] })),
      charts: lateCharts(document),
    },
    {
      id: "utilization",
      title: "Utilisation over time",
      caption: "First replication. Peak time is shaded; the dashed line is where it begins.",
      legend: [],
      charts: utilizationCharts(document),
    },
    {
      id: "queue",
      title: "Tasks waiting over time",
      caption:
        "First replication. Peak time is shaded; red lines are faults, the bars above say for how long, a row for each component.",
      legend: [],
      charts: queueCharts(document),
    },
  ];
}

function hasIntervals(document: ResultDocument): boolean {
  return document.runs.some((run) => run.replications > 1);
}
