/**
 * How the run went over time: utilisation and queue length, with peak time shaded and faults marked. One chart a
 * policy on shared axes, because when it is peak time depends on the policy.
 */
import type { FaultMark, ResultDocument, Timeline } from "../lab/result.ts";
import { type Chart, type ChartSpec, chartFrame, seriesColor } from "./chart-style.ts";
import { labelledRuns } from "./groups.ts";
import {
  faultLayers,
  faultName,
  hoverLayer,
  mergedFaults,
  peakLayer,
  steppedLayer,
  type TimeAxes,
  timeAxes,
} from "./timeline-layers.ts";
import { formatCount, formatDecimal, formatDuration, formatPercent, PERCENT_LABEL } from "./units.ts";

export function utilizationCharts(document: ResultDocument): readonly Chart[] {
  const axes = timeAxes(document);
  return labelledRuns(document).map(({ label, run }, index) => {
    const { timeline } = run;
    const loads = timeline.points.map((point) => point.utilization);
    const description =
      loads.length === 0
        ? "Utilisation over time: nothing was recorded."
        : `Utilisation over ${formatDuration(axes.end)}, from ${formatPercent(lowest(loads))} to ${formatPercent(highest(loads))}. ${peakInWords(timeline)}`;
    const peakRule = {
      data: { values: hasPeaks(timeline) ? [{ peakAt: timeline.peakAt }] : [] },
      mark: { type: "rule", strokeDash: [4, 3], opacity: 0.6, color: "currentColor" },
      encoding: { y: { field: "peakAt", type: "quantitative" } },
    };
    const y = {
      scale: { domain: [0, Math.max(1, axes.utilization)] },
      axis: { title: "utilisation", labelExpr: PERCENT_LABEL, tickCount: 5 },
    };
    const spec = timeSpec(timeline, axes, description, [
      steppedLayer(timeline, axes, loads, seriesColor(index), y),
      peakRule,
      hoverLayer(timeline, axes, loads, { title: "utilisation", format: formatPercent }),
    ]);
    return {
      id: `utilization-${index + 1}`,
      panel: document.runs.length > 1 ? label : "",
      description,
      note: "",
      spec,
      kind: "policy",
      only: label,
    };
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
        : `Tasks waiting over ${formatDuration(axes.end)}, from ${formatDecimal(lowest(lengths))} to ${formatDecimal(highest(lengths))}. ${faultsInWords(timeline.faults)}`;
    const y = {
      scale: { domain: [0, Math.max(1, axes.queue)], nice: true },
      axis: { title: "tasks waiting", tickCount: 5, format: "~s" },
    };
    const spec = timeSpec(timeline, axes, description, [
      steppedLayer(timeline, axes, lengths, seriesColor(index), y),
      hoverLayer(timeline, axes, lengths, { title: "tasks waiting", format: formatDecimal }),
      ...faultLayers(timeline, axes),
    ]);
    return {
      id: `queue-${index + 1}`,
      panel: document.runs.length > 1 ? label : "",
      description,
      note: "",
      spec,
      kind: "policy",
      only: label,
    };
  });
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

function faultsInWords(faults: readonly FaultMark[]): string {
  if (faults.length === 0) return "No fault struck.";
  const marks = mergedFaults(faults);
  const named = marks
    .slice(0, 5)
    .map((fault) => `${faultName(fault)} at ${formatDuration(fault.at)}`)
    .join("; ");
  const more = marks.length > 5 ? `; and ${formatCount(marks.length - 5)} more` : "";
  return `${formatCount(marks.length)} ${marks.length === 1 ? "fault" : "faults"}: ${named}${more}.`;
}

function peakInWords(timeline: Timeline): string {
  if (!hasPeaks(timeline)) return "There is no peak time.";
  const peak = timeline.points.reduce((sum, point) => sum + point.peak, 0) / timeline.points.length;
  return `Peak time begins at ${formatPercent(timeline.peakAt)} and covers ${formatPercent(peak)} of the run.`;
}

/** A threshold that no load reaches means that the scenario has none. */
function hasPeaks(timeline: Timeline): boolean {
  return Number.isFinite(timeline.peakAt) && timeline.peakAt <= 1;
}

function lowest(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}

function highest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
