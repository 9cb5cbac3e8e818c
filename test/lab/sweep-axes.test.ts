/** How people write the values of an axis, and which points they make. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Axis, parseVary } from "../../src/lab/sweep/axes.ts";
import { pointsOf, unitHypercube, valuesOf } from "../../src/lab/sweep/design.ts";

function axis(text: string): Axis {
  const parsed = parseVary(text);
  if (!parsed.ok) throw new Error(`${parsed.problem.path}: ${parsed.problem.message}`);
  return parsed.axis;
}

function values(text: string): readonly unknown[] {
  const parsed = axis(`a=${text}`);
  return "values" in parsed ? parsed.values : [];
}

describe("an axis", () => {
  test.each([
    ["100,200,300", [100, 200, 300]],
    ["90/s,100/s", ["90/s", "100/s"]],
    ["fifo, top-k", ["fifo", "top-k"]],
    ["true,null", [true, null]],
    ['"a,b",c', ["a,b", "c"]],
    ['{"dist":"constant","value":1},2s', [{ dist: "constant", value: 1 }, "2s"]],
    ["100..400:50", [100, 150, 200, 250, 300, 350, 400]],
    ["0.1..0.5:0.1", [0.1, 0.2, 0.3, 0.4, 0.5]],
    ["1..10:4", [1, 5, 9]],
    ["-2..2:2", [-2, 0, 2]],
    ["10/s..30/s:10", ["10/s", "20/s", "30/s"]],
    ["1.5s..3s:0.5s", ["1.5s", "2s", "2.5s", "3s"]],
    ["5,10..20:5,100", [5, 10, 15, 20, 100]],
  ])("%s has its values in their order", (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  test("a range without a step is sampled from, evenly or on a logarithmic scale", () => {
    expect(axis("machines.0.count=10..50")).toMatchObject({ low: 10, high: 50, unit: "", scale: "linear" });
    expect(axis("x=1ms..500ms:log")).toMatchObject({ low: 1, high: 500, unit: "ms", scale: "log" });
  });

  test.each([
    ["machines.0.count", "expected path=values"],
    ["=1,2", "expected path=values"],
    ["a=", "needs values"],
    ["a=1,,2", "needs values"],
    ["a=400..100:50", "from less to more"],
    ["a=1..10:0", "a step above 0"],
    ["a=1..10:x", "a step above 0"],
    ["a=1s..10m", "the same unit"],
    ["a=1s..10s:1ms", "the unit of the range"],
    ["a=0..10:log", "begins above 0"],
    ["a=1,2..3", "needs a step"],
    ["a=1,2,1", "the same value twice"],
    ["a=0..1:0.000001", "take a larger step"],
  ])("%s is refused with what is allowed", (text, message) => {
    const parsed = parseVary(text);
    expect(parsed.ok ? "accepted" : parsed.problem.message).toContain(message);
  });

  test("a step never misses the end of its range by a rounding error, nor passes it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 60 }), (low, steps) => {
        const [from, to] = [(low / 10).toFixed(1), ((low + 3 * steps) / 10).toFixed(1)];
        const all = values(`${from}..${to}:0.3`);
        expect(all).toHaveLength(steps + 1);
        expect([all[0], all.at(-1)]).toEqual([Number(from), Number(to)]);
      }),
    );
  });
});

describe("a grid", () => {
  test("has every combination once, the first axis slowest", () => {
    const points = pointsOf([axis("a=1,2"), axis("b=x,y,z")], null, 1);
    expect(points.map((point) => point.join(""))).toEqual(["1x", "1y", "1z", "2x", "2y", "2z"]);
  });
});

describe("a Latin hypercube", () => {
  const seeds = fc.integer({ min: 0, max: 1e6 });

  test("has one point in every n-th part of every axis, whatever the seed", () => {
    fc.assert(
      fc.property(
        seeds,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 4 }),
        (seed, n, count) => {
          const names = Array.from({ length: count }, (_, i) => `axis-${i}`);
          for (const shares of unitHypercube(names, n, seed)) {
            const parts = shares.map((share) => Math.floor(share * n));
            expect([...parts].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, part) => part));
          }
        },
      ),
    );
  });

  test("is the same for the same seed and another for another, axis by axis", () => {
    const [a, b] = unitHypercube(["a", "b"], 20, 7);
    expect(unitHypercube(["b", "a"], 20, 7)).toEqual([b, a]);
    expect(unitHypercube(["a"], 20, 8)).not.toEqual([a]);
    expect(a).not.toEqual(b);
  });

  test("stays within its ranges, in whole numbers where the field takes no others", () => {
    const whole: Axis = { path: "n", low: 3, high: 9, unit: "", scale: "linear", integral: true };
    const axes = [whole, axis("rate=10/s..90/s"), axis("t=0.001..10:log"), axis("p=fifo,edf")];
    fc.assert(
      fc.property(seeds, (seed) => {
        const points = pointsOf(axes, 21, seed);
        const counts = new Map<unknown, number>();
        for (const [n, rate, t, p] of points) {
          counts.set(n, (counts.get(n) ?? 0) + 1);
          expect(rate).toMatch(/^\d+(\.\d+)?\/s$/);
          expect(Number.parseFloat(String(rate))).toBeGreaterThanOrEqual(10);
          expect(Number.parseFloat(String(rate))).toBeLessThanOrEqual(90);
          expect(t).toBeGreaterThanOrEqual(0.001);
          expect(t).toBeLessThanOrEqual(10);
          expect(["fifo", "edf"]).toContain(p);
        }
        // 21 points on 7 whole numbers: three each.
        expect([...counts.entries()].sort(([a], [b]) => Number(a) - Number(b))).toEqual(
          [3, 4, 5, 6, 7, 8, 9].map((n) => [n, 3]),
        );
        // A logarithmic scale has as many points in each decade.
        const decades = points.filter(([, , t]) => Number(t) < 0.1).length;
        expect(decades).toBeGreaterThanOrEqual(10);
        expect(decades).toBeLessThanOrEqual(11);
      }),
      { numRuns: 30 },
    );
  });

  test("lists the values that occur, ascending, with their units", () => {
    const axes = [axis("rate=5/s..200/s")];
    const points = pointsOf(axes, 9, 3);
    const listed = valuesOf(axes[0]!, 0, points);
    const numbers = listed.map((value) => Number.parseFloat(String(value)));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(listed)).toEqual(new Set(points.map(([value]) => value)));
  });
});
