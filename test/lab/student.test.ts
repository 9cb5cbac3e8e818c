import { describe, expect, test } from "vitest";
import { estimate, studentQuantile } from "../../src/lab/student.ts";

describe("studentQuantile", () => {
  // From printed tables: degrees of freedom, then the quantiles for 0.9, 0.95, 0.975, 0.99 and 0.995.
  test.each([
    [1, [3.078, 6.314, 12.706, 31.821, 63.657]],
    [2, [1.886, 2.92, 4.303, 6.965, 9.925]],
    [5, [1.476, 2.015, 2.571, 3.365, 4.032]],
    [19, [1.328, 1.729, 2.093, 2.539, 2.861]],
    [30, [1.31, 1.697, 2.042, 2.457, 2.75]],
    [100, [1.29, 1.66, 1.984, 2.364, 2.626]],
  ])("with %d degrees of freedom agrees with the tables", (degreesOfFreedom, quantiles) => {
    [0.9, 0.95, 0.975, 0.99, 0.995].forEach((p, i) => {
      expect(Math.abs(studentQuantile(p, degreesOfFreedom) - quantiles[i]!)).toBeLessThan(0.0006);
    });
  });

  test("with 1 and 2 degrees of freedom agrees with the closed forms", () => {
    for (const p of [0.501, 0.6, 0.75, 0.9, 0.99, 0.9999]) {
      const one = Math.tan(Math.PI * (p - 0.5));
      const two = (2 * p - 1) * Math.sqrt(2 / (4 * p * (1 - p)));
      expect(studentQuantile(p, 1) / one).toBeCloseTo(1, 9);
      expect(studentQuantile(p, 2) / two).toBeCloseTo(1, 9);
    }
  });

  test("approaches the normal quantile", () => {
    expect(studentQuantile(0.975, 1e6)).toBeCloseTo(1.959966, 5);
  });

  test("is symmetric and zero in the middle", () => {
    expect(studentQuantile(0.025, 7)).toBe(-studentQuantile(0.975, 7));
    expect(Math.abs(studentQuantile(0.5, 7))).toBeLessThan(1e-12);
  });

  test("has no answer outside of its domain", () => {
    expect(studentQuantile(0, 3)).toBeNaN();
    expect(studentQuantile(1, 3)).toBeNaN();
    expect(studentQuantile(0.9, 0)).toBeNaN();
  });
});

describe("estimate", () => {
  test("gives the interval worked out by hand", () => {
    const { mean, low, high } = estimate([1, 2, 3, 4, 5]);
    const halfWidth = 2.776445 * Math.sqrt(2.5 / 5);
    expect(mean).toBe(3);
    expect(low).toBeCloseTo(3 - halfWidth, 5);
    expect(high).toBeCloseTo(3 + halfWidth, 5);
  });

  test("is wider for more confidence", () => {
    const usual = estimate([1, 2, 3, 4]);
    const sure = estimate([1, 2, 3, 4], 0.99);
    expect(sure.low!).toBeLessThan(usual.low!);
    expect(sure.high!).toBeGreaterThan(usual.high!);
  });

  test("knows no interval from fewer than two values", () => {
    expect(estimate([7])).toEqual({ mean: 7, low: null, high: null });
    expect(estimate([])).toEqual({ mean: Number.NaN, low: null, high: null });
  });

  test("shrinks to the point when all values are equal", () => {
    expect(estimate([2, 2, 2])).toEqual({ mean: 2, low: 2, high: 2 });
  });
});
