/** The host's own opinion on what a clock shows somewhere, found by walking through time. */
import { DAY, MINUTE } from "../../src/engine/time.ts";

const STEP_MS = 15 * 60_000;

export interface Walk {
  readonly zone: string;
  readonly begin: number;
  /** What the wall clock shows at each quarter of an hour from the beginning, as if it were UTC, in milliseconds. */
  readonly shown: readonly number[];
}

export function walk(zone: string, begin: number, end: number): Walk {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const shown: number[] = [];
  for (let ms = begin; ms < end; ms += STEP_MS) {
    const [month, day, year, hour, minute] = format.format(ms).match(/\d+/g)!.map(Number);
    shown.push(Date.UTC(year!, month! - 1, day!, hour!, minute!));
  }
  return { zone, begin, shown };
}

/** For each of the wall times, which must grow: the first quarter of an hour at which the clock has reached it. */
export function firstReached({ begin, shown }: Walk, wallTimes: readonly number[]): number[] {
  const found: number[] = [];
  let i = 0;
  for (const wall of wallTimes) {
    while (i < shown.length && shown[i]! < wall) i++;
    if (i === shown.length) break;
    found.push(begin + i * STEP_MS);
  }
  return found;
}

/** As the wall clock shows it: "2026-03-29 03:00". */
export function onTheWall(zone: string, ms: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(
    ms,
  );
}

export const QUARTERS_A_DAY = DAY / (15 * MINUTE);
