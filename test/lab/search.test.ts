/** The adversary's workloads are scenarios, small, and its scores are those of real runs. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Streams } from "../../src/engine/random.ts";
import { Dice } from "../../src/lab/fuzz/dice.ts";
import { runReplica } from "../../src/lab/replica.ts";
import { type Duel, score } from "../../src/lab/search/duel.ts";
import { mutated, randomInstance, toScenario } from "../../src/lab/search/instance.ts";
import { catalogue, scenario } from "../support/scenario.ts";

test("whatever is drawn and however it is changed, it is a scenario of 2 to 12 tasks that all end", () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), (seed) => {
      const dice = new Dice(new Streams(seed, 0).stream("test"));
      let instance = randomInstance(dice);
      for (let i = 0; i < 30; i++) instance = mutated(instance, dice);
      expect(instance.tasks.length).toBeGreaterThanOrEqual(2);
      expect(instance.tasks.length).toBeLessThanOrEqual(12);
      const loaded = scenario(toScenario(instance, "drawn"));
      const { metrics } = runReplica({
        scenario: loaded,
        policy: catalogue.make({ name: "fifo", parameters: {} }),
        seed: 1,
        replication: 0,
      });
      expect(metrics["all"]).toMatchObject({ done: instance.tasks.length, lost: 0, capped: 0 });
    }),
    { numRuns: 60 },
  );
});

describe("a score", () => {
  const task = (at: number, duration: number) => ({
    ...{ at, duration, cpu: 1, tolerance: null, cap: 1, offPeak: false, tenant: 0 },
  });
  /** When the machine is free at 1 s, a long task and a short one wait. */
  const three = {
    machines: [{ count: 1, cpu: 1 }],
    tasks: [task(0, 1000), task(100, 9000), task(200, 1000)],
  };
  const duel = (metric: string, moreIsBetter = false): Duel => ({
    catalogue,
    worst: { name: "fifo", parameters: {} },
    against: { name: "shortest-cap", parameters: {} },
    metric: { metric, group: "all" },
    moreIsBetter,
  });

  test("is how many times as much of the figure the one policy has", () => {
    // Waits of 0, 0.9 and 9.8 s beside 0, 1.9 and 0.8 s.
    const found = score(duel("wait.mean"), toScenario(three, "three"))!;
    expect(found.values[0] * 3).toBeCloseTo(10.7, 6);
    expect(found.values[1] * 3).toBeCloseTo(2.7, 6);
    expect(found.ratio).toBeCloseTo(10.7 / 2.7, 6);
  });

  test("is turned round where more of the figure is better", () => {
    const { values, ratio } = score(duel("utilization.cpu", true), toScenario(three, "three"))!;
    expect(ratio).toBe(values[0] === values[1] ? 1 : values[1] / values[0]);
  });

  test("does not exist of what is no scenario, nor where a task does not end well", () => {
    expect(score(duel("wait.mean"), { name: "nothing" })).toBe(null);
    const whole = toScenario(three, "three") as { machines: { cpu: number }[] };
    expect(score(duel("wait.mean"), { ...whole, stop: { tasks: 0 } })).toBe(null);
    const [tenant] = whole["tenants" as keyof typeof whole] as unknown as { workloads: object[] }[];
    const failing = { ...tenant, workloads: tenant!.workloads.map((one) => ({ ...one, failure: 1 })) };
    expect(score(duel("wait.mean"), { ...whole, tenants: [failing] })).toBe(null);
  });
});
