/**
 * How waits are distributed, as small plots in the terminal: a row a class and policy on one logarithmic scale of
 * time, the height of a bar being the share of tasks that waited about so long. Who did not wait at all is a number.
 */
import type { DistributionPoint, ResultDocument } from "../lab/result.ts";
import { type LabelledRun, shownGroups } from "./groups.ts";
import { type LogRange, logRange, TIME_TICKS } from "./log-range.ts";
import { displayWidth, fitText, printable, truncateText } from "./terminal-text.ts";
import { formatPercent, NOTHING } from "./units.ts";

export function waitLines(document: ResultDocument, runs: readonly LabelledRun[], width: number): string[] {
  const classes = shownGroups(document, Math.max(1, Math.floor(ROWS / Math.max(1, runs.length))))
    .groups.filter((group) => group.kind === "class")
    .map((group) => group.name);
  const rows = classes.flatMap((name) =>
    runs.map(({ label, run }) => ({
      class: name,
      label,
      points: Object.hasOwn(run.waits, name) ? run.waits[name]! : [],
    })),
  );
  const seconds = rows.flatMap(({ points }) => points.map((point) => point.seconds));
  // One bar, or nobody who waited, is no plot.
  if (!seconds.some((value) => value > 0)) return [];
  const range = logRange(seconds);
  const several = runs.length > 1;
  const names = rows.map((row) => `  ${printable(several ? row.label : row.class)}`);
  const name = Math.min(MOST_NAME, Math.max(LEAST_NAME, ...names.map(displayWidth)));
  const bars = Math.min(MOST_BARS, width - name - AT_ONCE - 2 * GAP.length);
  const lines = rows.flatMap((row, index) => {
    const line = [
      fitText(names[index]!, name),
      fitText(atOnce(row.points), AT_ONCE, "right"),
      plot(row.points, range, bars),
    ].join(GAP);
    const begins = several && row.label === runs[0]!.label;
    return begins ? [truncateText(`class ${printable(row.class)}`, width), line] : [line];
  });
  const heading = [fitText("waits", name), fitText("at once", AT_ONCE, "right"), axis(range, bars)].join(GAP);
  return [heading, ...lines];
}

/** More of them than a screen has lines say less. */
const ROWS = 24;
const GAP = "  ";
const AT_ONCE = 8;
const MOST_BARS = 48;
const LEAST_NAME = 13;
const MOST_NAME = 24;
const HEIGHTS = "▁▂▃▄▅▆▇█";

function atOnce(points: readonly DistributionPoint[]): string {
  if (points.length === 0) return NOTHING;
  return formatPercent(points.filter(({ seconds }) => seconds === 0).at(-1)?.share ?? 0);
}

/** The tallest bar of each row is full: rows are compared in place and shape. */
function plot(points: readonly DistributionPoint[], range: LogRange, bars: number): string {
  const shares = new Array<number>(bars).fill(0);
  let before = 0;
  for (const { seconds, share } of points) {
    if (seconds > 0) shares[place(seconds, range, bars)]! += share - before;
    before = share;
  }
  const most = Math.max(...shares);
  return shares
    .map((share) => (share > 0 ? HEIGHTS[Math.max(0, Math.ceil((share / most) * HEIGHTS.length) - 1)] : " "))
    .join("");
}

function place(seconds: number, { from, to }: LogRange, bars: number): number {
  const along = Math.log(Math.max(from, seconds) / from) / Math.log(to / from);
  return Math.min(bars - 1, Math.floor(along * bars));
}

/** Times above their bars, as many as fit. */
function axis(range: LogRange, bars: number): string {
  let line = "";
  for (const tick of TIME_TICKS) {
    if (tick < range.from * 0.999 || tick > range.to) continue;
    const at = place(tick, range, bars);
    const label = tickLabel(tick);
    if (at + label.length > bars || (line !== "" && at < line.length + 2)) continue;
    line = line.padEnd(at) + label;
  }
  return line;
}

function tickLabel(seconds: number): string {
  const [unit, name] = UNITS.find(([size]) => seconds >= size * 0.999)!;
  return `${Math.round(seconds / unit)} ${name}`;
}

const UNITS: readonly (readonly [number, string])[] = [
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "µs"],
];
