/**
 * When a periodic task is due next: civil dates by integer arithmetic, because months and years are not a fixed
 * number of ticks and the host's Date has no place in the deterministic core. Dates are those of a place's wall clock.
 */
import { DAY, MILLISECOND, type Tick } from "./time.ts";
import { firstInstantAt, type TimeZone, UTC, wallTime } from "./time-zone.ts";

export type Period = "daily" | "weekly" | "monthly" | "annually";

/**
 * The first instant strictly after `from` that is `anchor` plus 0, 1, 2, … periods on the wall clock of the zone. Tick
 * 0 is `epochMs` milliseconds after 1970 (UTC). Months and years keep the anchor's day of the month, or the month's
 * last day where it is shorter: 31 January, 28 February, 31 March. A wall time that a period's day skips is due when
 * the clock skips it; one that comes twice is due the first time only.
 */
export function next(
  schedule: Period,
  epochMs: number,
  from: Tick,
  anchor: Tick,
  zone: TimeZone = UTC,
): Tick {
  if (from < anchor) return anchor;
  const first = wallTime(zone, anchor);
  let wall = wallTime(zone, from);
  let at: Tick;
  // More than once only around a change of the clocks, where the wall time of `from` comes again.
  do {
    wall = nextOnWall(schedule, epochMs, wall, first);
    at = firstInstantAt(zone, wall);
  } while (at <= from);
  return at;
}

/** The same on a clock that nobody changes. */
function nextOnWall(schedule: Period, epochMs: number, from: Tick, anchor: Tick): Tick {
  if (from < anchor) return anchor;
  if (schedule === "daily") return nextMultiple(DAY, from, anchor);
  if (schedule === "weekly") return nextMultiple(7 * DAY, from, anchor);

  // Counting ticks from the midnight at or before tick 0 keeps every number exact: microseconds since 1970 would not
  // leave room for 285 years of ticks.
  const epochDay = Math.floor(epochMs / DAY_MS);
  const epochInDay = (epochMs - epochDay * DAY_MS) * MILLISECOND;
  const anchorDay = Math.floor((anchor + epochInDay) / DAY);
  const inDay = anchor + epochInDay - anchorDay * DAY;
  const start = civilFromDays(epochDay + anchorDay);
  const due = (months: number): Tick => {
    const month = start.month + months;
    const day = daysFromCivil(month, Math.min(start.day, daysInMonth(month)));
    return (day - epochDay) * DAY + inDay - epochInDay;
  };

  const step = schedule === "monthly" ? 1 : 12;
  const now = civilFromDays(epochDay + Math.floor((from + epochInDay) / DAY));
  const passed = Math.floor((now.month - start.month) / step) * step;
  const candidate = due(passed);
  return candidate > from ? candidate : due(passed + step);
}

const DAY_MS = 86_400_000;

/** A month counted from January of year 0, and a day from 1 on. */
interface CivilDate {
  readonly month: number;
  readonly day: number;
}

function nextMultiple(period: Tick, from: Tick, anchor: Tick): Tick {
  return anchor + (Math.floor((from - anchor) / period) + 1) * period;
}

/** Days from 1 January 1970 to the given day. */
function daysFromCivil(month: number, day: number): number {
  // Years that begin in March put the leap day at their end, where it disturbs no other month.
  const marchMonth = month - 2;
  const year = Math.floor(marchMonth / 12);
  const monthInYear = marchMonth - 12 * year;
  const dayInYear = Math.floor((153 * monthInYear + 2) / 5) + day - 1;
  return 365 * year + leapDays(year) + dayInYear - DAYS_TO_1970;
}

function civilFromDays(days: number): CivilDate {
  const shifted = days + DAYS_TO_1970;
  // The mean year is a good first guess and at most one too high or too low.
  let year = Math.floor(shifted / 365.2425);
  while (365 * year + leapDays(year) > shifted) year -= 1;
  while (365 * (year + 1) + leapDays(year + 1) <= shifted) year += 1;
  const dayInYear = shifted - 365 * year - leapDays(year);
  const monthInYear = Math.floor((5 * dayInYear + 2) / 153);
  const day = dayInYear - Math.floor((153 * monthInYear + 2) / 5) + 1;
  return { month: 12 * year + monthInYear + 2, day };
}

function daysInMonth(month: number): number {
  return daysFromCivil(month + 1, 1) - daysFromCivil(month, 1);
}

/** Leap days before 1 March of the year, counted from 1 March of year 0. */
function leapDays(year: number): number {
  return Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
}

/** From 1 March of year 0 to 1 January 1970. */
const DAYS_TO_1970 = 719_468;
