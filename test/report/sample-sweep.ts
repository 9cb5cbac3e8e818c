/** Made-up sweeps over one axis, two, or many, and a plan with an answer. */
import type { Estimate, FieldValue, PlanChoice, PlanDocument, SweepDocument } from "../../src/lab/result.ts";

export function sampleSweep(
  axes: SweepDocument["axes"],
  policies: readonly string[] = ["fifo", "top-k"],
  design: SweepDocument["design"] = "grid",
): SweepDocument {
  return {
    version: 1,
    kind: "sweep",
    scenario: "peak-day",
    description: "One day of a shared cluster, with more and fewer machines.",
    tool: "0.1.0",
    design,
    axes,
    policies,
    seed: 42,
    replications: 5,
    metrics: ["wait.p99", "wait.mean"],
    points: combinations(axes.map(({ values }) => values)).map((at) => ({
      at,
      runs: policies.map((policy, index) => {
        const size = at.reduce<number>((sum, value) => sum + (typeof value === "number" ? value : 1), 1);
        const wait = 4000 / size / (index + 1);
        return {
          policy,
          digest: "9e3779b97f4a7c15",
          events: 1000,
          metrics: {
            all: {
              "wait.p99": estimate(wait * 6),
              "wait.mean": estimate(wait),
              lateRatio: estimate(Math.min(1, wait / 900)),
              "utilization.cpu": estimate(Math.min(0.99, 90 / size)),
              fairness: estimate(0.9),
            },
          },
        };
      }),
    })),
  };
}

export const COUNT_AXIS = { path: "machines.0.count", values: [100, 150, 200, 250, 300] };
export const BATCH_AXIS = { path: "control.batcher.size", values: [8, 16, 32, 64] };

export function samplePlan(found = true): PlanDocument {
  const choices = [100, 150, 175, 187, 200, 250].map(planChoice);
  return {
    version: 1,
    kind: "plan",
    scenario: "peak-day",
    description: "How many machines does the day need?",
    tool: "0.1.0",
    policy: "off-peak",
    seed: 42,
    axes: ["machines.0.count"],
    targets: ["wait.p99:class:urgent <= 2s", "dead == 0"],
    survive: "machine",
    unit: "machines",
    replications: 40,
    size: 151,
    answer: found ? choices[3]! : null,
    cheaper: found ? choices[2]! : null,
    choices,
    sentences: found
      ? [
          "187 machines at 187 an hour are the cheapest that meet both targets.",
          "The p99 wait of urgent is 1.62 s, 19 % under its limit; with 175 machines it cannot be told whether it holds.",
        ]
      : ["No number of machines from 100 to 250 meets the targets."],
  };
}

function planChoice(count: number): PlanChoice {
  const wait = 2.2 * (180 / count) ** 8;
  const verdict = count === 175 ? "undecided" : wait <= 2 ? "meets" : "misses";
  return {
    at: [count],
    cost: count,
    replications: verdict === "undecided" ? 40 : 10,
    verdict,
    targets: [
      {
        target: "wait.p99:class:urgent <= 2s",
        value: estimate(wait, 0.15),
        limit: 2,
        verdict,
        margin: (2 - wait) / 2,
        under: "m-7",
      },
      { target: "dead == 0", value: estimate(0), limit: 0, verdict: "meets", margin: null, under: null },
    ],
  };
}

function estimate(mean: number, spread = 0.05): Estimate {
  return { mean, low: mean * (1 - spread), high: mean * (1 + spread) };
}

function combinations(values: readonly (readonly FieldValue[])[]): FieldValue[][] {
  return values.reduce<FieldValue[][]>(
    (points, axis) => points.flatMap((point) => axis.map((value) => [...point, value])),
    [[]],
  );
}
