/** The charts of a report, in the order in which they are read. Each is a pure function of the result document. */
import type { ResultDocument } from "../lab/result.ts";
import { fairnessCharts } from "./chart-fairness.ts";
import { forestCharts } from "./chart-forest.ts";
import { classLetter, type Gantt, ganttCharts } from "./chart-gantt.ts";
import { lateCharts } from "./chart-late.ts";
import { paretoCharts } from "./chart-pareto.ts";
import { percentileCharts } from "./chart-percentiles.ts";
import { type Chart, type Legend, legendOf } from "./chart-style.ts";
import { queueCharts, utilizationCharts } from "./chart-timeline.ts";
import { waitCharts } from "./chart-waits.ts";
import { classesOf, labelledRuns } from "./groups.ts";

/** Charts that answer one question: with several policies or classes, panels on the same axes. */
export interface ChartSection {
  readonly id: string;
  readonly title: string;
  /** How to read them. */
  readonly caption: string;
  /** null where there is only one series. */
  readonly legend: Legend | null;
  readonly charts: readonly Chart[];
  /** The file of the report that has their numbers. */
  readonly csv: string;
}

/** Who won: differences with their doubt. Nothing where nothing was compared. */
export function verdictSections(document: ResultDocument): readonly ChartSection[] {
  const { comparison } = document;
  if (comparison === undefined) return [];
  const charts = forestCharts(comparison);
  const left = comparison.metrics.length - charts.length;
  return kept([
    {
      id: "forest",
      title: `Differences from ${comparison.baseline}`,
      caption: `Each policy minus ${comparison.baseline}, replication by replication on the same work, with intervals that hold together. Where a line crosses zero the data names no winner, and the point is hollow.${left > 0 ? ` The other ${left} figures are in the table below.` : ""}`,
      legend: null,
      charts,
      csv: "comparison.csv",
    },
  ]);
}

/** Why: waits, lateness, load, cost, fairness. */
export function causeSections(document: ResultDocument): readonly ChartSection[] {
  const labels = labelledRuns(document).map((run) => run.label);
  const several = labels.length > 1;
  const policies = (sign: "line" | "point") => (several ? legendOf("policy", sign, labels) : null);
  const intervals = hasIntervals(document)
    ? " Bars are 95 % confidence intervals over the replications."
    : "";
  return kept([
    {
      id: "percentiles",
      title: "How long each class waited",
      caption: `Half of the tasks waited less than the median, one in a hundred longer than the 99th percentile. The scale is logarithmic.${intervals}`,
      legend: policies("point"),
      charts: percentileCharts(document),
      csv: "metrics.csv",
    },
    {
      id: "waits",
      title: "How waits are distributed",
      caption: `Share of tasks that waited longer than the time below${several ? ", one panel a class" : ""}. Both scales are logarithmic: a straight fall is a heavy tail. What is missing from 100 % at the left edge did not wait, or waited less than the scale shows.`,
      legend: several ? policies("line") : legendOf("class", "line", classesOf(document)),
      charts: waitCharts(document),
      csv: "waits.csv",
    },
    {
      id: "late",
      title: "Who was late",
      caption: `Share of the tasks of a class that started after their delay tolerance.${intervals}`,
      legend: policies("point"),
      charts: lateCharts(document),
      csv: "metrics.csv",
    },
    {
      id: "utilization",
      title: "Utilisation over time",
      caption: "First replication. Peak time is shaded; the dashed line is where it begins.",
      legend: null,
      charts: utilizationCharts(document),
      csv: "timeline.csv",
    },
    {
      id: "queue",
      title: "Tasks waiting over time",
      caption:
        "First replication. Peak time is shaded; red lines are faults, the bars above say for how long, a row for each component.",
      legend: null,
      charts: queueCharts(document),
      csv: "timeline.csv",
    },
    {
      id: "pareto",
      title: "What a shorter tail costs",
      caption: "Cost against the 99th percentile of waiting: the lower left corner is where one would be.",
      legend: policies("point"),
      charts: paretoCharts(document),
      csv: "metrics.csv",
    },
    {
      id: "fairness",
      title: "Whether tenants are served alike",
      caption: `Mean slowdown of each tenant's tasks: response time over run time, 1 being no waiting at all.${intervals}`,
      legend: policies("point"),
      charts: fairnessCharts(document),
      csv: "metrics.csv",
    },
  ]);
}

/** What ran where, of runs that are small enough to look at. */
export function ganttSections(document: ResultDocument, gantts: readonly Gantt[]): readonly ChartSection[] {
  const classes = classesOf(document);
  const legend = legendOf("class", "block", classes);
  const lettered = legend.entries.map((entry, index) => ({ ...entry, letter: classLetter(index) }));
  return kept([
    {
      id: "gantt",
      title: "What ran where",
      caption: "First replication. A band a machine, a bar an attempt, coloured and lettered by class.",
      legend: { ...legend, entries: lettered },
      charts: ganttCharts(gantts, classes),
      csv: "attempts.csv",
    },
  ]);
}

function kept(sections: readonly ChartSection[]): readonly ChartSection[] {
  return sections.filter((section) => section.charts.length > 0);
}

function hasIntervals(document: ResultDocument): boolean {
  return document.runs.some((run) => run.replications > 1);
}
