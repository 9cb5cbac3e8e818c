import { describe, expect, test } from "vitest";
import { type DistributionSpec, distribution } from "../../src/engine/distributions.ts";
import { Streams } from "../../src/engine/random.ts";
import {
  chiSquareExcess,
  gammaCdf,
  KS_LIMIT,
  ksDistance,
  mean,
  normalCdf,
  variance,
} from "./goodness-of-fit.ts";

const N = 60_000;
const streams = new Streams(2, 0);

function samplesOf(spec: DistributionSpec): number[] {
  const random = streams.stream("distribution", JSON.stringify(spec));
  const drawn = distribution(spec);
  return Array.from({ length: N }, () => drawn.sample(random));
}

const boundedParetoCdf = (low: number, high: number, shape: number) => (x: number) =>
  (1 - (low / x) ** shape) / (1 - (low / high) ** shape);

const lognormalCdf = (average: number, cv: number) => (x: number) => {
  const variance = Math.log(1 + cv * cv);
  return normalCdf((Math.log(x / average) + variance / 2) / Math.sqrt(variance));
};

/** Each with its distribution function. */
const CONTINUOUS: [DistributionSpec, (x: number) => number][] = [
  [{ dist: "exponential", mean: 5e6 }, (x) => 1 - Math.exp(-x / 5e6)],
  [{ dist: "uniform", low: 10, high: 30 }, (x) => (x - 10) / 20],
  [{ dist: "erlang", mean: 12, stages: 1 }, (x) => 1 - Math.exp(-x / 12)],
  [{ dist: "erlang", mean: 12, stages: 3 }, (x) => gammaCdf(3, x / 4)],
  [{ dist: "erlang", mean: 12, stages: 20 }, (x) => gammaCdf(20, x / 0.6)],
  [{ dist: "gamma", mean: 8, shape: 0.3 }, (x) => gammaCdf(0.3, (x * 0.3) / 8)],
  [{ dist: "gamma", mean: 8, shape: 1 }, (x) => gammaCdf(1, x / 8)],
  [{ dist: "gamma", mean: 8, shape: 4.5 }, (x) => gammaCdf(4.5, (x * 4.5) / 8)],
  [{ dist: "lognormal", mean: 100, cv: 0.5 }, lognormalCdf(100, 0.5)],
  [{ dist: "lognormal", mean: 100, cv: 2 }, lognormalCdf(100, 2)],
  [{ dist: "weibull", scale: 7, shape: 0.6 }, (x) => 1 - Math.exp(-((x / 7) ** 0.6))],
  [{ dist: "weibull", scale: 7, shape: 2 }, (x) => 1 - Math.exp(-((x / 7) ** 2))],
  [{ dist: "pareto", minimum: 3, shape: 1.1 }, (x) => 1 - (3 / x) ** 1.1],
  [{ dist: "pareto", minimum: 3, shape: 6 }, (x) => 1 - (3 / x) ** 6],
  [{ dist: "bounded-pareto", minimum: 1, maximum: 1e4, shape: 0.8 }, boundedParetoCdf(1, 1e4, 0.8)],
  [{ dist: "bounded-pareto", minimum: 2, maximum: 50, shape: 1 }, boundedParetoCdf(2, 50, 1)],
  [{ dist: "bounded-pareto", minimum: 2, maximum: 50, shape: 2 }, boundedParetoCdf(2, 50, 2)],
  [
    {
      dist: "hyperexponential",
      branches: [
        { share: 9, mean: 1 },
        { share: 1, mean: 40 },
      ],
    },
    (x) => 0.9 * (1 - Math.exp(-x)) + 0.1 * (1 - Math.exp(-x / 40)),
  ],
];

describe.each(CONTINUOUS)("%j", (spec, cdf) => {
  const samples = samplesOf(spec);
  const { mean: statedMean, variance: statedVariance } = distribution(spec);

  test("follows its distribution function", () => {
    expect(ksDistance(samples, cdf)).toBeLessThan(KS_LIMIT);
  });

  test("states the mean and variance that its distribution function has", () => {
    if (statedVariance === Number.POSITIVE_INFINITY) return;
    const [exactMean, exactVariance] = momentsOf(cdf);
    expect(statedMean / exactMean).toBeCloseTo(1, 2);
    expect(statedVariance / exactVariance).toBeCloseTo(1, 2);
  });

  test("has the mean that it states", () => {
    if (statedVariance === Number.POSITIVE_INFINITY) return;
    expect(Math.abs(mean(samples) - statedMean)).toBeLessThan(4 * Math.sqrt(statedVariance / N));
  });
});

describe("stated moments", () => {
  test.each<[DistributionSpec, number, number]>([
    [{ dist: "constant", value: 5 }, 5, 0],
    [{ dist: "exponential", mean: 3 }, 3, 9],
    [{ dist: "uniform", low: 2, high: 8 }, 5, 3],
    [{ dist: "erlang", mean: 6, stages: 4 }, 6, 9],
    [{ dist: "gamma", mean: 6, shape: 0.5 }, 6, 72],
    [{ dist: "lognormal", mean: 10, cv: 3 }, 10, 900],
    [{ dist: "weibull", scale: 2, shape: 1 }, 2, 4],
    [{ dist: "weibull", scale: 2, shape: 2 }, Math.sqrt(Math.PI), 4 - Math.PI],
    [{ dist: "weibull", scale: 2, shape: 0.5 }, 4, 80],
    [{ dist: "pareto", minimum: 1, shape: 3 }, 1.5, 0.75],
    [{ dist: "pareto", minimum: 1, shape: 2 }, 2, Number.POSITIVE_INFINITY],
    [{ dist: "pareto", minimum: 1, shape: 1 }, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    // The integral of 1/x from 1 to e, times e / (e - 1); then e (e - 1) / (e - 1) less its square.
    [
      { dist: "bounded-pareto", minimum: 1, maximum: Math.E, shape: 1 },
      Math.E / (Math.E - 1),
      Math.E - (Math.E / (Math.E - 1)) ** 2,
    ],
    [
      {
        dist: "hyperexponential",
        branches: [
          { share: 0.5, mean: 1 },
          { share: 0.5, mean: 3 },
        ],
      },
      2,
      6,
    ],
    [{ dist: "empirical", values: [1, 2, 6] }, 3, 14 / 3],
    [{ dist: "empirical", values: [1, 2, 6], weights: [1, 1, 0] }, 1.5, 0.25],
  ])("of %j are those of the textbook", (spec, expectedMean, expectedVariance) => {
    const drawn = distribution(spec);
    if (expectedMean === Number.POSITIVE_INFINITY) expect(drawn.mean).toBe(expectedMean);
    else expect(drawn.mean).toBeCloseTo(expectedMean, 10);
    if (expectedVariance === Number.POSITIVE_INFINITY) expect(drawn.variance).toBe(expectedVariance);
    else expect(drawn.variance).toBeCloseTo(expectedVariance, 10);
  });

  test("of light tails are met by the samples' variance too", () => {
    for (const spec of [
      { dist: "exponential", mean: 3 },
      { dist: "erlang", mean: 6, stages: 4 },
      { dist: "gamma", mean: 6, shape: 20 },
      { dist: "uniform", low: 2, high: 8 },
      { dist: "weibull", scale: 2, shape: 2 },
    ] as const) {
      expect(variance(samplesOf(spec)) / distribution(spec).variance).toBeCloseTo(1, 1);
    }
  });
});

test("a bounded Pareto keeps its bounds", () => {
  const samples = samplesOf({ dist: "bounded-pareto", minimum: 1, maximum: 1.0001, shape: 0.1 });
  expect(samples.every((x) => x >= 1 && x <= 1.0001)).toBe(true);
});

test("a constant is drawn as it is, and a lognormal without variation is one", () => {
  const random = streams.stream("constant");
  expect(distribution({ dist: "constant", value: 7 }).sample(random)).toBe(7);
  expect(distribution({ dist: "lognormal", mean: 7, cv: 0 }).sample(random)).toBe(7);
});

describe("an empirical distribution", () => {
  test("draws each value in proportion to its weight", () => {
    const values = Array.from({ length: 50 }, (_, i) => i);
    const weights = values.map((i) => (i % 7) + (i === 13 ? 200 : 0.5));
    const total = weights.reduce((sum, weight) => sum + weight);
    const counts: number[] = new Array(50).fill(0);
    for (const value of samplesOf({ dist: "empirical", values, weights })) counts[value]!++;
    const expected = weights.map((weight) => (weight / total) * N);
    expect(Math.abs(chiSquareExcess(counts, expected))).toBeLessThan(4);
  });

  test("draws all values equally often without weights, and one that stands twice twice as often", () => {
    const counts = [0, 0, 0, 0];
    for (const value of samplesOf({ dist: "empirical", values: [0, 1, 2, 3, 3] })) counts[value]!++;
    expect(Math.abs(chiSquareExcess(counts, [0.2 * N, 0.2 * N, 0.2 * N, 0.4 * N]))).toBeLessThan(4);
  });

  test("never draws a value of weight 0", () => {
    const samples = samplesOf({ dist: "empirical", values: [1, 2, 3], weights: [0, 1, 0] });
    expect(samples.every((x) => x === 2)).toBe(true);
  });
});

test("parameters that make no sense are refused", () => {
  expect(() => distribution({ dist: "exponential", mean: 0 })).toThrow("mean must be positive");
  expect(() => distribution({ dist: "constant", value: -1 })).toThrow("value must be");
  expect(() => distribution({ dist: "empirical", values: [] })).toThrow("needs values");
  expect(() => distribution({ dist: "empirical", values: [1], weights: [0] })).toThrow("sum of weights");
  expect(() => distribution({ dist: "erlang", mean: 1, stages: 1.5 })).toThrow("whole number");
});

/** Mean and variance from the distribution function alone: integrals of 1 - F and of 2x (1 - F), in steps of log x. */
function momentsOf(cdf: (x: number) => number): [number, number] {
  const step = 0.001;
  let first = 0;
  let second = 0;
  for (let t = Math.log(1e-6); ; t += step) {
    const x = Math.exp(t);
    const beyond = 1 - Math.max(0, cdf(x));
    if (beyond < 1e-12) return [first, second - first * first];
    first += beyond * x * step;
    second += 2 * x * beyond * x * step;
  }
}
