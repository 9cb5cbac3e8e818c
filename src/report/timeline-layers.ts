/** What the charts over time are drawn of: common axes, bands of peak time, a line in steps, marks of faults. */
import type { FaultMark, ResultDocument, Timeline } from "../lab/result.ts";
import { type ChartSpec, PEAK_COLOR, POINTER_LAYER, WARNING_COLOR } from "./chart-style.ts";
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

/** Bars from top to bottom that nobody sees and that tell what was on average then. */
export function hoverLayer(
  timeline: Timeline,
  axes: TimeAxes,
  heights: readonly number[],
  { title, format }: { readonly title: string; readonly format: (value: number) => string },
): ChartSpec {
  const each = Math.ceil(heights.length / BARS);
  const values = [];
  for (let first = 0; first < heights.length; first += each) {
    const part = heights.slice(first, first + each);
    const from = timeline.points[first]!.time;
    const to = timeline.points[first + part.length - 1]!.time + timeline.every;
    values.push({
      from: from / axes.unit.seconds,
      to: to / axes.unit.seconds,
      when: `${formatDuration(from)} to ${formatDuration(to)}`,
      mean: format(part.reduce((sum, height) => sum + height, 0) / part.length),
    });
  }
  return {
    name: POINTER_LAYER,
    data: { values },
    mark: { type: "rect", color: "currentColor", clip: true },
    params: [
      { name: "pointed", select: { type: "point", on: "pointerover", clear: "pointerout", toggle: false } },
    ],
    encoding: {
      x: { field: "from" },
      x2: { field: "to" },
      opacity: { condition: { param: "pointed", empty: false, value: 0.1 }, value: 0 },
      tooltip: [
        { field: "when", title: "from" },
        { field: "mean", title },
      ],
    },
  };
}

/** More of them would be narrower than a finger or a pointer can hit. */
const BARS = 128;

/** One line through the chart where a fault begins, and above it a bar for as long as it lasts: a row for each component. */
export function faultLayers(timeline: Timeline, axes: TimeAxes): ChartSpec[] {
  const marks = mergedFaults(timeline.faults);
  const rows = [...new Set(marks.map(({ kind }) => componentOf(kind)))];
  const values = marks.map((fault) => ({
    from: fault.at / axes.unit.seconds,
    to: Math.min(fault.until ?? axes.end, axes.end) / axes.unit.seconds,
    row: componentOf(fault.kind),
    fault: faultName(fault),
    lasted: fault.until === null ? "to the end" : formatDuration(fault.until - fault.at),
  }));
  const tooltip = [
    { field: "fault", title: "fault" },
    { field: "lasted", title: "lasted" },
  ];
  const bars = rows.map((row, index) => ({
    data: { values: values.filter((value) => value.row === row) },
    mark: { type: "rule", color: WARNING_COLOR, strokeWidth: 3, opacity: 0.75, clip: true },
    encoding: { x: { field: "from" }, x2: { field: "to" }, y: { value: 2 + ROW_HEIGHT * index }, tooltip },
  }));
  const begins = {
    data: { values },
    mark: {
      type: "rule",
      color: WARNING_COLOR,
      strokeWidth: 1,
      // So many lines would hide what they strike.
      opacity: values.length > MANY_FAULTS ? 0.2 : 0.6,
      clip: true,
    },
    encoding: { x: { field: "from" }, tooltip },
  };
  return [...bars, begins];
}

export function faultName(fault: FaultMark): string {
  return fault.target === "" ? fault.kind : `${fault.kind} (${fault.target})`;
}

/** What strikes many at once (a datacenter, a share of the machines) is one mark that names some of them. */
export function mergedFaults(faults: readonly FaultMark[]): readonly FaultMark[] {
  const together = new Map<string, FaultMark[]>();
  for (const fault of faults) {
    const key = `${fault.at} ${fault.kind}`;
    together.set(key, [...(together.get(key) ?? []), fault]);
  }
  return [...together.values()].map((group) => {
    const first = group[0]!;
    const untils = group.map(({ until }) => until);
    return {
      ...first,
      until: untils.includes(null) ? null : Math.max(...untils.map((until) => until ?? 0)),
      target: targetsInWords(group.map(({ target }) => target)),
    };
  });
}

const ROW_HEIGHT = 5;
const MANY_FAULTS = 40;
const NAMES_SHOWN = 3;

function componentOf(kind: string): string {
  return kind.slice(0, Math.max(0, kind.indexOf("-"))) || kind;
}

function targetsInWords(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(", ");
  return names.length <= NAMES_SHOWN ? shown : `${shown} and ${names.length - NAMES_SHOWN} more`;
}
