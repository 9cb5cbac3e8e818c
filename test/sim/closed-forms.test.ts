/** Queues with faults, retries, limits and priorities whose means are known exactly, against the real command. */
import { describe, expect, test } from "vitest";
import { queue } from "../support/queue.ts";
import { expectExact, replicate } from "../support/replications.ts";
import {
  attemptMoments,
  breakdownsMM1,
  meanResponseMG1,
  meanResponsesWithPreemption,
  meanResponseWithFeedback,
  meanWaitsByPriority,
  type Stream,
  tokenBucketLoss,
} from "../support/theory.ts";

const poisson = (rate: number) => ({ process: "poisson", rate });
const exponential = (mean: number) => ({ dist: "exponential", mean });

describe("M/M/1 with breakdowns and repair", () => {
  /** Pauses that nobody takes for a death, so that nothing is lost; held-up orders come through at once after them. */
  const withBreakdowns = (rate: number, breaks: number, repairs: number, tasks: number) => ({
    ...queue({
      servers: 1,
      arrivals: poisson(rate),
      duration: exponential(1),
      tasks,
      warmup: tasks / 10,
    }),
    control: { monitor: { heartbeat: "1h", timeout: "10000h" }, network: { resend: "10ms" } },
    faults: [{ kind: "machine-pause", every: exponential(1 / breaks), for: exponential(1 / repairs) }],
  });

  test.each([
    ["short breakdowns that are frequent", 0.5, 0.2, 1, 60_000],
    ["long breakdowns that are rare", 0.4, 0.05, 0.5, 60_000],
  ])("%s lengthen the response as theory says", (_, rate, breaks, repairs, tasks) => {
    const result = replicate(withBreakdowns(rate, breaks, repairs, tasks));
    const { meanResponse, occupied } = breakdownsMM1(rate, breaks, repairs);
    expectExact(result, "response.mean", meanResponse, 0.04);
    expectExact(result, "utilization.cpu", occupied, 0.02);
    expect(result.runs[0]!.metrics["all"]!["attempts.mean"]!.mean).toBe(1);
  });
});

describe("M/M/1 with retries", () => {
  const withRetries = (file: object, failure: number, attempts: number) => {
    const { tenants, ...rest } = file as { tenants: [{ workloads: [object] }] };
    const [tenant] = tenants;
    const workload = { ...tenant.workloads[0], failure, attempts };
    return { ...rest, tenants: [{ ...tenant, workloads: [workload] }] };
  };

  test.each([
    [0.3, 3, 0.5, 100_000],
    [0.5, 4, 0.35, 80_000],
  ])(
    "that fails with chance %d in up to %d attempts has the attempts, the dead and the response of theory",
    (failure, most, rate, tasks) => {
      // A task takes as long each time it is tried, and keeps its place: the service is its duration times its attempts.
      const policy = "priority";
      const result = replicate(
        withRetries(
          queue({
            servers: 1,
            arrivals: poisson(rate),
            duration: exponential(1),
            tasks,
            warmup: tasks / 10,
            policy,
          }),
          failure,
          most,
        ),
      );
      const attempts = attemptMoments(failure, most);
      expect(attempts.mean).toBeCloseTo((1 - failure ** most) / (1 - failure));
      const service = { rate, mean: attempts.mean, secondMoment: 2 * attempts.secondMoment };
      expectExact(result, "attempts.mean", attempts.mean, 0.01);
      expectExact(result, "utilization.cpu", rate * attempts.mean, 0.02);
      expectExact(result, "dead", 0.9 * tasks * failure ** most, 0.03);
      expectExact(result, "response.mean", meanResponseMG1(service), 0.05);
    },
  );

  test("that goes to the back of the queue after each failure has the response of Takács", () => {
    const [failure, rate, tasks] = [0.3, 0.45, 40_000];
    const result = replicate(
      withRetries(
        queue({ servers: 1, arrivals: poisson(rate), duration: "1s", tasks, warmup: tasks / 10 }),
        failure,
        1000,
      ),
    );
    expectExact(result, "attempts.mean", 1 / (1 - failure), 0.01);
    expectExact(result, "utilization.cpu", rate / (1 - failure), 0.01);
    const service = { rate, mean: 1, secondMoment: 1 };
    expectExact(result, "response.mean", meanResponseWithFeedback(service, failure), 0.03);
  });
});

describe("a token bucket on Poisson arrivals", () => {
  test.each([
    ["a burst of one", 1, 0.8],
    ["a burst of five below the limit", 5, 0.9],
    ["a burst of five at the limit", 5, 1],
    ["a burst of twelve above the limit", 12, 1.3],
  ])("of %s turns away the share of theory", (_, burst, load) => {
    const tasks = 40_000;
    const { tenants, ...rest } = queue({
      servers: 50,
      arrivals: poisson(10 * load),
      duration: "1ms",
      tasks,
      warmup: tasks / 10,
    }) as { tenants: [object] };
    const result = replicate({
      ...rest,
      plans: { limited: { limit: "10/s", burst } },
      tenants: [{ ...tenants[0], plan: "limited" }],
    });
    expectExact(result, "rejectedRatio", tokenBucketLoss(load, burst), 0.03);
  });

  test("whose theory has the known special case: with a burst of one it is a server that turns away", () => {
    expect(tokenBucketLoss(0.8, 1)).toBeCloseTo(0.8 / 1.8);
    expect(tokenBucketLoss(0.5, 20)).toBeLessThan(1e-9);
    expect(tokenBucketLoss(3, 20)).toBeCloseTo(2 / 3, 3);
  });
});

describe("three classes of priority on one machine", () => {
  const classes: readonly (Stream & { readonly name: string; readonly duration: object | string })[] = [
    { name: "high", rate: 0.3, mean: 0.5, secondMoment: 0.5, duration: exponential(0.5) },
    { name: "middle", rate: 0.2, mean: 1, secondMoment: 1, duration: "1s" },
    { name: "low", rate: 0.15, mean: 2, secondMoment: 16 / 3, duration: { dist: "uniform", min: 0, max: 4 } },
  ];
  const withPriorities = (policy: string, tasks: number) => ({
    name: "priorities",
    seed: 1,
    stop: { tasks },
    warmup: { tasks: tasks / 10 },
    plans: Object.fromEntries(classes.map(({ name }, i) => [name, { priority: classes.length - i }])),
    tenants: classes.map(({ name, rate, duration }) => ({
      name,
      plan: name,
      workloads: [
        {
          class: name,
          arrivals: poisson(rate),
          duration,
          resources: { cpu: 1 },
          checkpoint: { every: "1s", cost: 0 },
        },
      ],
    })),
    machines: [{ name: "m", count: 1, cpu: 1 }],
    policy,
  });

  test("have the mean waits of Cobham when what runs is left alone", () => {
    const result = replicate(withPriorities("priority", 80_000));
    meanWaitsByPriority(classes).forEach((wait, k) => {
      expectExact(result, "wait.mean", wait, 0.04, `class:${classes[k]!.name}`);
    });
  });

  test("have the mean responses of theory when what runs gives way and goes on later", () => {
    const result = replicate(withPriorities("preemptive-priority", 80_000));
    meanResponsesWithPreemption(classes).forEach((response, k) => {
      expectExact(result, "response.mean", response, 0.04, `class:${classes[k]!.name}`);
    });
  });
});
