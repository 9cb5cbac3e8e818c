/**
 * What a shorter tail costs: each policy's cost against its 99th percentile of waiting, and the front of those that
 * no other beats on both.
 */
import type { Estimate, ResultDocument } from "../lab/result.ts";
import { type Chart, type ChartSpec, chartFrame, faded, seriesChannels } from "./chart-style.ts";
import { labelledRuns, metric } from "./groups.ts";
import { DURATION_LABEL, timeTicks } from "./metric-words.ts";
import { formatDecimal, formatDuration } from "./units.ts";

/** Nothing with one policy, or where nothing has a price. */
export function paretoCharts(document: ResultDocument): readonly Chart[] {
  const runs = labelledRuns(document);
  const points = runs.flatMap(({ label, run }) => {
    const cost = metric(run, "all", "cost");
    const wait = metric(run, "all", "wait.p99");
    return cost === undefined || wait === undefined || !(cost.mean > 0) || !Number.isFinite(wait.mean)
      ? []
      : [{ series: label, cost, wait }];
  });
  if (points.length < 2) return [];
  const front = points.filter((point) => !points.some((other) => dominates(other, point)));
  const names = runs.map((run) => run.label);
  const words = points.map(
    ({ series, cost, wait }) =>
      `${series}: cost ${formatDecimal(cost.mean)}, p99 ${formatDuration(wait.mean)}.`,
  );
  const best = front.map(({ series }) => series).join(", ");
  const description = `Cost against the 99th percentile of waiting. ${words.join(" ")} No other policy beats these on both: ${best}.`;
  const note = `On the front, beaten by no other on both: ${best}.`;
  const spec = paretoSpec(points, front, names, description);
  return [{ id: "pareto", panel: "", description, note, spec, kind: "policy", only: null }];
}

interface Point {
  readonly series: string;
  readonly cost: Estimate;
  readonly wait: Estimate;
}

function dominates(one: Point, other: Point): boolean {
  const [a, b] = [one.cost.mean, other.cost.mean];
  const [c, d] = [one.wait.mean, other.wait.mean];
  return a <= b && c <= d && (a < b || c < d);
}

function paretoSpec(
  points: readonly Point[],
  front: readonly Point[],
  names: readonly string[],
  description: string,
): ChartSpec {
  const values = points.map(({ series, cost, wait }) => ({
    series,
    x: cost.mean,
    y: wait.mean,
    costLow: cost.low ?? cost.mean,
    costHigh: cost.high ?? cost.mean,
    waitLow: Math.max(0, wait.low ?? wait.mean),
    waitHigh: wait.high ?? wait.mean,
    cost: formatDecimal(cost.mean),
    wait: formatDuration(wait.mean),
  }));
  const [least, most] = extent(values.flatMap(({ costLow, costHigh }) => [costLow, costHigh]));
  // Prices that differ by less than this are drawn as what they are: nearly the same.
  const room = Math.max((most - least) * 0.15, most * 0.005);
  const { color, shape } = seriesChannels(names, "point");
  const x = {
    type: "quantitative",
    scale: { domain: [least - room, most + room], nice: false, zero: false },
    axis: { title: "cost", tickCount: 5, format: "~r", labelOverlap: "greedy" },
  };
  const y = {
    type: "quantitative",
    scale: { zero: true, nice: true },
    axis: {
      title: "wait, p99",
      values: timeTicks(
        0,
        values.reduce((highest, { waitHigh }) => Math.max(highest, waitHigh), 0),
      ),
      labelExpr: DURATION_LABEL,
    },
  };
  const steps = front
    .map(({ cost, wait }) => ({ x: cost.mean, y: wait.mean }))
    .sort((a, b) => a.x - b.x || b.y - a.y);
  return {
    ...chartFrame(240, description),
    layer: [
      {
        data: { values: steps },
        mark: {
          type: "line",
          interpolate: "step-after",
          color: "currentColor",
          opacity: 0.35,
          strokeWidth: 1.5,
        },
        encoding: { x: { field: "x", ...x }, y: { field: "y", ...y } },
      },
      {
        data: { values: values.filter(({ costLow, costHigh }) => costHigh > costLow) },
        mark: { type: "rule", strokeWidth: 1.5 },
        encoding: {
          x: { field: "costLow", ...x },
          x2: { field: "costHigh" },
          y: { field: "y", ...y },
          color,
          opacity: faded(0.6),
        },
      },
      {
        data: { values: values.filter(({ waitLow, waitHigh }) => waitHigh > waitLow) },
        mark: { type: "rule", strokeWidth: 1.5 },
        encoding: {
          x: { field: "x", ...x },
          y: { field: "waitLow", ...y },
          y2: { field: "waitHigh" },
          color,
          opacity: faded(0.6),
        },
      },
      {
        data: { values },
        mark: { type: "point", filled: true, size: 90 },
        encoding: {
          x: { field: "x", ...x },
          y: { field: "y", ...y },
          color,
          shape,
          opacity: faded(),
          tooltip: [
            { field: "series", title: "policy" },
            { field: "cost", title: "cost" },
            { field: "wait", title: "wait, p99" },
          ],
        },
      },
      {
        data: { values },
        mark: { type: "text", align: "left", dx: 8, dy: -8, fontSize: 11, limit: 150 },
        encoding: {
          x: { field: "x", ...x },
          y: { field: "y", ...y },
          text: { field: "series" },
          opacity: faded(),
        },
      },
    ],
  };
}

function extent(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}
