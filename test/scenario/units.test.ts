/** Amounts as people write them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Reading,
  readDuration,
  readNetwork,
  readRate,
  readShare,
  readSignedDuration,
  readSize,
} from "../../src/scenario/units.ts";

function value(reading: Reading): number {
  if (!reading.ok) throw new Error(reading.message);
  return reading.value;
}

describe("durations that may go backwards", () => {
  test.each([
    ["5s", 5_000_000],
    ["-5s", -5_000_000],
    [" -1.5 s", -1_500_000],
    [2, 2_000_000],
    [-2, -2_000_000],
    ["-0s", 0],
    [-0, 0],
  ])("%j is %d ticks", (written, ticks) => {
    expect(value(readSignedDuration(written)) === ticks).toBe(true);
  });

  test("are refused like others, with what was meant", () => {
    expect(readSignedDuration("-5sec")).toMatchObject({ ok: false, suggestion: '"-5s"' });
    expect(readSignedDuration("-5")).toMatchObject({ ok: false, message: /needs a unit/ });
    for (const written of ["--5s", "-", "", "- ", null, [], Number.NaN, Number.NEGATIVE_INFINITY]) {
      expect([written, readSignedDuration(written).ok]).toEqual([written, false]);
    }
  });
});

describe("durations", () => {
  test.each([
    ["15us", 15],
    ["250ms", 250_000],
    ["5s", 5_000_000],
    ["1.5s", 1_500_000],
    [".5s", 500_000],
    ["10m", 600_000_000],
    ["2h", 7_200_000_000],
    ["1d", 86_400_000_000],
    ["1.1d", 95_040_000_000],
    [" 5 s ", 5_000_000],
    ["0s", 0],
    [0, 0],
    [0.1, 100_000],
    [3, 3_000_000],
  ])("%j is %d ticks", (written, ticks) => {
    expect(value(readDuration(written))).toBe(ticks);
  });

  test.each([
    "",
    "s",
    "5",
    "5x",
    "five seconds",
    "-5s",
    "1e3s",
    "5s5s",
    "0.1us",
    "300000d",
    "Infinitys",
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e-9,
    null,
    true,
    {},
    [],
  ])("%j is refused with a sentence that says what is allowed", (written) => {
    const reading = readDuration(written);
    expect(reading.ok).toBe(false);
    expect(!reading.ok && reading.message).toContain('a duration such as "15us", "250ms"');
  });

  test("the reason comes first", () => {
    expect(readDuration("-5s")).toMatchObject({ message: expect.stringMatching(/^negative;/) });
    expect(readDuration("0.1us")).toMatchObject({ message: expect.stringMatching(/^shorter than a micro/) });
    expect(readDuration("300000d")).toMatchObject({
      message: expect.stringMatching(/^longer than 285 years/),
    });
    expect(readDuration("5")).toMatchObject({
      message: expect.stringMatching(/^a number in quotes needs a/),
    });
  });

  test("a unit in another spelling gets the right one suggested", () => {
    expect(readDuration("5sec")).toMatchObject({ suggestion: '"5s"' });
    expect(readDuration("5 minutes")).toMatchObject({ suggestion: '"5m"' });
    expect(readDuration("5S")).toMatchObject({ suggestion: '"5s"' });
    expect(readDuration("5parsec")).not.toHaveProperty("suggestion");
  });

  test("every whole number of a unit is exact", () => {
    const units = { us: 1, ms: 1e3, s: 1e6, m: 6e7, h: 3.6e9, d: 8.64e10 };
    const unit = fc.constantFrom(...(Object.keys(units) as (keyof typeof units)[]));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), unit, (n, u) => {
        expect(value(readDuration(`${n}${u}`))).toBe(n * units[u]);
      }),
    );
  });
});

describe("sizes", () => {
  test.each([
    ["512MiB", 512 * 2 ** 20],
    ["2GiB", 2 ** 31],
    ["1GB", 1e9],
    ["10TB", 1e13],
    ["1kB", 1000],
    ["1.5KiB", 1536],
    ["7B", 7],
    [4096, 4096],
  ])("%j is %d bytes", (written, bytes) => {
    expect(value(readSize(written))).toBe(bytes);
  });

  test("a unit in another case or cut short gets the right one suggested", () => {
    expect(readSize("2gib")).toMatchObject({ ok: false, suggestion: '"2GiB"' });
    expect(readSize("2G")).toMatchObject({ ok: false, suggestion: '"2GB"' });
    expect(readSize("2Gi")).toMatchObject({ ok: false, suggestion: '"2GiB"' });
  });

  test("more than a whole number holds exactly is refused", () => {
    expect(readSize("9000000PiB")).toMatchObject({ message: expect.stringMatching(/^too large;/) });
  });
});

describe("rates", () => {
  test.each([
    ["90/s", 1e6 / 90],
    ["1000/h", 3.6e6],
    ["5/m", 1.2e7],
    ["2/d", 4.32e10],
    ["5 / s", 2e5],
    ["10/s", 1e5],
    ["600/m", 1e5],
    [4, 250_000],
  ])("%j is one in %d ticks", (written, gap) => {
    expect(value(readRate(written))).toBe(gap);
  });

  test("a rate of nothing is an endless gap", () => {
    expect(value(readRate("0/s"))).toBe(Number.POSITIVE_INFINITY);
    expect(value(readRate(0))).toBe(Number.POSITIVE_INFINITY);
  });

  test.each(["90", "90s", "90/x", "/s", "-1/s", "2000000000/s", 1e300])("%j is refused", (written) => {
    expect(readRate(written)).toMatchObject({ ok: false, message: expect.stringContaining('"90/s"') });
  });
});

describe("shares", () => {
  test.each([
    ["80%", 0.8],
    ["7%", 0.07],
    ["2.5%", 0.025],
    ["0%", 0],
    ["100%", 1],
    [0.8, 0.8],
    [1, 1],
  ])("%j is %d, to the last bit", (written, share) => {
    expect(value(readShare(written))).toBe(share);
  });

  test.each(["80", "101%", "-1%", 1.01, -0.1, 80, "half"])("%j is refused", (written) => {
    expect(readShare(written)).toMatchObject({ ok: false, message: expect.stringContaining('"80%"') });
  });
});

describe("network speeds", () => {
  test.each([
    ["1Gbit/s", 125_000_000],
    ["100MB/s", 100_000_000],
    ["10MiB/s", 10 * 2 ** 20],
    ["8bit/s", 1],
    [1000, 1000],
  ])("%j is %d bytes a second", (written, bytes) => {
    expect(value(readNetwork(written))).toBe(bytes);
  });

  test("a size is no speed, and Gbps is written Gbit/s", () => {
    expect(readNetwork("1GB")).toMatchObject({ ok: false });
    expect(readNetwork("1Gbps")).toMatchObject({ ok: false, suggestion: '"1Gbit/s"' });
  });
});
