/**
 * Estimates as points with their intervals: a row for each thing measured, within it a point for each series. Points
 * have the series' colour and shape, so that the chart can be read in black and white too.
 */
import type { Estimate } from "../lab/result.ts";
import { type ChartSpec, chartFrame, faded, seriesChannels } from "./chart-style.ts";

export interface Dot {
  /** What is measured: a class, a tenant. */
  readonly row: string;
  readonly series: string;
  /** Where the point stands on the axis, and its interval, if it has one. */
  readonly x: number;
  readonly low: number | null;
  readonly high: number | null;
  /** The same in words, for whoever points at it. */
  readonly value: string;
  readonly interval: string;
}

export interface DotPlot {
  readonly dots: readonly Dot[];
  readonly names: readonly string[];
  /** Scale and axis. */
  readonly x: ChartSpec;
  /** From here a line leads to each point; null for none. */
  readonly base: number | null;
  /** What the rows and the series are called. */
  readonly titles: { readonly row: string; readonly series: string; readonly value: string };
  readonly description: string;
}

/** null for what was not measured. */
export function dot(
  row: string,
  series: string,
  estimate: Estimate | undefined,
  place: (value: number) => number,
  format: (value: number) => string,
): Dot | null {
  if (estimate === undefined || !Number.isFinite(estimate.mean ?? Number.NaN)) return null;
  const { mean, low, high } = estimate;
  const known = low !== null && high !== null && high > low;
  return {
    row,
    series,
    x: place(mean),
    low: known ? place(low) : null,
    high: known ? place(high) : null,
    value: format(mean),
    interval: known ? `${format(low)} to ${format(high)}` : "–",
  };
}

export function dotPlot({ dots, names, x, base, titles, description }: DotPlot): ChartSpec {
  const rows = new Set(dots.map((entry) => entry.row)).size;
  const several = names.length > 1;
  const y = {
    field: "row",
    type: "nominal",
    sort: null,
    axis: { title: null, grid: several, tickBand: "extent", labelLimit: 130, labelFontSize: 12 },
    scale: { paddingInner: several ? 0.25 : 0.1, paddingOuter: several ? 0.12 : 0.05 },
  };
  const yOffset = several ? { yOffset: { field: "series", scale: { domain: names } } } : {};
  const tooltip = [
    { field: "row", title: titles.row },
    ...(several ? [{ field: "series", title: titles.series }] : []),
    { field: "value", title: titles.value },
    ...(dots.some((entry) => entry.low !== null) ? [{ field: "interval", title: "95 % interval" }] : []),
  ];
  const { color, shape } = seriesChannels(names, "point");
  const stems = {
    data: { values: base === null ? [] : dots.map((entry) => ({ ...entry, base })) },
    mark: { type: "rule", strokeWidth: 1.5, clip: true },
    encoding: { x: { field: "base", type: "quantitative" }, x2: { field: "x" }, color, opacity: faded(0.45) },
  };
  const intervals = {
    data: { values: dots.filter((entry) => entry.low !== null) },
    mark: { type: "rule", strokeWidth: base === null ? 2 : 4, clip: true },
    encoding: {
      x: { field: "low", type: "quantitative" },
      x2: { field: "high" },
      color,
      opacity: faded(base === null ? 0.8 : 0.5),
    },
  };
  const points = {
    data: { values: dots },
    mark: { type: "point", filled: true, size: several ? 55 : 70 },
    encoding: { x: { field: "x", type: "quantitative", ...x }, color, shape, opacity: faded(), tooltip },
  };
  return {
    ...chartFrame(Math.max(36, rows * (several ? 10 + 13 * names.length : 26)), description),
    encoding: { y, ...yOffset },
    layer: [stems, intervals, points],
  };
}
