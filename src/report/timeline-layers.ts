/** What the charts over time are drawn of: common axes, bands of peak time, a line in steps, marks of faults. */
import type { FaultMark, ResultDocument, Timeline } from "../lab/result.ts";
import { type ChartSpec, PEAK_COLOR, WARNING_COLOR } from "./chart-style.ts";
import { axisUnit, formatDuration } from "./units.ts";

export interface TimeAxes {
  readonly unit: { readonly name: string; readonly seconds: number };
  /** Seconds. */
  readonly end: number;
  readonly utilization: number;
  readonly queue: number;
}

/** Shared by all policies, so that their charts can be compared by eye. */
export function timeAxes(document: ResultDocument): TimeAxes {
  let end = 0;
  let utilization = 0;
  let queue = 0;
  for (const { timeline } of document.runs)
    for (const point of timeline.points) {
      end = Math.max(end, point.time + timeline.every);
      utilization = Math.max(utilization, point.utilization);
      queue = Math.max(queue, point.queue);
    }
  if (end === 0) end = 1;
  return { unit: axisUnit(end), end, utilization, queue };
}

/** Neighbouring intervals that are equally peak become one band, or seams would show between them. */
export function peakLayer(timeline: Timeline, axes: TimeAxes): ChartSpec {
  const bands: { from: number; to: number; peak: number }[] = [];
  for (const { time, peak } of timeline.points) {
    const last = bands.at(-1);
    const from = time / axes.unit.seconds;
    const to = (time + timeline.every) / axes.unit.seconds;
    if (last !== undefined && last.peak === peak && last.to === from) last.to = to;
    else if (peak > 0) bands.push({ from, to, peak });
  }
  return {
    data: { values: bands },
    mark: { type: "rect", color: PEAK_COLOR, clip: true },
    encoding: {
      x: { field: "from" },
      x2: { field: "to" },
      opacity: {
        field: "peak",
        type: "quantitative",
        scale: { domain: [0, 1], range: [0, 0.22] },
        legend: null,
      },
    },
  };
}

/** One value for each point, drawn in steps because an average belongs to the whole of its interval. */
export function steppedLayer(
  timeline: Timeline,
  axes: TimeAxes,
  heights: readonly number[],
  color: string,
  y: ChartSpec,
): ChartSpec {
  const values = timeline.points.map((point, index) => ({
    at: point.time / axes.unit.seconds,
    height: heights[index]!,
  }));
  const last = values.at(-1);
  if (last !== undefined) values.push({ ...last, at: last.at + timeline.every / axes.unit.seconds });
  return {
    data: { values },
    mark: {
      type: "area",
      interpolate: "step-after",
      color,
      fillOpacity: 0.12,
      line: { color, strokeWidth: 1.5 },
      clip: true,
    },
    encoding: { x: { field: "at" }, y: { field: "height", type: "quantitative", ...y } },
  };
}

export function faultLayers(timeline: Timeline, axes: TimeAxes): ChartSpec[] {
  const values = timeline.faults.map((fault) => ({
    from: fault.at / axes.unit.seconds,
    to: Math.min(fault.until ?? axes.end, axes.end) / axes.unit.seconds,
    fault: faultName(fault),
    lasted: fault.until === null ? "to the end" : formatDuration(fault.until - fault.at),
  }));
  const tooltip = [
    { field: "fault", title: "fault" },
    { field: "lasted", title: "lasted" },
  ];
  return [
    {
      data: { values },
      mark: { type: "rule", color: WARNING_COLOR, strokeWidth: 3, clip: true },
      encoding: { x: { field: "from" }, x2: { field: "to" }, y: { value: 2 }, tooltip },
    },
    {
      data: { values },
      mark: { type: "rule", color: WARNING_COLOR, strokeWidth: 1, opacity: 0.6, clip: true },
      encoding: { x: { field: "from" }, tooltip },
    },
  ];
}

export function faultName(fault: FaultMark): string {
  return fault.target === "" ? fault.kind : `${fault.kind} (${fault.target})`;
}
