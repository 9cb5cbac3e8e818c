/** Parameters from moments. */
import { expect, test } from "vitest";
import { balancedBranches, lognormalFromMedian, weibullScale } from "../../src/scenario/moments.ts";

test("a lognormal by median and sigma has the textbook mean and cv", () => {
  const { mean, cv } = lognormalFromMedian(100, 0.5);
  expect(mean).toBeCloseTo(100 * Math.exp(0.125), 9);
  expect(cv).toBeCloseTo(Math.sqrt(Math.exp(0.25) - 1), 12);
});

test("a tiny sigma keeps its cv", () => {
  expect(lognormalFromMedian(1, 1e-9).cv / 1e-9).toBeCloseTo(1, 12);
  expect(lognormalFromMedian(1, 0.0031).cv).toBeCloseTo(Math.sqrt(Math.expm1(0.0031 ** 2)), 12);
});

test("a Weibull of shape 1 is exponential, one of shape 2 has its mean at scale √π / 2", () => {
  expect(weibullScale(100, 1)).toBeCloseTo(100, 9);
  expect(weibullScale(100, 2)).toBeCloseTo(200 / Math.sqrt(Math.PI), 9);
});

test("balanced branches have the mean and the cv asked for, each half of the mean", () => {
  const branches = balancedBranches(10, 3);
  const moment = (k: number) => branches.reduce((sum, { share, mean }) => sum + share * mean ** k, 0);
  const variance = 2 * moment(2) - moment(1) ** 2;
  expect(moment(1)).toBeCloseTo(10, 9);
  expect(Math.sqrt(variance) / 10).toBeCloseTo(3, 9);
  for (const { share, mean } of branches) expect(share * mean).toBeCloseTo(5, 9);
});
