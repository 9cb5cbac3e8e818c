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
  faded,
  POINTER_LAYER,
  type SeriesKind,
  seriesChannels,
} from "./chart-style.ts";
import { classesOf, labelledRuns } from "./groups.ts";
import { logRange, powerBelow, TIME_TICKS } from "./log-range.ts";
import { DURATION_LABEL } from "./metric-words.ts";
import { formatDuration, formatPercent, PERCENT_LABEL } from "./units.ts";

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
  if (runs.length === 1) return [waitChart("waits", "", sources(null), range, "class")];
  return classes.map((name, index) => waitChart(`waits-${index + 1}`, name, sources(name), range, "policy"));
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

/** Width of a curve, about: it gets no more points than this. */
const PIXELS = 500;
/** Places along a curve that answer to a pointer. */
const PLACES = 48;

function waitChart(
  id: string,
  panel: string,
  sources: readonly Source[],
  range: WaitRange,
  kind: SeriesKind,
): Chart {
  const names = sources.map((source) => source.series);
  const curves = sources.flatMap((source) => curve(source, range));
  const description = `Share of tasks that waited longer than a time. ${sources.map(inWords).join(" ")}`;
  const spec = waitSpec(curves, names, range, description, kind);
  return { id, panel, description, note: absent(sources), spec, kind, only: null };
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
  values: readonly Step[],
  names: readonly string[],
  range: WaitRange,
  description: string,
  kind: SeriesKind,
): ChartSpec {
  const encoding = {
    x: {
      field: "seconds",
      type: "quantitative",
      scale: { type: "log", domain: [range.from, range.to], nice: false },
      axis: {
        title: "waited longer than",
        values: TIME_TICKS.filter((tick) => tick >= range.from && tick <= range.to),
        labelExpr: DURATION_LABEL,
        labelOverlap: "greedy",
        labelSeparation: 8,
      },
    },
    y: {
      field: "longer",
      type: "quantitative",
      scale: { type: "log", domain: [range.least, 1], nice: false },
      axis: { title: "share of tasks", values: powersOfTen(range.least), labelExpr: PERCENT_LABEL },
    },
  };
  const { color, strokeDash } = seriesChannels(names, "line");
  return {
    ...chartFrame(220, description),
    encoding,
    layer: [
      {
        data: { values },
        mark: { type: "line", interpolate: "step-after", clip: true },
        encoding: { color, strokeDash, opacity: faded() },
      },
      hoverLayer(values, range, color as ChartSpec, kind),
    ],
  };
}

/** The place nearest to the pointer shows itself and what it means, wherever in the chart the pointer is. */
function hoverLayer(
  values: readonly Step[],
  range: WaitRange,
  color: ChartSpec,
  kind: SeriesKind,
): ChartSpec {
  const stride = (range.to / range.from) ** (1 / PLACES);
  let next = 0;
  let series = "";
  const places = values.filter((step) => {
    if (step.series === series && step.seconds < next) return false;
    series = step.series;
    next = step.seconds * stride;
    return true;
  });
  return {
    name: POINTER_LAYER,
    data: {
      values: places.map((step) => ({
        ...step,
        wait: formatDuration(step.seconds),
        share: formatPercent(step.longer),
      })),
    },
    params: [
      {
        name: "pointed",
        select: { type: "point", nearest: true, on: "pointermove", clear: "pointerout", toggle: false },
      },
    ],
    mark: { type: "point", filled: true, size: 60, clip: true },
    encoding: {
      color,
      opacity: { condition: { param: "pointed", empty: false, value: 1 }, value: 0 },
      tooltip: [
        { field: "series", title: kind },
        { field: "share", title: "waited longer" },
        { field: "wait", title: "than" },
      ],
    },
  };
}

/** One range for all panels, so that they can be compared by eye. */
function waitRange(document: ResultDocument): WaitRange {
  const seconds: number[] = [];
  let least = 1;
  for (const run of document.runs)
    for (const points of Object.values(run.waits))
      for (const point of points) {
        seconds.push(point.seconds);
        if (point.share < 1) least = Math.min(least, 1 - point.share);
      }
  const { from, to } = logRange(seconds);
  if (to === 1 && !seconds.some((value) => value > 0)) return { from, to, least: 0.01 };
  return { from, to, least: Math.min(0.1, powerBelow(least)) };
}

interface Step {
  readonly series: string;
  readonly seconds: number;
  readonly longer: number;
}

/** From the left edge, where those stand who waited at all, to the longest wait, beyond which nobody is left. */
function curve({ series, points }: Source, range: WaitRange): Step[] {
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
