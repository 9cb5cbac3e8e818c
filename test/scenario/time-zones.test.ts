import { describe, expect, test } from "vitest";
import { UTC } from "../../src/cluster/spec.ts";
import { DAY, HOUR, MINUTE } from "../../src/engine/time.ts";
import { isTimeZone, nearestTimeZone, timeZones } from "../../src/scenario/time-zones.ts";
import { load, sample, tenant } from "./sample.ts";

const START = Date.parse("2026-01-01T00:00:00Z");
const changes = (name: string, start = START, length = 0) => {
  const { from, offset } = timeZones(start, length)(name);
  return from.slice(1).map((at, i) => [new Date(start + at / 1000).toISOString(), offset[i + 1]! / MINUTE]);
};

describe("a time zone", () => {
  test("has every change of its clocks, to the millisecond, as ticks from the start", () => {
    expect(changes("Europe/Berlin").slice(0, 4)).toEqual([
      ["2025-03-30T01:00:00.000Z", 120],
      ["2025-10-26T01:00:00.000Z", 60],
      ["2026-03-29T01:00:00.000Z", 120],
      ["2026-10-25T01:00:00.000Z", 60],
    ]);
    expect(changes("Australia/Lord_Howe").slice(0, 2)).toEqual([
      ["2025-04-05T15:00:00.000Z", 630],
      ["2025-10-04T15:30:00.000Z", 660],
    ]);
  });

  test("reaches twelve years ahead, and past the end of a longer run", () => {
    expect(changes("Europe/Berlin").at(-1)![0]).toMatch(/^2037-10/);
    expect(changes("Europe/Berlin", START, 30 * 365 * DAY).at(-1)![0]).toMatch(/^205[67]/);
  });

  test("without changes is one offset", () => {
    expect(timeZones(START, 0)("Asia/Kolkata").offset).toEqual([5.5 * HOUR]);
    expect(timeZones(START, 0)("UTC")).toBe(UTC);
    expect(timeZones(START, 0)("Etc/UTC").offset).toEqual([0]);
  });

  test("of the past knows offsets of seconds", () => {
    expect(timeZones(Date.parse("1880-01-01T00:00:00Z"), 0)("America/New_York").offset[0]).toBe(
      -(4 * HOUR + 56 * MINUTE + 2_000_000),
    );
  });

  test("is one object for all that name it", () => {
    const zoneOf = timeZones(START, 0);
    expect(zoneOf("Europe/Berlin")).toBe(zoneOf("Europe/Berlin"));
  });
});

test("a name is known by the IANA database, old names included", () => {
  for (const name of ["UTC", "Europe/Berlin", "US/Eastern", "Asia/Kolkata"])
    expect(isTimeZone(name)).toBe(true);
  for (const name of ["", "Berlin", "+01:00", "Europe/Atlantis"]) expect(isTimeZone(name)).toBe(false);
});

test("a mistyped name leads to the nearest, and so does a city alone", () => {
  expect(nearestTimeZone("Europe/Berlim")).toBe("Europe/Berlin");
  expect(nearestTimeZone("Berlin")).toBe("Europe/Berlin");
  expect(nearestTimeZone("New York")).toBe("America/New_York");
  expect(nearestTimeZone("utc")).toBe("UTC");
  expect(nearestTimeZone("nowhere at all")).toBeNull();
});

test("a workload's time zone and rule arrive in its template; UTC and all where it says nothing", () => {
  const report = { class: "report", duration: "1s", schedule: "daily" };
  const templateOf = (changes: object) =>
    load(sample({ tenants: [tenant({ ...report, ...changes })] })).workloads[0]!.tasks[0]!.template;
  expect(templateOf({ timeZone: "Europe/Berlin", missed: "skip" })).toMatchObject({
    zone: { name: "Europe/Berlin" },
    missed: "skip",
  });
  expect(templateOf({})).toMatchObject({ zone: UTC, missed: "all" });
});
