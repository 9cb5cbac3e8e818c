import { describe, expect, test } from "vitest";
import { queue } from "../support/queue.ts";
import { expectExact, replicate } from "../support/replications.ts";
import { erlangC, meanWaitMMc, quantileWaitMMc } from "../support/theory.ts";

describe("many servers, against Erlang C", () => {
  test.each([
    [10, 0.8, 300_000],
    [100, 0.9, 2_400_000],
  ])("M/M/%d at %d: mean wait, chance to wait and 95th percentile", (servers, utilization, tasks) => {
    const result = replicate(
      queue({
        servers,
        arrivals: { process: "poisson", rate: servers * utilization },
        duration: { dist: "exponential", mean: "1s" },
        tasks,
        warmup: tasks / 10,
      }),
    );
    expectExact(result, "wait.mean", meanWaitMMc(servers, utilization));
    expectExact(result, "waitedRatio", erlangC(servers, servers * utilization));
    expectExact(result, "wait.p95", quantileWaitMMc(servers, utilization, 0.95));
  });

  test("the formulas are the textbook's", () => {
    // Two servers, one Erlang: C = 1/3. One server: the chance to wait is the load.
    expect(erlangC(2, 1)).toBeCloseTo(1 / 3, 12);
    expect(erlangC(1, 0.7)).toBeCloseTo(0.7, 12);
    expect(meanWaitMMc(1, 0.8)).toBeCloseTo(4, 12);
  });
});
