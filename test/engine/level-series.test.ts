import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LevelSeries } from "../../src/engine/level-series.ts";
import { DAY } from "../../src/engine/time.ts";

const steps = fc.array(
  fc.record({ after: fc.integer({ min: 0, max: 200 }), levels: fc.tuple(fc.nat(50), fc.nat(9)) }),
  { minLength: 1, maxLength: 60 },
);

function change(series: LevelSeries, now: number, levels: readonly number[]): void {
  series.next.set(levels);
  series.change(now);
}

const average = (levels: readonly number[]) => levels.reduce((sum, level) => sum + level, 0) / levels.length;

describe("levels over time", () => {
  test("have the averages, the maximum and the course that adding up every tick gives", () => {
    fc.assert(
      fc.property(steps, fc.nat(59), (list, restartAt) => {
        const series = new LevelSeries(2);
        // By channel: the level at every tick so far.
        const ticks: [number[], number[]] = [[], []];
        let levels: [number, number] = [0, 0];
        let now = 0;
        let from = 0;
        let most: [number, number] = [0, 0];
        list.forEach((step, i) => {
          for (let tick = 0; tick < step.after; tick++) {
            ticks[0].push(levels[0]);
            ticks[1].push(levels[1]);
          }
          now += step.after;
          if (i === restartAt) {
            series.restart(now);
            from = now;
            most = [...levels];
          }
          levels = step.levels;
          most = [Math.max(most[0], levels[0]), Math.max(most[1], levels[1])];
          change(series, now, levels);
        });
        for (const channel of [0, 1] as const) {
          const measured = ticks[channel].slice(from);
          expect(series.mean(now, channel)).toBeCloseTo(
            measured.length > 0 ? average(measured) : levels[channel],
            9,
          );
          expect(series.total(now, channel)).toBe(measured.reduce((sum, level) => sum + level, 0));
          expect(series.most(channel)).toBe(most[channel]);
          const course = series.course(now, channel);
          expect(course.length).toBe(Math.ceil(now / series.width));
          course.forEach((mean, i) => {
            expect(mean).toBeCloseTo(
              average(ticks[channel].slice(i * series.width, (i + 1) * series.width)),
              9,
            );
          });
        }
      }),
      { seed: 5 },
    );
  });

  test("of a year fit into 512 intervals without being announced", () => {
    const series = new LevelSeries(1);
    for (let day = 0; day < 365; day++) change(series, day * DAY, [day]);
    const course = series.course(365 * DAY, 0);
    expect(course.length).toBeGreaterThan(256);
    expect(course.length).toBeLessThanOrEqual(512);
    expect(series.mean(365 * DAY, 0)).toBeCloseTo(182, 9);
  });

  test("a channel that comes into use later has been 0 until then", () => {
    const series = new LevelSeries(2);
    series.active = 1;
    change(series, 0, [4, 0]);
    series.active = 2;
    change(series, 10, [4, 6]);
    expect(series.mean(20, 0)).toBe(4);
    expect(series.mean(20, 1)).toBe(3);
  });

  test("cannot change in the past", () => {
    const series = new LevelSeries(1);
    change(series, 5, [1]);
    expect(() => series.mean(4, 0)).toThrow("backwards");
  });
});
