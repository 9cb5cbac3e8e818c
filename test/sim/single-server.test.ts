import { describe, expect, test } from "vitest";
import { queue } from "../support/queue.ts";
import { expectExact, replicate } from "../support/replications.ts";
import { simRun } from "../support/sim.ts";
import { meanWaitMG1, meanWaitMMc } from "../support/theory.ts";

const poisson = (utilization: number) => ({ process: "poisson", rate: utilization });
const exponential = { dist: "exponential", mean: "1s" };

describe("one server and Poisson arrivals, against the closed forms", () => {
  test.each([
    [0.5, 40_000],
    [0.8, 150_000],
    [0.9, 500_000],
  ])("M/M/1 at %d has the mean wait of theory, and obeys Little's law", (utilization, tasks) => {
    const result = replicate(
      queue({ servers: 1, arrivals: poisson(utilization), duration: exponential, tasks, warmup: tasks / 10 }),
    );
    expectExact(result, "wait.mean", meanWaitMMc(1, utilization));
    expectExact(result, "queue.mean", utilization * meanWaitMMc(1, utilization), 0.04);
    expectExact(result, "utilization.cpu", utilization, 0.01);
  });

  test("M/D/1 at 0.8 has the mean wait of Pollaczek and Khinchine", () => {
    const result = replicate(
      queue({ servers: 1, arrivals: poisson(0.8), duration: "1s", tasks: 100_000, warmup: 10_000 }),
    );
    expectExact(result, "wait.mean", meanWaitMG1(0.8, 0));
  });

  test("M/G/1 with lognormal service at 0.7 has the mean wait of Pollaczek and Khinchine", () => {
    const duration = { dist: "lognormal", mean: "1s", cv: 1.5 };
    const result = replicate(
      queue({ servers: 1, arrivals: poisson(0.7), duration, tasks: 250_000, warmup: 25_000 }),
    );
    expectExact(result, "wait.mean", meanWaitMG1(0.7, 1.5));
  });

  test("the check can fail: the theory of another load is rejected", () => {
    const result = replicate(
      queue({ servers: 1, arrivals: poisson(0.5), duration: exponential, tasks: 20_000, warmup: 2_000 }),
    );
    expect(() => expectExact(result, "wait.mean", meanWaitMMc(1, 0.52))).toThrow();
  });
});

test("a task that takes no time ends, though it starts in the instant in which the one before it has ended", () => {
  const result = simRun(
    queue({
      servers: 1,
      arrivals: { process: "batch", rate: "1/s", size: 5 },
      duration: "0s",
      tasks: 50,
      warmup: 0,
    }),
  );
  expect(result.runs[0]!.metrics["all"]!["done"]!.mean).toBe(50);
});
