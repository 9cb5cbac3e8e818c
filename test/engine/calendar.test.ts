import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { next, type Period } from "../../src/engine/calendar.ts";
import { DAY, HOUR, MINUTE } from "../../src/engine/time.ts";
import { firstInstantAt, type TimeZone, UTC, wallTime } from "../../src/engine/time-zone.ts";
import { timeZones } from "../../src/scenario/time-zones.ts";
import { firstReached, onTheWall, QUARTERS_A_DAY, walk } from "./wall-clock.ts";

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

/** What the clocks of the place show at the anchor and at the periods that follow it. */
function followIn(zone: string, schedule: Period, anchor: string, times: number): string[] {
  const epoch = at(anchor);
  const clocks = timeZones(epoch, 0)(zone);
  const dates = [onTheWall(zone, epoch)];
  for (let now = 0; dates.length <= times; ) {
    now = next(schedule, epoch, now, 0, clocks);
    dates.push(onTheWall(zone, epoch + now / 1000));
  }
  return dates;
}

describe("in a time zone", () => {
  test("a daily task keeps its time of day when the clocks are put forward, though that day is shorter", () => {
    expect(followIn("Europe/Berlin", "daily", "2026-03-28T05:00:00Z", 2)).toEqual([
      "2026-03-28 06:00",
      "2026-03-29 06:00",
      "2026-03-30 06:00",
    ]);
    const berlin = timeZones(at("2026-03-28T05:00:00Z"), 0)("Europe/Berlin");
    expect(next("daily", at("2026-03-28T05:00:00Z"), 0, 0, berlin)).toBe(23 * HOUR);
  });

  test("a time that is skipped is due when the clock skips it, on that day alone", () => {
    expect(followIn("Europe/Berlin", "daily", "2026-03-28T01:30:00Z", 2)).toEqual([
      "2026-03-28 02:30",
      "2026-03-29 03:00",
      "2026-03-30 02:30",
    ]);
    expect(followIn("America/New_York", "weekly", "2026-03-01T07:15:00Z", 2)).toEqual([
      "2026-03-01 02:15",
      "2026-03-08 03:00",
      "2026-03-15 02:15",
    ]);
  });

  test("a time that comes twice is due the first time only", () => {
    const epoch = at("2026-10-24T00:30:00Z");
    const berlin = timeZones(epoch, 0)("Europe/Berlin");
    const first = next("daily", epoch, 0, 0, berlin);
    expect(onTheWall("Europe/Berlin", epoch + first / 1000)).toBe("2026-10-25 02:30");
    expect(first).toBe(DAY);
    // Neither between the two nor at the second is another one due on that day.
    for (const from of [first, first + MINUTE, first + HOUR, first + HOUR + MINUTE]) {
      expect(next("daily", epoch, from, 0, berlin)).toBe(2 * DAY + HOUR);
    }
  });

  test("a first run at the second of two equal times is followed by one on the next day", () => {
    expect(followIn("Europe/Berlin", "daily", "2026-10-25T01:30:00Z", 1)).toEqual([
      "2026-10-25 02:30",
      "2026-10-26 02:30",
    ]);
  });

  test("clocks that move by half an hour are kept as well", () => {
    expect(followIn("Australia/Lord_Howe", "daily", "2026-10-02T15:45:00Z", 2)).toEqual([
      "2026-10-03 02:15",
      "2026-10-04 02:30",
      "2026-10-05 02:15",
    ]);
    const epoch = at("2026-04-03T14:45:00Z");
    const lordHowe = timeZones(epoch, 0)("Australia/Lord_Howe");
    expect(onTheWall("Australia/Lord_Howe", epoch)).toBe("2026-04-04 01:45");
    expect(next("daily", epoch, 0, 0, lordHowe)).toBe(DAY);
    expect(next("daily", epoch, DAY, 0, lordHowe)).toBe(2 * DAY + 30 * MINUTE);
  });

  test("the 31st and 29 February are those of the place, not of UTC", () => {
    // In New York it is still the evening before.
    expect(followIn("America/New_York", "monthly", "2026-02-01T02:00:00Z", 4)).toEqual([
      "2026-01-31 21:00",
      "2026-02-28 21:00",
      "2026-03-31 21:00",
      "2026-04-30 21:00",
      "2026-05-31 21:00",
    ]);
    expect(followIn("America/New_York", "annually", "2024-03-01T03:00:00Z", 4)).toEqual([
      "2024-02-29 22:00",
      "2025-02-28 22:00",
      "2026-02-28 22:00",
      "2027-02-28 22:00",
      "2028-02-29 22:00",
    ]);
  });

  test("two periods that fall on one instant, where a whole day was skipped, are one run", () => {
    // Samoa went from 29 to 31 December 2011 at midnight.
    expect(followIn("Pacific/Apia", "daily", "2011-12-29T10:00:00Z", 2)).toEqual([
      "2011-12-29 00:00",
      "2011-12-31 00:00",
      "2012-01-01 00:00",
    ]);
  });

  test("that is a fixed distance from UTC, days are those of UTC", () => {
    const fixed: TimeZone = { name: "fixed", from: [0], offset: [-5 * HOUR] };
    expect(next("daily", 0, 7 * DAY, 5, fixed)).toBe(next("daily", 0, 7 * DAY, 5));
  });
});

const PLACES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Sao_Paulo",
  "Africa/Casablanca",
];

describe.each(PLACES)("%s", (place) => {
  const begin = at("2015-12-30T00:00:00Z");
  const end = at("2020-03-01T00:00:00Z");
  const zone = timeZones(begin, 0)(place);
  const walked = walk(place, begin, end);

  test("agrees with clocks read one quarter of an hour after the other", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("daily", "weekly", "monthly", "annually"),
        fc.integer({ min: 0, max: 400 * QUARTERS_A_DAY }),
        (schedule, quarter) => {
          const anchor = quarter * 15 * MINUTE;
          const wall = walked.shown[quarter]! * 1000;
          // The same schedule on a clock that nobody changes.
          const wallTimes = [];
          for (let time = wall; time < end * 1000; time = next(schedule as Period, 0, time, wall))
            wallTimes.push(time / 1000);
          const expected = firstReached(walked, wallTimes.slice(1)).map((ms) => (ms - begin) * 1000);
          const found = [];
          let now = anchor;
          for (let i = 0; i < expected.length; i++) {
            now = next(schedule as Period, begin, now, anchor, zone);
            found.push(now);
          }
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("has one daily run on each local day, at instants that grow", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: DAY - 1 }), (anchor) => {
        const dayOf = (instant: number) => Math.floor((begin * 1000 + wallTime(zone, instant)) / DAY);
        const instants = [anchor];
        for (let i = 0; i < 1500; i++) instants.push(next("daily", begin, instants[i]!, anchor, zone));
        expect(instants).toEqual([...instants].sort((a, b) => a - b));
        expect(instants.map(dayOf)).toEqual(instants.map((_, i) => dayOf(anchor) + i));
      }),
      { numRuns: 20 },
    );
  });

  test("a wall time leads to the first instant at which it is reached, and not before", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1500 * DAY }), (wall) => {
        const instant = firstInstantAt(zone, wall);
        expect(wallTime(zone, instant)).toBeGreaterThanOrEqual(wall);
        expect(wallTime(zone, instant - 1)).toBeLessThan(wall);
      }),
    );
  });
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
        expect(next(schedule as Period, ms, from, anchor, UTC)).toBe(expected);
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
