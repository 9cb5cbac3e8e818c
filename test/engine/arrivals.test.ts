import { describe, expect, test } from "vitest";
import { type ArrivalSpec, type Arrivals, arrivals, meanRate } from "../../src/engine/arrivals.ts";
import { Streams } from "../../src/engine/random.ts";
import { DAY, HOUR, MINUTE, NEVER, SECOND } from "../../src/engine/time.ts";
import { chiSquareExcess, correlation, KS_LIMIT, ksDistance, mean, variance } from "./goodness-of-fit.ts";

const streams = new Streams(4, 0);
let made = 0;
const start = (spec: ArrivalSpec): Arrivals =>
  arrivals(spec, streams.stream("arrivals", `${spec.process}${made++}`));

/** The first n times. */
function times(source: Arrivals, n: number, from = 0): number[] {
  let now = from;
  return Array.from({ length: n }, () => {
    now = source.next(now);
    return now;
  });
}

const gapsOf = (at: readonly number[]) => at.slice(1).map((t, i) => t - at[i]!);

describe("poisson", () => {
  const at = times(start({ process: "poisson", gap: 3 * SECOND }), 50_000);

  test("has exponential gaps without memory", () => {
    const gaps = gapsOf(at);
    expect(ksDistance(gaps, (x) => 1 - Math.exp(-x / (3 * SECOND)))).toBeLessThan(KS_LIMIT);
    expect(Math.abs(correlation(gaps.slice(1), gaps.slice(0, -1)))).toBeLessThan(4 / Math.sqrt(gaps.length));
  });

  test("arrives at whole ticks that never go back", () => {
    expect(at.every(Number.isInteger)).toBe(true);
    expect(gapsOf(at).every((gap) => gap >= 0)).toBe(true);
  });

  test("keeps its rate when the gap is a fraction of a tick, because only what is returned is rounded", () => {
    const n = 100_000;
    const end = times(start({ process: "poisson", gap: 0.3 }), n).at(-1)!;
    expect(Math.abs(end / n - 0.3)).toBeLessThan((4 * 0.3) / Math.sqrt(n));
  });

  test("begins when it is first asked", () => {
    const source = start({ process: "poisson", gap: 10 });
    expect(times(source, 1000, DAY)[999]! - DAY).toBeLessThan(20_000);
  });

  test("never arrives at a rate of zero", () => {
    expect(start({ process: "poisson", gap: Number.POSITIVE_INFINITY }).next(7)).toBe(NEVER);
  });
});

describe("fixed", () => {
  test("arrives at the offset and then after each gap", () => {
    expect(times(start({ process: "fixed", gap: 10, offset: 3 }), 3)).toEqual([3, 13, 23]);
    expect(times(start({ process: "fixed", gap: 10 }), 3)).toEqual([0, 10, 20]);
    expect(times(start({ process: "fixed", gap: 10, offset: 3 }), 2, 100)).toEqual([103, 113]);
  });

  test("does not drift when the gap is not a whole number of ticks", () => {
    const at = times(start({ process: "fixed", gap: 1 / 3 }), 3_000_001);
    expect(at.at(-1)).toBe(1_000_000);
  });
});

test("uniform gaps lie evenly between their bounds", () => {
  const gaps = gapsOf(times(start({ process: "uniform", low: 10_000, high: 30_000 }), 50_000));
  expect(ksDistance(gaps, (x) => Math.min(1, Math.max(0, (x - 10_000) / 20_000)))).toBeLessThan(KS_LIMIT);
  expect(gaps.every((gap) => gap >= 9_999 && gap <= 30_001)).toBe(true);
});

describe("batch", () => {
  const source = start({ process: "batch", gap: SECOND, size: { dist: "uniform", low: 0, high: 5 } });
  const sizes: number[] = [];
  const at: number[] = [];
  for (let i = 0, now = 0; i < 40_000; i++) {
    now = source.next(now);
    at.push(now);
    sizes.push(source.size);
  }

  test("has whole sizes of at least 1, in the shares that rounding gives", () => {
    const counts = [0, 0, 0, 0, 0, 0];
    for (const size of sizes) counts[size]!++;
    // 0 to 1.5 is one, 4.5 to 5 is five.
    const expected = [0.3, 0.2, 0.2, 0.2, 0.1].map((share) => share * sizes.length);
    expect(counts[0]).toBe(0);
    expect(Math.abs(chiSquareExcess(counts.slice(1), expected))).toBeLessThan(4);
  });

  test("has exponential gaps between batches", () => {
    expect(ksDistance(gapsOf(at), (x) => 1 - Math.exp(-x / SECOND))).toBeLessThan(KS_LIMIT);
  });

  test("counts jobs and not batches in its mean rate", () => {
    const rate = meanRate({ process: "batch", gap: SECOND, size: { dist: "uniform", low: 0, high: 5 } });
    expect(rate * SECOND).toBeCloseTo(2.6, 1);
    expect(mean(sizes)).toBeCloseTo(2.6, 1);
  });
});

describe("mmpp", () => {
  const spec: ArrivalSpec = {
    process: "mmpp",
    states: [
      { gap: SECOND, stay: 30 * SECOND },
      { gap: 20 * SECOND, stay: 90 * SECOND },
      { gap: Number.POSITIVE_INFINITY, stay: 60 * SECOND },
    ],
  };
  const at = times(start(spec), 200_000);

  test("has the long-run rate that follows from its states", () => {
    // 30 jobs and 4.5 jobs in 180 s.
    expect(meanRate(spec) * SECOND).toBeCloseTo(34.5 / 180, 12);
    const measured = at.length / at.at(-1)!;
    expect(measured / meanRate(spec)).toBeCloseTo(1, 1);
  });

  test("is burstier than a Poisson process of the same rate", () => {
    const gaps = gapsOf(at);
    expect(variance(gaps) / mean(gaps) ** 2).toBeGreaterThan(5);
  });

  test("with equal states is a Poisson process, whatever the switching", () => {
    const source = start({
      process: "mmpp",
      states: [1, 2, 3].map((stay) => ({ gap: SECOND, stay: stay * SECOND })),
    });
    expect(ksDistance(gapsOf(times(source, 50_000)), (x) => 1 - Math.exp(-x / SECOND))).toBeLessThan(
      KS_LIMIT,
    );
  });

  test("begins in each state in proportion to the time spent there", () => {
    const states = [
      { gap: 1, stay: 1e9 },
      { gap: 1e12, stay: 3e9 },
    ];
    let busy = 0;
    for (let i = 0; i < 2_000; i++) if (start({ process: "mmpp", states }).next(0) < 1e6) busy += 1;
    expect(Math.abs(busy - 500)).toBeLessThan(4 * Math.sqrt(2_000 * 0.25 * 0.75));
  });

  test("never arrives when no state brings anything", () => {
    expect(start({ process: "mmpp", states: [{ gap: Number.POSITIVE_INFINITY, stay: 5 }] }).next(0)).toBe(
      NEVER,
    );
  });
});

describe("diurnal", () => {
  const profile = Array.from({ length: 24 }, (_, hour) =>
    hour < 6 ? 0.1 : hour === 12 ? 0 : 1 + (hour % 5),
  );

  test("brings to each hour its share of the arrivals", () => {
    const days = 40;
    const source = start({ process: "diurnal", gap: MINUTE / 4, profile });
    const counts: number[] = new Array(24).fill(0);
    for (let now = source.next(0); now < days * DAY; now = source.next(now))
      counts[Math.floor((now % DAY) / HOUR)]!++;
    expect(counts[12]).toBe(0);
    const expected = profile.map((level) => level * 240 * days);
    const open = profile.map((_, hour) => hour).filter((hour) => hour !== 12);
    expect(
      Math.abs(
        chiSquareExcess(
          open.map((h) => counts[h]!),
          open.map((h) => expected[h]!),
        ),
      ),
    ).toBeLessThan(4);
  });

  test("is a unit Poisson process once time is measured in expected arrivals", () => {
    const at = times(start({ process: "diurnal", gap: 10 * MINUTE, profile }), 30_000);
    const expectedUpTo = (t: number) => {
      const inDay = (t % DAY) / HOUR;
      const hour = Math.floor(inDay);
      const passed = profile.slice(0, hour).reduce((sum, level) => sum + level, 0);
      const perDay = profile.reduce((sum, level) => sum + level, 0);
      return 6 * (Math.floor(t / DAY) * perDay + passed + (inDay - hour) * profile[hour]!);
    };
    const gaps = gapsOf(at.map(expectedUpTo));
    expect(ksDistance(gaps, (x) => 1 - Math.exp(-x))).toBeLessThan(KS_LIMIT);
    expect(Math.abs(correlation(gaps.slice(1), gaps.slice(0, -1)))).toBeLessThan(4 / Math.sqrt(gaps.length));
  });

  test("crosses many silent or nearly silent days in one step", () => {
    const spec: ArrivalSpec = { process: "diurnal", gap: 100 * DAY, profile: [1, ...new Array(23).fill(0)] };
    const at = times(start(spec), 2_000);
    expect(at.every((t) => t % DAY <= HOUR)).toBe(true);
    expect(at.length / at.at(-1)! / meanRate(spec)).toBeCloseTo(1, 1);
  });

  test("takes another period, and a start in the middle of the profile", () => {
    const source = start({ process: "diurnal", gap: SECOND, profile: [0, 0, 0, 1], period: 40 * SECOND });
    const at = times(source, 500, 35 * SECOND);
    expect(at.every((t) => t % (40 * SECOND) >= 30 * SECOND || t % (40 * SECOND) === 0)).toBe(true);
    expect(at[0]!).toBeGreaterThanOrEqual(35 * SECOND);
  });

  test("never arrives on a profile of zeros", () => {
    expect(start({ process: "diurnal", gap: 1, profile: new Array(24).fill(0) }).next(0)).toBe(NEVER);
  });
});

describe("trace", () => {
  test("arrives when the trace says, and then never again", () => {
    const source = start({ process: "trace", times: [5, 5, 9] });
    expect(times(source, 4)).toEqual([5, 5, 9, NEVER]);
    expect(meanRate({ process: "trace", times: [5] })).toBeNaN();
  });

  test("must be sorted", () => {
    expect(() => start({ process: "trace", times: [2, 1] })).toThrow("sorted");
  });
});

test.each<[ArrivalSpec, number]>([
  [{ process: "poisson", gap: 4 }, 0.25],
  [{ process: "fixed", gap: 4, offset: 9 }, 0.25],
  [{ process: "uniform", low: 2, high: 6 }, 0.25],
  [{ process: "batch", gap: 8, size: { dist: "constant", value: 2 } }, 0.25],
  [{ process: "diurnal", gap: 4, profile: new Array(24).fill(2) }, 0.5],
])("the mean rate of %j is %d", (spec, rate) => {
  expect(meanRate(spec)).toBeCloseTo(rate, 12);
});

test("one job arrives at a time, except in batches", () => {
  expect(start({ process: "poisson", gap: 4 }).size).toBe(1);
  expect(start({ process: "trace", times: [] }).size).toBe(1);
});

test("nothing arrives before now, even for a source that was not asked for a while", () => {
  const source = start({ process: "fixed", gap: 10 });
  source.next(0);
  expect([source.next(95), source.next(95)]).toEqual([95, 95]);
});
