import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Histogram } from "../../src/engine/histogram.ts";
import { Streams } from "../../src/engine/random.ts";

const value = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  fc.double({ min: 2 ** -1022, max: 1e300, noNaN: true }),
);
const values = fc.array(value, { minLength: 1, maxLength: 200 });
const SHARES = [0, 0.001, 0.1, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 1];

describe("quantiles", () => {
  test("are within 1/128 of the exact ones, for any values", () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (recorded, share) => {
        const histogram = of(recorded);
        for (const p of [...SHARES, share]) {
          const exact = exactQuantile(recorded, p);
          expect(Math.abs(histogram.quantile(p) - exact)).toBeLessThanOrEqual(exact / 128);
        }
      }),
    );
  });

  test("reach that bound and no more over a whole power of two", () => {
    let worst = 0;
    for (let v = 1_048_576; v < 2_097_152; v += 97) {
      // Wide neighbours, so that clamping to the range does not help.
      const estimate = of([1, v, 1e12]).quantile(0.5);
      worst = Math.max(worst, Math.abs(estimate - v) / v);
    }
    expect(worst).toBeLessThanOrEqual(1 / 128);
    expect(worst).toBeGreaterThan(1 / 130);
  });

  test("are within 1% of the exact ones on a heavy tail of waits", () => {
    const random = new Streams(1, 0).stream("waits");
    const waits = Array.from({ length: 50_000 }, () => Math.round(1e6 * random.exponential() ** 4));
    const histogram = of(waits);
    for (const p of SHARES) {
      const exact = exactQuantile(waits, p);
      expect(Math.abs(histogram.quantile(p) - exact)).toBeLessThanOrEqual(0.01 * exact);
    }
  });

  test("of whole numbers up to 63 sit within half of the number's own bucket", () => {
    const histogram = of(Array.from({ length: 63 }, (_, i) => i + 1));
    for (let v = 1; v <= 63; v++)
      expect(Math.abs(histogram.quantile(v / 63) - v)).toBeLessThanOrEqual(v / 128);
  });

  test("of an empty histogram do not exist", () => {
    const empty = new Histogram();
    expect([empty.quantile(0.5), empty.mean, empty.min, empty.max]).toEqual([NaN, NaN, NaN, NaN]);
    expect([empty.count, empty.zeros, empty.sum, empty.cells()]).toEqual([0, 0, 0, []]);
  });

  test("are zero for as long as zeros last", () => {
    const histogram = of([0, 0, 0, 5]);
    expect([histogram.zeros, histogram.quantile(0.75), histogram.quantile(0.76)]).toEqual([3, 0, 5]);
  });
});

test("count, sum, least and greatest are exact", () => {
  fc.assert(
    fc.property(values, (recorded) => {
      const histogram = of(recorded);
      const sum = recorded.reduce((total, v) => total + v, 0);
      expect(histogram.count).toBe(recorded.length);
      expect(histogram.zeros).toBe(recorded.filter((v) => v === 0).length);
      expect(histogram.sum).toBe(sum);
      expect(histogram.mean).toBe(sum / recorded.length);
      expect(histogram.min).toBe(Math.min(...recorded));
      expect(histogram.max).toBe(Math.max(...recorded));
    }),
  );
});

test("merging two histograms is recording the values of both", () => {
  fc.assert(
    fc.property(fc.array(value), fc.array(value), (one, other) => {
      const merged = of(one);
      merged.merge(of(other));
      const together = of([...one, ...other]);
      expect([...exactParts(merged), merged.cells()]).toEqual([...exactParts(together), together.cells()]);
      // The order of additions differs, and with it the last bits of the sum.
      if (together.sum > 0) expect(merged.sum / together.sum).toBeCloseTo(1, 12);
    }),
  );
});

test("a histogram survives being sent to another thread, and the copy is its own", () => {
  fc.assert(
    fc.property(fc.array(value), (recorded) => {
      const histogram = of(recorded);
      const copy = Histogram.fromData(structuredClone(histogram.toData()));
      expect([...exactParts(copy), copy.cells()]).toEqual([...exactParts(histogram), histogram.cells()]);
      expect(copy.sum).toBe(histogram.sum);
      copy.record(1);
      expect(histogram.count).toBe(recorded.length);
    }),
  );
});

test("cells ascend, hold everything, and end at the greatest value", () => {
  fc.assert(
    fc.property(values, (recorded) => {
      const cells = of(recorded).cells();
      expect(cells.reduce((total, cell) => total + cell.count, 0)).toBe(recorded.length);
      expect(cells.at(-1)!.atMost).toBe(Math.max(...recorded));
      let below = -1;
      let seen = 0;
      for (const { atMost, count } of cells) {
        expect(atMost).toBeGreaterThan(below);
        seen += count;
        // A value that is exactly a bucket's end belongs to the next bucket.
        expect(seen).toBeGreaterThanOrEqual(recorded.filter((v) => v < atMost).length);
        expect(seen).toBeLessThanOrEqual(recorded.filter((v) => v <= atMost).length);
        below = atMost;
      }
    }),
  );
});

test("a greatest value at the very end of another value's bucket does not make two cells of one end", () => {
  expect(of([175, 176]).cells()).toEqual([{ atMost: 176, count: 2 }]);
  expect(of([175, 176, 177]).cells()).toEqual([
    { atMost: 176, count: 1 },
    { atMost: 177, count: 2 },
  ]);
});

test("memory depends on the range seen and not on the number of values", () => {
  const histogram = new Histogram();
  for (let i = 0; i < 100_000; i++) histogram.record(1024 + (i % 1024));
  expect(histogram.toData().counts.length).toBe(64);
  histogram.record(1);
  expect(histogram.toData().counts.length).toBe(64 * 11);
});

test("what is not a finite number from 0 on is refused", () => {
  const histogram = new Histogram();
  for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => histogram.record(wrong)).toThrow("finite numbers");
  }
});

function of(recorded: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const v of recorded) histogram.record(v);
  return histogram;
}

function exactParts({ count, zeros, min, max }: Histogram): number[] {
  return [count, zeros, min, max];
}

/** Nearest rank. */
function exactQuantile(recorded: readonly number[], p: number): number {
  const sorted = Float64Array.from(recorded).sort();
  return sorted[Math.max(1, Math.ceil(p * sorted.length)) - 1]!;
}

test("the variance is that of the values, merged or not, also where they are large and alike", () => {
  const value = fc.integer({ min: 0, max: 1000 }).map((small) => 1e12 + small);
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), fc.array(value), (one, other) => {
      const all = [...one, ...other];
      const mean = all.reduce((sum, x) => sum + (x - 1e12), 0) / all.length;
      const variance = all.reduce((sum, x) => sum + (x - 1e12 - mean) ** 2, 0) / all.length;
      const together = of(all);
      const merged = of(one);
      merged.merge(of(other));
      for (const histogram of [together, merged])
        expect(Math.abs(histogram.variance - variance)).toBeLessThan(1);
    }),
    { seed: 6 },
  );
});
