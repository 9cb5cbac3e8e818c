/** The fuzzer itself: its scenarios are files like any other, its runs repeat, and what it makes small still fails. */
import { describe, expect, test } from "vitest";
import { fuzzSeeds } from "../../src/lab/fuzz/campaign.ts";
import { readScenario } from "../../src/lab/fuzz/checked-run.ts";
import type { Json } from "../../src/lab/fuzz/dice.ts";
import { randomScenario } from "../../src/lab/fuzz/generate.ts";
import { FAULT_KINDS, heals } from "../../src/lab/fuzz/random-faults.ts";
import { shrink } from "../../src/lab/fuzz/shrink.ts";
import { BUILT_IN } from "../../src/policies/index.ts";

const SEEDS = Array.from({ length: 300 }, (_, i) => i + 1);

describe("random scenarios", () => {
  test("every seed gives a scenario that can be written to a file and read again", () => {
    for (const seed of SEEDS) expect(readScenario(randomScenario(seed)), `seed ${seed}`).toBeTypeOf("object");
  });

  test("one seed always gives the same, and two give different ones", () => {
    expect(randomScenario(5)).toEqual(randomScenario(5));
    expect(randomScenario(5)).not.toEqual(randomScenario(6));
  });

  test("every policy and every kind of fault is met", () => {
    const scenarios = SEEDS.map((seed) => randomScenario(seed));
    const policies = new Set(scenarios.map(({ policy }) => (policy as Json)["name"]));
    const kinds = new Set(scenarios.flatMap(({ faults }) => (faults as Json[]).map(({ kind }) => kind)));
    expect(policies.size).toBe(BUILT_IN.length);
    expect([...kinds].sort()).toEqual([...FAULT_KINDS].sort());
  });

  test("every fault is over after a while, so that all can heal", () => {
    for (const seed of SEEDS) expect(heals(randomScenario(seed)), `seed ${seed}`).toBe(true);
  });

  test("kinds of fault and the policy can be chosen", () => {
    for (const seed of SEEDS.slice(0, 50)) {
      const { faults, policy } = randomScenario(seed, { only: ["store-crash"], policy: "edf" });
      for (const fault of faults as Json[]) expect(fault["kind"]).toBe("store-crash");
      expect((policy as Json)["name"]).toBe("edf");
    }
  });
});

test("random clusters under random faults break no invariant, and those done twice are the same", () => {
  const findings = fuzzSeeds(1, 64, 1, {});
  expect(findings.failures).toEqual([]);
  expect(findings.runs).toBe(64);
  expect(Object.keys(findings.faults).length).toBeGreaterThan(10);
});

describe("what fails is made small", () => {
  const large = randomScenario(2);

  test("nothing is left that the failure does not need", () => {
    const small = shrink(
      { ...large, machines: [{ name: "bad" }, { name: "good" }] },
      (json) => (json["machines"] as Json[] | undefined)?.some(({ name }) => name === "bad") ?? false,
    );
    expect(small).toEqual({ name: large["name"], seed: 1, machines: [{ name: "bad" }] });
  });

  test("what does not fail any more is never taken", () => {
    expect(shrink(large, () => false)).toBe(large);
  });
});
