/**
 * How the run went over time: utilisation and queue length, with peak time shaded and faults marked. One chart a
 * policy on shared axes, because when it is peak time depends on the policy.
 */
import type { FaultMark, ResultDocument, Timeline } from "../lab/result.ts";
import {
  type Chart,
  type ChartSpec,
  chartFrame,
  PEAK_COLOR,
  seriesColor,
  WARNING_COLOR,
} from "./chart-style.ts";
import { labelledRuns } from "./groups.ts";
import { axisUnit, formatCount, formatDecimal, formatDuration, formatPercent } from "./units.ts";

export function utilizationCharts(document: ResultDocument): readonly Chart[] {
  const axes = timeAxes(document);
  return labelledRuns(document).map(({ label, run }, index) => {
    const { timeline } = run;
    const loads = timeline.points.map((point) => point.utilization);
    const description =
      loads.length === 0
        ? "Utilisation over time: nothing was recorded."
        : `Utilisation over ${formatDuration(axes.end)}: ${formatPercent(average(loads))} on average, ${formatPercent(highest(loads))} at most; peak time begins at ${formatPercent(timeline.peakAt)} and covered ${formatPercent(average(timeline.points.map((point) => point.peak)))} of the run.`;
    const peakRule = {
      data: { values: [{ peakAt: timeline.peakAt }] },
      mark: { type: "rule", strokeDash: [4, 3], opacity: 0.6, color: "currentColor" },
      encoding: { y: { field: "peakAt", type: "quantitative" } },
    };
    const y = {
      field: "utilization",
      type: "quantitative",
      scale: { domain: [0, Math.max(1, axes.utilization)] },
      axis: { title: "utilisation", format: ".0%", tickCount: 5 },
    };
    const spec = timeSpec(timeline, axes, description, [line(timeline, axes, index, y), peakRule]);
    return { id: `utilization-${index + 1}`, panel: label, description, spec };
  });
}

export function queueCharts(document: ResultDocument): readonly Chart[] {
  const axes = timeAxes(document);
  return labelledRuns(document).map(({ label, run }, index) => {
    const { timeline } = run;
    const lengths = timeline.points.map((point) => point.queue);
    const description =
      lengths.length === 0
        ? "Queue length over time: nothing was recorded."
        : `Tasks waiting over ${formatDuration(axes.end)}: ${formatDecimal(average(lengths))} on average, ${formatDecimal(highest(lengths))} in the fullest interval. ${faultsInWords(timeline.faults)}`;
    const y = {
      field: "queue",
      type: "quantitative",
      scale: { domain: [0, Math.max(1, axes.queue)], nice: true },
      axis: { title: "tasks waiting", tickCount: 5, format: "~s" },
    };
    const spec = timeSpec(timeline, axes, description, [
      line(timeline, axes, index, y),
      ...faultLayers(timeline, axes),
    ]);
    return { id: `queue-${index + 1}`, panel: label, description, spec };
  });
}

interface TimeAxes {
  readonly unit: { readonly name: string; readonly seconds: number };
  /** Seconds. */
  readonly end: number;
  readonly utilization: number;
  readonly queue: number;
}

function timeAxes(document: ResultDocument): TimeAxes {
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

function timeSpec(
  timeline: Timeline,
  axes: TimeAxes,
  description: string,
  layers: readonly ChartSpec[],
): ChartSpec {
  return {
    ...chartFrame(170, description),
    encoding: {
      x: {
        type: "quantitative",
        scale: { domain: [0, axes.end / axes.unit.seconds], nice: false },
        axis: { title: `time (${axes.unit.name})`, ...tickStep(axes) },
      },
    },
    layer: [peakLayer(timeline, axes), ...layers],
  };
}

/** Hours read best by quarters of a day. */
function tickStep(axes: TimeAxes): ChartSpec {
  if (axes.unit.name !== "h" || axes.end < 20 * 3600) return { tickCount: 7 };
  const step = axes.end > 60 * 3600 ? 12 : 6;
  const values: number[] = [];
  for (let hour = 0; hour * 3600 <= axes.end; hour += step) values.push(hour);
  return { values };
}

/** Neighbouring intervals that are equally peak become one band, or seams would show between them. */
function peakLayer(timeline: Timeline, axes: TimeAxes): ChartSpec {
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

/** An average belongs to the whole of its interval, so the line is drawn in steps. */
function line(timeline: Timeline, axes: TimeAxes, index: number, y: ChartSpec): ChartSpec {
  const values = timeline.points.map((point) => ({
    at: point.time / axes.unit.seconds,
    utilization: point.utilization,
    queue: point.queue,
    time: formatDuration(point.time),
    used: formatPercent(point.utilization),
    waiting: formatDecimal(point.queue),
  }));
  const last = values.at(-1);
  if (last !== undefined) values.push({ ...last, at: last.at + timeline.every / axes.unit.seconds });
  return {
    data: { values },
    mark: {
      type: "area",
      interpolate: "step-after",
      color: seriesColor(index),
      fillOpacity: 0.12,
      line: { color: seriesColor(index), strokeWidth: 1.5 },
      clip: true,
    },
    encoding: { x: { field: "at" }, y },
  };
}

function faultLayers(timeline: Timeline, axes: TimeAxes): ChartSpec[] {
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
      mark: { type: "rule", color: WARNING_COLOR, strokeWidth: 1.5, clip: true },
      encoding: { x: { field: "from" }, tooltip },
    },
  ];
}

function faultsInWords(faults: readonly FaultMark[]): string {
  if (faults.length === 0) return "No fault struck.";
  const named = faults
    .slice(0, 5)
    .map((fault) => `${faultName(fault)} at ${formatDuration(fault.at)}`)
    .join("; ");
  const more = faults.length > 5 ? `; and ${formatCount(faults.length - 5)} more` : "";
  return `${formatCount(faults.length)} ${faults.length === 1 ? "fault" : "faults"}: ${named}${more}.`;
}

function faultName(fault: FaultMark): string {
  return fault.target === "" ? fault.kind : `${fault.kind} (${fault.target})`;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function highest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
