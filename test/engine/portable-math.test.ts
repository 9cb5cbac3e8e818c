import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exp, gamma, log, pow } from "../../src/engine/portable-math.ts";

const RUNS = { numRuns: 20_000 };
const positive = fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true });

describe("log", () => {
  test("is within 2 units in the last place for every positive double", () => {
    fc.assert(
      fc.property(positive, (x) => ulps(log(x), Math.log(x)) <= 2),
      RUNS,
    );
  });

  test("is within 2 units in the last place near 1, where the result is small", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 2, noNaN: true }), (x) => ulps(log(x), Math.log(x)) <= 2),
      RUNS,
    );
  });

  test("knows the special values", () => {
    expect(log(1)).toBe(0);
    expect(log(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(log(-0)).toBe(Number.NEGATIVE_INFINITY);
    expect(log(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    expect(log(-1)).toBeNaN();
    expect(log(Number.NaN)).toBeNaN();
    expect(ulps(log(Number.MIN_VALUE), Math.log(Number.MIN_VALUE))).toBeLessThanOrEqual(1);
    expect(ulps(log(Number.MAX_VALUE), Math.log(Number.MAX_VALUE))).toBeLessThanOrEqual(1);
  });
});

describe("exp", () => {
  test("is within 2 units in the last place wherever the result is finite", () => {
    fc.assert(
      fc.property(fc.double({ min: -746, max: 710, noNaN: true }), (x) => ulps(exp(x), Math.exp(x)) <= 2),
      RUNS,
    );
  });

  test("is within 2 units in the last place near 0", () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (x) => ulps(exp(x), Math.exp(x)) <= 2),
      RUNS,
    );
  });

  test("knows the special values", () => {
    expect(exp(0)).toBe(1);
    expect(exp(-0)).toBe(1);
    expect(ulps(exp(1), Math.E)).toBeLessThanOrEqual(1);
    expect(exp(710)).toBe(Number.POSITIVE_INFINITY);
    expect(exp(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    expect(exp(-746)).toBe(0);
    expect(exp(Number.NEGATIVE_INFINITY)).toBe(0);
    expect(exp(Number.NaN)).toBeNaN();
    expect(exp(-745.1)).toBe(Number.MIN_VALUE);
    expect(ulps(exp(709.782712893384), Math.exp(709.782712893384))).toBeLessThanOrEqual(2);
  });

  test("undoes log to the precision that log leaves", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (x) => ulps(exp(log(x)), x) <= 16),
    );
  });
});

describe("pow", () => {
  test("is within 2 units in the last place over all bases and all results", () => {
    fc.assert(
      fc.property(positive, fc.double({ min: -745, max: 709, noNaN: true }), (x, target) => {
        const y = x === 1 ? target : target / Math.log(x);
        return ulps(pow(x, y), x ** y) <= 2;
      }),
      RUNS,
    );
  });

  test("is within 2 units in the last place for everyday arguments", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        fc.double({ min: -20, max: 20, noNaN: true }),
        (x, y) => ulps(pow(x, y), x ** y) <= 2,
      ),
      RUNS,
    );
  });

  test("is within 1 unit in the last place of whole powers, which are known exactly", () => {
    for (let n = -1074; n <= 1023; n++) expect(ulps(pow(2, n), 2 ** n)).toBeLessThanOrEqual(1);
    for (let n = 0; n <= 22; n++) expect(ulps(pow(10, n), Number(`1e${n}`))).toBeLessThanOrEqual(1);
    expect(ulps(pow(3, 33), 5_559_060_566_555_523)).toBeLessThanOrEqual(1);
    expect(ulps(pow(9, 0.5), 3)).toBeLessThanOrEqual(1);
  });

  test("agrees with Math.pow on special values, except that a negative base has no power", () => {
    const specials = [
      0,
      1,
      0.5,
      2,
      1e300,
      1e-300,
      Number.MIN_VALUE,
      Number.MAX_VALUE,
      Number.POSITIVE_INFINITY,
      Number.NaN,
    ];
    const powers = [...specials, ...specials.map((y) => -y)];
    for (const x of specials) {
      for (const y of powers) {
        // ECMAScript deviates from IEEE 754 for a base of 1: NaN where the limit is 1.
        if (x !== 1) expect(ulps(pow(x, y), x ** y), `${x} ** ${y}`).toBeLessThanOrEqual(2);
      }
    }
    expect(pow(1, Number.POSITIVE_INFINITY)).toBe(1);
    expect(pow(-2, 3)).toBeNaN();
  });
});

describe("gamma", () => {
  test("is the factorial at whole numbers", () => {
    let factorial = 1;
    for (let n = 1; n <= 170; n++) {
      expect(Math.abs(gamma(n) / factorial - 1), `gamma(${n})`).toBeLessThan(1e-13);
      factorial *= n;
    }
    expect(gamma(180)).toBe(Number.POSITIVE_INFINITY);
  });

  test("is the root of pi at one half, and obeys its recurrence", () => {
    expect(gamma(0.5)).toBeCloseTo(Math.sqrt(Math.PI), 13);
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 100, noNaN: true }), (x) => {
        return Math.abs(gamma(x + 1) / (x * gamma(x)) - 1) < 1e-13;
      }),
    );
  });
});

/** How many doubles lie between two; 0 also for two NaNs. */
function ulps(a: number, b: number): number {
  if (Number.isNaN(a) && Number.isNaN(b)) return 0;
  return Math.abs(Number(position(a) - position(b)));
}

/** The place of a double in the order of all doubles. */
function position(x: number): bigint {
  const bits = new BigInt64Array(Float64Array.of(x).buffer)[0]!;
  return bits < 0n ? -(bits & 0x7fffffffffffffffn) : bits;
}
