/**
 * How often the lab is right where the answer is known, on few experiments; `npm run coverage-check` does 300 of each,
 * and docs/statistics.md has what came of it.
 */
import { describe, expect, test } from "vitest";
import {
  compareIdentical,
  estimateOn,
  findsDifference,
  identicalPolicies,
  mixedWork,
  singleServer,
} from "../../bench/statistics/experiments.ts";

const seeds = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

test("the 95% interval of M/M/1's mean wait holds the exact value in most of 30 experiments", () => {
  const scenario = singleServer(0.5, 3_000, 500);
  const held = (exact: number) =>
    seeds(30).filter((seed) => {
      const { low, high } = estimateOn(scenario, seed).metrics["all"]!["wait.mean"]!;
      return low! <= exact && exact <= high!;
    }).length;
  expect(held(1)).toBeGreaterThanOrEqual(26);
  // The check can fail: a wrong theory is found out.
  expect(held(1.2)).toBeLessThan(20);
});

describe("two policies between which there is no difference", () => {
  const scenario = mixedWork(1_000);
  const comparisons = seeds(20).map((seed) => compareIdentical(identicalPolicies(scenario, seed)));

  test("differ by chance in every comparison", () => {
    for (const { metrics } of comparisons) {
      expect(metrics.length).toBeGreaterThan(5);
      for (const { pairs } of metrics) expect(pairs[0]!.verdict).not.toBe("equal");
    }
  });

  test("are told apart in at most 2 of 20, though many figures are looked at", () => {
    expect(comparisons.filter(findsDifference).length).toBeLessThanOrEqual(2);
  });
});
