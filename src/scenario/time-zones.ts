/**
 * Time zones by their names in the IANA database. The database is the runtime's own (Node's ICU): governments change
 * their clocks, so a scenario with a time zone may be decided otherwise by a Node with newer data, and its digest
 * depends on that. All changes of the clocks are looked up here, once, at load; the scheduler works from the list.
 */
import { type TimeZone, UTC } from "../cluster/spec.ts";
import { HOUR, MILLISECOND, MINUTE, SECOND, type Tick } from "../engine/time.ts";
import { nearest } from "./nearest.ts";

export function isTimeZone(name: string): boolean {
  // Some runtimes take "+01:00" too, which has no changes of the clocks to speak of, and others do not.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    offsetFormat(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The time zone that was probably meant, by its whole name or by its city alone: "Berlin". */
export function nearestTimeZone(typed: string): string | null {
  const names = [UTC.name, ...Intl.supportedValuesOf("timeZone")];
  const whole = nearest(typed, names);
  if (whole !== null) return whole;
  const cities = new Map(names.map((name) => [name.slice(name.lastIndexOf("/") + 1), name]));
  return cities.get(nearest(typed.replaceAll(" ", "_"), cities.keys()) ?? "") ?? null;
}

/**
 * Time zones for a run that begins at `start` (milliseconds since 1970) and lasts for `length`: their changes from a
 * year before to twelve years after the start, or to a year after the end of a longer run. Later on the clocks stay
 * as they were last. One object for each name, however many tasks share it.
 */
export function timeZones(start: number, length: Tick): (name: string) => TimeZone {
  const after = Math.max(12 * YEAR_MS, Math.ceil(length / MILLISECOND) + YEAR_MS);
  const until = start + Math.min(after, LONGEST_MS);
  const known = new Map<string, TimeZone>([[UTC.name, UTC]]);
  return (name) => {
    let zone = known.get(name);
    if (zone === undefined) {
      zone = changesBetween(name, start, start - YEAR_MS, until);
      known.set(name, zone);
    }
    return zone;
  };
}

const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;
/** Nobody knows the clocks of the next century. */
const LONGEST_MS = 100 * YEAR_MS;

/** What was looked up before: it takes as long as a small run, and campaigns of many runs ask for the same again. */
const lookedUp = new Map<string, TimeZone>();

function changesBetween(name: string, start: number, begin: number, end: number): TimeZone {
  const key = `${name} ${start} ${begin} ${end}`;
  const zone = lookedUp.get(key) ?? lookUp(name, start, begin, end);
  lookedUp.set(key, zone);
  return zone;
}

function lookUp(name: string, start: number, begin: number, end: number): TimeZone {
  const format = offsetFormat(name);
  const from = [(begin - start) * MILLISECOND];
  const offset = [offsetAt(format, begin)];
  // No place changes its clocks twice within a day, so a day with the same offset at both ends has no change in it.
  for (let day = begin; day < end; day += DAY_MS) {
    const next = offsetAt(format, day + DAY_MS);
    if (next === offset.at(-1)) continue;
    from.push((changeWithin(format, day, day + DAY_MS) - start) * MILLISECOND);
    offset.push(next);
  }
  return { name, from, offset };
}

/** The first millisecond with the offset that holds at `high`, by bisection. */
function changeWithin(format: Intl.DateTimeFormat, low: number, high: number): number {
  const before = offsetAt(format, low);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(format, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function offsetFormat(name: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" });
}

/** From what follows GMT in "3/29/2026, GMT+02:00"; nothing does for UTC. */
function offsetAt(format: Intl.DateTimeFormat, ms: number): Tick {
  const found = /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(format.format(ms));
  if (found === null) return 0;
  const [, sign, hours, minutes, seconds] = found;
  const size = Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds ?? 0) * SECOND;
  return sign === "-" ? -size : size;
}
