/** What a row of the benchmark found: figures for the report, and how far each floor was reached. Never a failure. */
import type { PartRate } from "../parts/part.ts";
import { type Measured, median, medianRate, rates } from "./sample.ts";

export interface Outcome {
  /** The row's name, as `--only` takes it. */
  readonly row: string;
  readonly title: string;
  /** What one has to know to read the figures. */
  readonly notes: readonly string[];
  readonly tables: readonly Table[];
  readonly floors: readonly Floor[];
  readonly charts: readonly Chart[];
  /** Every single measurement, for programs. */
  readonly measured: readonly Measured[];
  readonly parts?: readonly PartRate[];
}

export interface Table {
  /** The first column is text, the others are figures. */
  readonly head: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

/** Something that must be shown: what was asked for and what was seen. */
export interface Floor {
  readonly what: string;
  readonly asked: number;
  readonly seen: number;
  /** Whether it is to be at least or at most what was asked. */
  readonly bound: "at least" | "at most";
  readonly unit: string;
}

/** Bars of one figure by contender, or lines of one over another on logarithmic axes. */
export interface Chart {
  readonly name: string;
  readonly title: string;
  readonly kind: "bars" | "lines";
  readonly x: string;
  readonly y: string;
  readonly points: readonly ChartPoint[];
}

export interface ChartPoint {
  readonly series: string;
  /** A number on the axis of lines; for bars it is not used. */
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

export function atLeast(what: string, asked: number, seen: number, unit = "×"): Floor {
  return { what, asked, seen, bound: "at least", unit };
}

export function atMost(what: string, asked: number, seen: number, unit = "×"): Floor {
  return { what, asked, seen, bound: "at most", unit };
}

export function isReached({ asked, seen, bound }: Floor): boolean {
  return bound === "at least" ? seen >= asked : seen <= asked;
}

/** "reached", or how far it got. */
export function verdict(floor: Floor): string {
  if (isReached(floor)) return "reached";
  const { asked, seen, bound } = floor;
  return bound === "at least"
    ? `not reached (${(seen / asked).toFixed(2)} of it)`
    : `not reached (${(seen / asked).toFixed(2)} times it)`;
}

/** One line a contender: rate, its spread, peak memory, mean wait. */
export function rateTable(measured: readonly Measured[]): Table {
  return {
    head: ["", "M tasks/s", "lowest", "highest", "tasks", "peak MB", "wait ms"],
    lines: measured.map((each) => {
      const { work } = each.samples[0]!;
      const waits = each.samples.flatMap(({ meanWait }) => (meanWait === null ? [] : [meanWait]));
      return [
        each.name,
        millions(medianRate(each)),
        millions(Math.min(...rates(each))),
        millions(Math.max(...rates(each))),
        short(work),
        (median(each.samples.map(({ peakBytes }) => peakBytes)) / 1e6).toFixed(0),
        waits.length === 0 ? "" : (median(waits) * 1000).toFixed(2),
      ];
    }),
  };
}

/** Rates of the contenders as bars. */
export function rateChart(name: string, title: string, measured: readonly Measured[]): Chart {
  const points = measured.map((each) => ({
    series: each.name,
    x: 0,
    y: medianRate(each) / 1e6,
    low: Math.min(...rates(each)) / 1e6,
    high: Math.max(...rates(each)) / 1e6,
  }));
  return { name, title, kind: "bars", x: "", y: "million tasks a second of processor time", points };
}

export function millions(rate: number): string {
  return (rate / 1e6).toFixed(rate < 1e5 ? 3 : 2);
}

/** 5000000 as 5M. */
export function short(count: number): string {
  for (const [unit, size] of [
    ["M", 1e6],
    ["k", 1e3],
  ] as const)
    if (count >= size) return `${Number((count / size).toPrecision(3))}${unit}`;
  return String(Number(count.toPrecision(3)));
}

export function figure(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en");
  return Number(value.toPrecision(3)).toString();
}
