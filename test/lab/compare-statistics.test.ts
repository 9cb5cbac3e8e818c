/** The statistics under `sim compare`, against values worked out by hand and against brute force. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { confidenceOfEach, holm } from "../../src/lab/compare/holm.ts";
import { differenceOf, pair, pairingGain, pValueOf, relativeOf } from "../../src/lab/compare/paired.ts";
import { estimate, studentQuantile, studentTails } from "../../src/lab/student.ts";

const positives = (min: number, max: number) =>
  fc.array(fc.double({ min: 0.1, max: 100, noNaN: true }), { minLength: min, maxLength: max });

describe("paired differences", () => {
  // Differences −2, −1, −3, −2, −2: mean −2, variance 0.5, standard error √0.1.
  const pairing = pair([8, 10, 9, 11, 7], [10, 11, 12, 13, 9]);

  test("have the mean, the interval and the p value worked out by hand", () => {
    const { mean, low, high } = differenceOf(pairing, 0.95);
    const half = 2.776445 * Math.sqrt(0.1);
    expect(mean).toBe(-2);
    expect(low).toBeCloseTo(-2 - half, 6);
    expect(high).toBeCloseTo(-2 + half, 6);
    // |t| = 2 / √0.1 = 6.3246 with 4 degrees of freedom; the tail has a closed form there.
    const t = 2 / Math.sqrt(0.1);
    const s = t / Math.sqrt(4 + t * t);
    expect(pValueOf(pairing)).toBeCloseTo(1 - s * (1 + (1 - s * s) / 2), 9);
  });

  test("are those of one sample of differences, whatever the two have in common", () => {
    fc.assert(
      fc.property(positives(3, 12), fc.double({ min: 0.5, max: 5, noNaN: true }), (others, step) => {
        const values = others.map((other, i) => other + step + (i % 3));
        const { mean, low, high } = differenceOf(pair(values, others), 0.95);
        const direct = estimate(others.map((_, i) => step + (i % 3)));
        expect(mean).toBeCloseTo(direct.mean, 9);
        expect(low).toBeCloseTo(direct.low!, 9);
        expect(high).toBeCloseTo(direct.high!, 9);
      }),
    );
  });

  test("that come from rounding alone are none", () => {
    expect(pair([0.1 + 0.2, 5], [0.3, 5]).differences).toEqual([0, 0]);
    expect(pair([0.3001, 5], [0.3, 5]).differences[0]).toBeGreaterThan(0);
  });

  test("that are the same every time leave no doubt; a single one leaves all of it", () => {
    const constant = pair([3, 4, 5], [1, 2, 3]);
    expect(pValueOf(constant)).toBe(0);
    expect(differenceOf(constant, 0.95)).toEqual({ mean: 2, low: 2, high: 2 });
    expect(pValueOf(pair([3], [1]))).toBeNull();
    expect(differenceOf(pair([3], [1]), 0.95)).toEqual({ mean: 2, low: null, high: null });
  });

  test("gain by pairing what the two had in common", () => {
    // Variances 10 and 10, that of the differences 0.5: forty times as many replications.
    const common = [0, 2, 4, 6, 8];
    const values = common.map((value, i) => value + [0, 1, -1, 0, 0][i]!);
    const gain = pairingGain(pair(values, common))!;
    const variance = (list: readonly number[]) => {
      const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
      return list.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (list.length - 1);
    };
    expect(gain).toBeCloseTo((variance(values) + 10) / 0.5, 9);
    expect(pairingGain(pair([1, 2, 3], [0, 1, 2]))).toBeNull();
    // Opposite chance makes pairing a loss, and the figure says so.
    expect(pairingGain(pair([1, 2, 3], [3, 2, 1]))!).toBeLessThan(1);
  });
});

describe("the difference as a share", () => {
  test("has Fieller's interval: the ratios that a paired t test does not reject, found by trying them", () => {
    const others = [10, 12, 9, 11, 13, 10];
    const values = [6, 7.5, 5, 6, 8.5, 6.5];
    const { mean, low, high } = relativeOf(pair(values, others), 0.95)!;
    expect(mean).toBeCloseTo(39.5 / 65 - 1, 12);
    const kept = (ratio: number) => {
      const { low, high } = estimate(values.map((value, i) => value - ratio * others[i]!));
      return low! <= 0 && high! >= 0;
    };
    for (const inside of [low! + 1e-6, mean, high! - 1e-6]) expect(kept(1 + inside)).toBe(true);
    for (const outside of [low! - 1e-6, high! + 1e-6]) expect(kept(1 + outside)).toBe(false);
  });

  test("is without 0 exactly when the difference is, so that both give the same verdict", () => {
    let decided = 0;
    fc.assert(
      fc.property(positives(4, 10), fc.double({ min: 0.6, max: 1.4, noNaN: true }), (drawn, factor) => {
        const others = drawn.map((value) => 200 + value);
        const values = others.map((other, i) => other * factor + 5 * (i % 2));
        const pairing = pair(values, others);
        const relative = relativeOf(pairing, 0.99);
        const { low, high } = differenceOf(pairing, 0.99);
        if (relative === null || Math.min(Math.abs(low!), Math.abs(high!)) < 1e-9) return;
        if (low! > 0 || high! < 0) decided++;
        expect([relative.low! > 0, relative.high! < 0]).toEqual([low! > 0, high! < 0]);
      }),
    );
    expect(decided).toBeGreaterThan(5);
  });

  test("is unknown where the other may be 0", () => {
    expect(relativeOf(pair([1, 2, 3], [0, 0, 0]), 0.95)).toBeNull();
    expect(relativeOf(pair([1, 2, 3], [-1, 5, 0.1]), 0.95)).toBeNull();
  });
});

describe("many comparisons", () => {
  test("Holm's correction is the closed test of Bonferroni, by brute force over all subsets", () => {
    const value = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 7 }), (pValues) => {
        const brute = pValues.map((_, i) => {
          let worst = 0;
          for (let subset = 0; subset < 1 << pValues.length; subset++) {
            if ((subset & (1 << i)) === 0) continue;
            const within = pValues.filter((_, j) => (subset & (1 << j)) !== 0);
            worst = Math.max(worst, Math.min(1, within.length * Math.min(...within)));
          }
          return worst;
        });
        holm(pValues).forEach((corrected, i) => {
          expect(corrected).toBeCloseTo(brute[i]!, 12);
        });
      }),
    );
  });

  test("Holm's correction of a known example", () => {
    expect(holm([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(10)))).toEqual([
      0.03, 0.06, 0.06, 0.02,
    ]);
  });

  test("intervals that hold together are each of a higher confidence", () => {
    expect(confidenceOfEach(0.95, 1)).toBeCloseTo(0.95, 12);
    expect(confidenceOfEach(0.95, 10)).toBeCloseTo(0.995, 12);
    expect(confidenceOfEach(0.95, 0)).toBeCloseTo(0.95, 12);
  });

  test("the tails of Student's distribution are those that its quantiles leave", () => {
    for (const degrees of [1, 2, 9, 30])
      for (const p of [0.6, 0.9, 0.975, 0.9995])
        expect(studentTails(-studentQuantile(p, degrees), degrees)).toBeCloseTo(2 * (1 - p), 9);
    expect(studentTails(0, 5)).toBeCloseTo(1, 12);
    expect(studentTails(Number.NaN, 5)).toBeNaN();
  });
});
