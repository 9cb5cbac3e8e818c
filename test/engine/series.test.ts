import fc from "fast-check";
import { expect, test } from "vitest";
import { Series } from "../../src/engine/series.ts";
import { DAY } from "../../src/engine/time.ts";

const changes = fc.array(
  fc.record({ after: fc.integer({ min: 0, max: 40 }), value: fc.integer({ min: 0, max: 50 }) }),
  { maxLength: 40 },
);

test("each point is the average of the value at every tick of its interval", () => {
  fc.assert(
    fc.property(
      fc.nat(1000),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 5 }),
      changes,
      (from, halfIntervals, width, steps) => {
        const intervals = 2 * halfIntervals;
        const series = new Series(from, intervals, width);
        const levels: number[] = [];
        let now = from;
        let value = 0;
        for (const step of steps) {
          for (let tick = 0; tick < step.after; tick++) levels.push(value);
          now += step.after;
          value = step.value;
          series.set(now, value);
        }
        const points = series.points(now);
        expect(points.length).toBe(Math.ceil(levels.length / series.width));
        expect(points.length).toBeLessThanOrEqual(intervals);
        points.forEach((point, i) => {
          const inside = levels.slice(i * series.width, (i + 1) * series.width);
          expect(point.at).toBe(from + i * series.width);
          expect(point.mean).toBeCloseTo(inside.reduce((sum, level) => sum + level, 0) / inside.length, 9);
        });
        // No wider than needed: half the width would not have held what has passed.
        if (series.width > width) expect((series.width / 2) * intervals).toBeLessThan(now - from);
      },
    ),
  );
});

test("a year fits into 512 points without being announced", () => {
  const series = new Series();
  for (let day = 0; day < 365; day++) series.set(day * DAY, day);
  const points = series.points(365 * DAY);
  expect(points.length).toBeGreaterThan(256);
  expect(points.length).toBeLessThanOrEqual(512);
  const area = points.reduce((sum, point, i) => {
    const end = points[i + 1]?.at ?? 365 * DAY;
    return sum + point.mean * (end - point.at);
  }, 0);
  expect(area / DAY).toBeCloseTo((364 * 365) / 2, 3);
});

test("a leap over many widths at once lands in the right interval", () => {
  const series = new Series(0, 4);
  series.set(0, 1);
  series.set(1_000_000, 0);
  expect(series.width).toBe(2 ** 18);
  expect(series.points(1_000_000).map((point) => point.mean)).toEqual([1, 1, 1, 1]);
});

test("nothing has been seen before time passes", () => {
  expect(new Series(5).points(5)).toEqual([]);
});
