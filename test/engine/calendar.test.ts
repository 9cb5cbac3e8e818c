import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { next, type Period } from "../../src/engine/calendar.ts";
import { DAY, HOUR } from "../../src/engine/time.ts";

const at = (iso: string) => Date.parse(iso);
/** The instants that follow the anchor, as dates, when tick 0 is `epoch`. */
function follow(schedule: Period, epoch: string, anchor: number, times: number): string[] {
  const dates: string[] = [];
  let now = anchor;
  for (let i = 0; i < times; i++) {
    now = next(schedule, at(epoch), now, anchor);
    dates.push(new Date(at(epoch) + now / 1000).toISOString());
  }
  return dates;
}

describe("monthly", () => {
  test("keeps the 31st, or takes the last day of a shorter month", () => {
    expect(follow("monthly", "2024-01-31T09:30:00Z", 0, 4)).toEqual([
      "2024-02-29T09:30:00.000Z",
      "2024-03-31T09:30:00.000Z",
      "2024-04-30T09:30:00.000Z",
      "2024-05-31T09:30:00.000Z",
    ]);
    expect(follow("monthly", "2023-01-31T00:00:00Z", 0, 2)).toEqual([
      "2023-02-28T00:00:00.000Z",
      "2023-03-31T00:00:00.000Z",
    ]);
  });

  test("passes the turn of the year", () => {
    expect(follow("monthly", "2023-11-15T23:59:59.999Z", 0, 3)).toEqual([
      "2023-12-15T23:59:59.999Z",
      "2024-01-15T23:59:59.999Z",
      "2024-02-15T23:59:59.999Z",
    ]);
  });

  test("takes the date from the anchor, which may lie days after tick 0", () => {
    // Nine hours and 30 days after 2024-01-01T20:00Z is the first of February.
    expect(follow("monthly", "2024-01-01T20:00:00Z", 30 * DAY + 9 * HOUR, 1)).toEqual([
      "2024-03-01T05:00:00.000Z",
    ]);
  });
});

describe("annually", () => {
  test("keeps 29 February where there is one", () => {
    expect(follow("annually", "2096-02-29T12:00:00Z", 0, 8).map((date) => date.slice(0, 10))).toEqual([
      "2097-02-28",
      "2098-02-28",
      "2099-02-28",
      "2100-02-28",
      "2101-02-28",
      "2102-02-28",
      "2103-02-28",
      "2104-02-29",
    ]);
  });
});

describe("daily and weekly", () => {
  test("are whole days from the anchor", () => {
    expect(next("daily", 0, 5, 5)).toBe(5 + DAY);
    expect(next("daily", 0, 5 + 3 * DAY - 1, 5)).toBe(5 + 3 * DAY);
    expect(next("weekly", 0, 5 + 7 * DAY, 5)).toBe(5 + 14 * DAY);
  });
});

test("before the anchor, the anchor itself is next", () => {
  for (const schedule of ["daily", "weekly", "monthly", "annually"] as const) {
    expect(next(schedule, 0, 99, 100)).toBe(100);
  }
});

test("agrees with the host's calendar for any epoch, anchor and time", () => {
  const micros = fc.integer({ min: 0, max: 40_000 * DAY });
  const epoch = fc.integer({ min: at("1900-01-01T00:00:00Z"), max: at("2100-12-31T23:59:59Z") });
  fc.assert(
    fc.property(
      fc.constantFrom("daily", "weekly", "monthly", "annually"),
      epoch,
      micros,
      micros,
      (schedule, ms, anchor, later) => {
        const from = anchor + later;
        const expected = firstAfter(schedule as Period, ms, from, anchor);
        expect(next(schedule as Period, ms, from, anchor)).toBe(expected);
        // And right at a due time, the next is strictly later.
        expect(next(schedule as Period, ms, expected - 1, anchor)).toBe(expected);
        expect(next(schedule as Period, ms, expected, anchor)).toBeGreaterThan(expected);
      },
    ),
    { numRuns: 3_000 },
  );
});

/** The same by Date.UTC: begins shortly before `from` and counts up. */
function firstAfter(schedule: Period, epochMs: number, from: number, anchor: number): number {
  const anchorMs = Math.floor(anchor / 1000);
  const below = anchor - anchorMs * 1000;
  const start = new Date(epochMs + anchorMs);
  const midnight = Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  const inDay = start.getTime() - midnight;
  const due = (k: number) => {
    let day: number;
    if (schedule === "daily" || schedule === "weekly") {
      day = midnight + k * (schedule === "daily" ? 1 : 7) * 86_400_000;
    } else {
      const months = schedule === "monthly" ? k : 12 * k;
      const year = start.getUTCFullYear();
      const month = start.getUTCMonth() + months;
      const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
      day = Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay));
    }
    return (day + inDay - epochMs) * 1000 + below;
  };
  const longest = { daily: 1, weekly: 7, monthly: 31, annually: 366 }[schedule] * DAY;
  let k = Math.max(0, Math.floor((from - anchor) / longest) - 1);
  while (due(k) <= from) k += 1;
  return due(k);
}
