/**
 * A logarithmic axis for times. It has no zero, and waits often are zero: what is shorter than the axis begins stands
 * at its left edge, whose label says so.
 */
import type { ChartSpec } from "./chart-style.ts";
import { DURATION_LABEL } from "./metric-words.ts";

export interface LogRange {
  readonly from: number;
  readonly to: number;
  /** Something shorter than `from` was measured. */
  readonly cut: boolean;
}

/** Seconds at which an axis may have a tick. */
export const TIME_TICKS = [
  1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 60, 600, 3600, 36_000, 86_400, 864_000, 8_640_000,
];

/** More decades than this squeeze the part that matters. */
const DECADES = 6;

/** The range of the positive ones of `values`, from a power of ten on. */
export function logRange(values: readonly number[]): LogRange {
  let shortest = Number.POSITIVE_INFINITY;
  let longest = 0;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value > 0) shortest = Math.min(shortest, value);
    longest = Math.max(longest, value);
  }
  if (longest === 0) return { from: 1e-3, to: 1, cut: values.length > 0 };
  const least = Math.max(powerBelow(shortest), powerBelow(longest) / 10 ** DECADES);
  const from = least < longest ? least : longest / 10;
  return { from, to: longest, cut: values.some((value) => value < from) };
}

export function powerBelow(value: number): number {
  return Number(`1e${Math.floor(Math.log10(value) + 1e-9)}`);
}

/** As a position on the axis. */
export function onLog(value: number, range: LogRange): number {
  return Math.min(range.to, Math.max(range.from, value));
}

export function logTimeAxis(range: LogRange, title: string | null): ChartSpec {
  const values = TIME_TICKS.filter((tick) => tick > range.from * 1.001 && tick <= range.to);
  return {
    scale: { type: "log", domain: [range.from, range.to], nice: false, padding: 6 },
    axis: {
      title,
      values: [range.from, ...values],
      labelExpr: range.cut
        ? `datum.value === ${range.from} ? '≤ ' + (${DURATION_LABEL}) : ${DURATION_LABEL}`
        : DURATION_LABEL,
      labelOverlap: "greedy",
      labelSeparation: 8,
    },
  };
}
