/** Charts of the benchmark as SVG: bars to compare contenders, lines to show growth. */
import { parse, resetSVGDefIds, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { type ChartSpec, chartFrame, colorScale, dashScale } from "../../src/report/chart-style.ts";
import type { Chart } from "../harness/outcome.ts";

const WIDTH = 760;

export async function drawChart(chart: Chart): Promise<string> {
  const spec = { ...frame(chart), ...(chart.kind === "bars" ? bars(chart) : lines(chart)) };
  resetSVGDefIds();
  const view = new View(parse(compile(spec as unknown as TopLevelSpec).spec), { renderer: "none" });
  return view.toSVG();
}

function frame({ title, kind, points }: Chart): ChartSpec {
  const height = kind === "bars" ? 26 * points.length : 320;
  return { ...chartFrame(height, title), width: WIDTH, autosize: { type: "fit", contains: "padding" } };
}

function bars({ points, y }: Chart): ChartSpec {
  const names = points.map(({ series }) => series);
  const position = {
    field: "series",
    type: "nominal",
    sort: names,
    title: null,
    axis: { labelLimit: 260, grid: false },
  };
  const scale = { domain: [0, 1.12 * Math.max(...points.map(({ high }) => high))] };
  return {
    data: { values: points.map((point) => ({ ...point, label: label(point.y) })) },
    encoding: { y: position },
    layer: [
      {
        mark: { type: "bar", color: "var(--series-1, #0072b2)", opacity: 0.75, height: { band: 0.7 } },
        encoding: { x: { field: "y", type: "quantitative", title: y, scale } },
      },
      {
        mark: { type: "rule", color: "currentColor", strokeWidth: 1.5 },
        encoding: { x: { field: "low", type: "quantitative" }, x2: { field: "high" } },
      },
      {
        mark: { type: "text", align: "left", dx: 6 },
        encoding: { x: { field: "high", type: "quantitative" }, text: { field: "label" } },
      },
    ],
  };
}

function lines({ points, x, y }: Chart): ChartSpec {
  const names = [...new Set(points.map(({ series }) => series))];
  const sizes = [...new Set(points.map((point) => point.x))].sort((a, b) => a - b);
  const legend = {
    title: null,
    orient: "top",
    columns: 4,
    labelLimit: 200,
    labelColor: "currentColor",
    symbolType: "stroke",
    symbolSize: 400,
    symbolStrokeWidth: 2,
  };
  const color = { field: "series", type: "nominal", scale: colorScale(names), legend };
  const dash = { field: "series", type: "nominal", scale: dashScale(names), legend };
  const across = {
    field: "x",
    type: "quantitative",
    title: x,
    scale: { type: "log", nice: false },
    axis: { values: sizes, format: "~s", grid: false },
  };
  // From 0, so that a line twice as high is twice as much; where the range is wide, by powers.
  const values = points.map((point) => point.y);
  const wide = Math.max(...values) > 20 * Math.min(...values);
  const up = {
    field: "y",
    type: "quantitative",
    title: y,
    scale: wide ? { type: "log", nice: true } : { zero: true },
    axis: wide ? { values: powers(values), format: "~r" } : { tickCount: 6, format: "~r" },
  };
  return {
    data: { values: points },
    encoding: { x: across, color },
    resolve: { legend: { color: "shared", strokeDash: "shared" } },
    layer: [
      { mark: { type: "line" }, encoding: { y: up, strokeDash: dash } },
      { mark: { type: "point", filled: true, size: 40 }, encoding: { y: up } },
      {
        mark: { type: "rule", strokeWidth: 1.2, opacity: 0.7 },
        encoding: { y: { field: "low", type: "quantitative" }, y2: { field: "high" } },
      },
    ],
  };
}

/** 1, 2, 5, 10, 20 … as far as the values go. */
function powers(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values) / 2, Math.max(...values) * 2];
  return Array.from({ length: 16 }, (_, i) => 10 ** (i - 6))
    .flatMap((power) => [power, 2 * power, 5 * power])
    .filter((value) => value >= least && value <= most);
}

function label(value: number): string {
  return Number(value.toPrecision(3)).toString();
}
