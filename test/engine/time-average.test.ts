import fc from "fast-check";
import { expect, test } from "vitest";
import { TimeAverage } from "../../src/engine/time-average.ts";

const changes = fc.array(
  fc.record({ after: fc.integer({ min: 0, max: 20 }), value: fc.integer({ min: 0, max: 50 }) }),
);

test("the average is that of the value at every single tick", () => {
  fc.assert(
    fc.property(fc.nat(1000), changes, fc.nat(20), (start, steps, rest) => {
      const average = new TimeAverage(start);
      const levels: number[] = [];
      let now = start;
      let value = 0;
      for (const step of steps) {
        for (let tick = 0; tick < step.after; tick++) levels.push(value);
        now += step.after;
        value = step.value;
        average.set(now, value);
      }
      for (let tick = 0; tick < rest; tick++) levels.push(value);
      now += rest;
      const area = levels.reduce((sum, level) => sum + level, 0);
      expect(average.area(now)).toBe(area);
      expect(average.mean(now)).toBe(levels.length > 0 ? area / levels.length : value);
      expect(average.max).toBe(Math.max(0, ...steps.map((step) => step.value)));
      expect(average.value).toBe(value);
    }),
  );
});

test("a restart keeps the level and forgets what was", () => {
  const average = new TimeAverage(0);
  average.set(0, 100);
  average.set(10, 4);
  average.restart(20);
  expect([average.value, average.max, average.area(20), average.mean(20)]).toEqual([4, 4, 0, 4]);
  average.set(30, 8);
  expect([average.max, average.area(40), average.mean(40)]).toEqual([8, 120, 6]);
});

test("asking does not change the answer", () => {
  const average = new TimeAverage(0);
  average.set(0, 3);
  expect([average.mean(10), average.mean(10), average.area(5)]).toEqual([3, 3, 15]);
});

test("time does not go backwards", () => {
  const average = new TimeAverage(10);
  expect(() => average.set(9, 1)).toThrow("backwards");
});
