/**
 * How long tasks wait: for each length of wait the share of tasks that waited longer, both on log scales, where a
 * tail shows its shape. A log scale has no zero: tasks that did not wait are those missing from the left end of a
 * curve, and a class in which nobody waited has no curve; both are said in words.
 */
import type { DistributionPoint, ResultDocument } from "../lab/result.ts";
import {
  type Chart,
  type ChartSpec,
  chartFrame,
  colorScale,
  dashScale,
  PERCENT_LABEL,
} from "./chart-style.ts";
import { classesOf, labelledRuns } from "./groups.ts";
import { formatDuration, formatPercent } from "./units.ts";

/** With one policy one chart, a curve for each class; with several, a chart for each class, a curve for each policy. */
export function waitCharts(document: ResultDocument): readonly Chart[] {
  const runs = labelledRuns(document);
  const classes = classesOf(document);
  const range = waitRange(document);
  const sources = (panel: string | null): Source[] =>
    runs.flatMap(({ label, run }) =>
      classes
        .filter((name) => panel === null || name === panel)
        .map((name) => ({
          series: panel === null ? name : label,
          points: Object.hasOwn(run.waits, name) ? run.waits[name]! : [],
        })),
    );
  if (runs.length === 1) return [waitChart("waits", "", sources(null), range)];
  return classes.map((name, index) => waitChart(`waits-${index + 1}`, name, sources(name), range));
}

interface Source {
  readonly series: string;
  readonly points: readonly DistributionPoint[];
}

interface WaitRange {
  readonly from: number;
  readonly to: number;
  /** The smallest share that any curve reaches. */
  readonly least: number;
}

/** More decades than this squeeze the part that matters; shorter waits stand at the left edge. */
const DECADES = 6;
/** Width of a curve, about: it gets no more points than this. */
const PIXELS = 500;
const TICKS = [1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 60, 600, 3600, 36_000, 86_400, 864_000, 8_640_000];

function waitChart(id: string, panel: string, sources: readonly Source[], range: WaitRange): Chart {
  const names = sources.map((source) => source.series);
  const curves = sources.flatMap((source) => curve(source, range));
  const description = `Share of tasks that waited longer than a time. ${sources.map(inWords).join(" ")}`;
  return { id, panel, description, note: absent(sources), spec: waitSpec(curves, names, range, description) };
}

/** Names the series without a curve, and why they have none. */
function absent(sources: readonly Source[]): string {
  const without = sources.filter(({ points }) => (points.at(-1)?.seconds ?? 0) === 0);
  if (without.length === 0) return "";
  if (without.length === sources.length && sources.every(({ points }) => points.length > 0))
    return "No task waited.";
  return without.map(inWords).join(" ");
}

function waitSpec(
  values: readonly ChartSpec[],
  names: readonly string[],
  range: WaitRange,
  description: string,
): ChartSpec {
  return {
    ...chartFrame(220, description),
    data: { values },
    mark: { type: "line", interpolate: "step-after", clip: true },
    encoding: {
      x: {
        field: "seconds",
        type: "quantitative",
        scale: { type: "log", domain: [range.from, range.to], nice: false },
        axis: {
          title: "waited longer than",
          values: TICKS.filter((tick) => tick >= range.from && tick <= range.to),
          labelExpr: TICK_LABEL,
          labelOverlap: "greedy",
          labelSeparation: 8,
        },
      },
      y: {
        field: "longer",
        type: "quantitative",
        scale: { type: "log", domain: [range.least, 1], nice: false },
        axis: {
          title: "share of tasks",
          values: powersOfTen(range.least),
          labelExpr: PERCENT_LABEL,
        },
      },
      color: { field: "series", type: "nominal", scale: colorScale(names), legend: null },
      strokeDash: { field: "series", type: "nominal", scale: dashScale(names), legend: null },
    },
  };
}

const TICK_LABEL = [
  "datum.value >= 86400 ? format(datum.value / 86400, '~r') + ' d'",
  "datum.value >= 3600 ? format(datum.value / 3600, '~r') + ' h'",
  "datum.value >= 60 ? format(datum.value / 60, '~r') + ' min'",
  "datum.value >= 1 ? format(datum.value, '~r') + ' s'",
  "datum.value >= 0.001 ? format(datum.value * 1000, '~r') + ' ms'",
  "format(datum.value * 1000000, '~r') + ' µs'",
].join(" : ");

/** One range for all panels, so that they can be compared by eye. */
function waitRange(document: ResultDocument): WaitRange {
  let shortest = Number.POSITIVE_INFINITY;
  let longest = 0;
  let least = 1;
  for (const run of document.runs)
    for (const points of Object.values(run.waits))
      for (const { seconds, share } of points) {
        if (seconds > 0) shortest = Math.min(shortest, seconds);
        longest = Math.max(longest, seconds);
        if (share < 1) least = Math.min(least, 1 - share);
      }
  if (longest === 0) return { from: 1e-3, to: 1, least: 0.01 };
  const to = longest;
  const from = Math.max(powerBelow(shortest), powerBelow(to) / 10 ** DECADES);
  return { from: from < to ? from : to / 10, to, least: Math.min(0.1, powerBelow(least)) };
}

/** From the left edge, where those stand who waited at all, to the longest wait, beyond which nobody is left. */
function curve({ series, points }: Source, range: WaitRange): ChartSpec[] {
  const longest = points.at(-1)?.seconds ?? 0;
  if (longest <= 0) return [];
  const pixel = (range.to / range.from) ** (1 / PIXELS);
  const steps = [{ seconds: range.from, longer: 1 }];
  let pixelEnds = 0;
  for (const { seconds, share } of points) {
    if (seconds <= range.from) {
      steps[0]!.longer = rounded(1 - share);
      continue;
    }
    // Within one pixel the last point stands for all.
    if (seconds < pixelEnds) steps.pop();
    else pixelEnds = seconds * pixel;
    steps.push({ seconds, longer: rounded(1 - share) });
  }
  // The share beyond the longest wait is zero, which a log scale cannot show: the curve ends there instead.
  const level = steps.filter(({ longer }) => longer > 0).at(-1)?.longer;
  if (level === undefined) return [];
  return steps.map(({ seconds, longer }) => ({ series, seconds, longer: longer > 0 ? longer : level }));
}

/** Digits that no screen shows would make up half of the page's data. */
function rounded(value: number): number {
  return Number(value.toPrecision(6));
}

function inWords({ series, points }: Source): string {
  const last = points.at(-1);
  if (last === undefined) return `${series}: no task started.`;
  if (last.seconds === 0) return `${series}: no task waited.`;
  const atOnce = points.filter((point) => point.seconds === 0).at(-1)?.share ?? 0;
  const nine = points.find((point) => point.share >= 0.99) ?? last;
  const began = atOnce > 0 ? `${formatPercent(atOnce)} started at once, ` : "";
  return `${series}: ${began}99 % within ${formatDuration(nine.seconds)}, the longest wait ${formatDuration(last.seconds)}.`;
}

function powersOfTen(least: number): number[] {
  const powers: number[] = [];
  for (let exponent = Math.round(Math.log10(least)); exponent <= 0; exponent++)
    powers.push(Number(`1e${exponent}`));
  return powers;
}

function powerBelow(value: number): number {
  return Number(`1e${Math.floor(Math.log10(value) + 1e-9)}`);
}
