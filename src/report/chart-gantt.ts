/**
 * What ran where and when, of a run that is small enough to look at: a band for each machine, a bar for each attempt.
 * Classes have a letter beside their colour, written on the bars that have room for it.
 */
import { type Chart, type ChartSpec, chartFrame, colorScale, faded } from "./chart-style.ts";
import { axisUnit, formatCount, formatDuration } from "./units.ts";

/** All attempts of one run. Times in seconds. */
export interface Gantt {
  readonly policy: string;
  readonly machines: readonly string[];
  readonly attempts: readonly GanttAttempt[];
}

export interface GanttAttempt {
  readonly machine: string;
  readonly started: number;
  readonly ended: number;
  readonly class: string;
  readonly tenant: string;
  readonly task: string;
  readonly outcome: string;
}

export function ganttCharts(gantts: readonly Gantt[], classes: readonly string[]): readonly Chart[] {
  const end = gantts.reduce(
    (last, { attempts }) => attempts.reduce((most, { ended }) => Math.max(most, ended), last),
    0,
  );
  return gantts.map((gantt, index) => {
    const { policy, machines, attempts } = gantt;
    const unhappy = attempts.filter(({ outcome }) => outcome !== "done").length;
    const description = `${formatCount(attempts.length)} attempts on ${formatCount(machines.length)} machines over ${formatDuration(end)}${unhappy > 0 ? `, ${formatCount(unhappy)} of which did not end as done` : ""}.`;
    return {
      id: `gantt-${index + 1}`,
      panel: gantts.length > 1 ? policy : "",
      description,
      note: unhappy > 0 ? "Bars with a thick dark edge did not end as done." : "",
      spec: ganttSpec(gantt, classes, end, description),
      kind: "class",
      only: null,
    };
  });
}

/** The letter of a class on its bars. */
export function classLetter(index: number): string {
  return String.fromCharCode(65 + (index % 26));
}

const TOOLTIP = [
  { field: "machine", title: "machine" },
  { field: "series", title: "class" },
  { field: "tenant", title: "tenant" },
  { field: "task", title: "task" },
  { field: "took", title: "ran" },
  { field: "outcome", title: "ended as" },
];

/** A bar narrower than this share of the axis has no room for a letter. */
const ROOM_FOR_LETTER = 0.025;

function ganttSpec(gantt: Gantt, classes: readonly string[], end: number, description: string): ChartSpec {
  const unit = axisUnit(end);
  const bars = withLanes(gantt.attempts).map(({ attempt, lane }) => ({
    machine: attempt.machine,
    lane,
    series: attempt.class,
    from: attempt.started / unit.seconds,
    to: attempt.ended / unit.seconds,
    done: attempt.outcome === "done",
    letter: classLetter(Math.max(0, classes.indexOf(attempt.class))),
    task: attempt.task,
    tenant: attempt.tenant,
    outcome: attempt.outcome,
    took: `${formatDuration(attempt.started)} to ${formatDuration(attempt.ended)} (${formatDuration(attempt.ended - attempt.started)})`,
  }));
  const lanes = bars.reduce((most, { lane }) => Math.max(most, lane + 1), 1);
  const y = {
    field: "machine",
    type: "nominal",
    scale: { domain: gantt.machines, paddingInner: 0.2 },
    axis: { title: null, grid: false, labelLimit: 110 },
  };
  const yOffset = {
    field: "lane",
    type: "nominal",
    scale: { domain: Array.from({ length: lanes }, (_, lane) => lane), paddingInner: 0.05 },
  };
  const x = {
    type: "quantitative",
    scale: { domain: [0, end / unit.seconds || 1], nice: false },
    axis: { title: `time (${unit.name})`, tickCount: 7 },
  };
  const color = { field: "series", type: "nominal", scale: colorScale(classes), legend: null };
  return {
    ...chartFrame(Math.max(60, gantt.machines.length * Math.max(16, lanes * 9)), description),
    // Of both layers, since a letter lies on its bar.
    encoding: { y, yOffset, tooltip: TOOLTIP },
    layer: [
      {
        data: { values: bars },
        mark: { type: "bar", strokeOpacity: 0.85, stroke: "currentColor" },
        encoding: {
          x: { field: "from", ...x },
          x2: { field: "to" },
          color,
          strokeWidth: { condition: { test: "datum.done", value: 0.4 }, value: 2 },
          opacity: faded(0.8),
        },
      },
      {
        data: {
          values: bars
            .filter(({ from, to }) => (to - from) * unit.seconds >= ROOM_FOR_LETTER * end)
            .map((bar) => ({ ...bar, middle: (bar.from + bar.to) / 2 })),
        },
        mark: {
          type: "text",
          fontSize: 9,
          fontWeight: "bold",
          color: "var(--paper, #ffffff)",
        },
        encoding: { x: { field: "middle", ...x }, text: { field: "letter" }, opacity: faded() },
      },
    ],
  };
}

/** Where tasks overlap on a machine, each further one is a lane below. */
function withLanes(attempts: readonly GanttAttempt[]): { attempt: GanttAttempt; lane: number }[] {
  const busy = new Map<string, number[]>();
  return [...attempts]
    .sort((a, b) => a.started - b.started || a.ended - b.ended)
    .map((attempt) => {
      const ends = busy.get(attempt.machine) ?? [];
      busy.set(attempt.machine, ends);
      const free = ends.findIndex((until) => until <= attempt.started);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = attempt.ended;
      return { attempt, lane };
    });
}
