/** From the file to the model: defaults, units, names. */
import { describe, expect, test } from "vitest";
import { IDEAL, UTC } from "../../src/cluster/spec.ts";
import { MILLISECOND, MINUTE, NEVER, SECOND } from "../../src/engine/time.ts";
import { type Json, job, load, sample, tenant } from "./sample.ts";

const HOUR = 60 * MINUTE;
const UNLIMITED = Number.POSITIVE_INFINITY;

function workloadsOf(...workloads: Json[]) {
  return load(sample({ tenants: [tenant(...workloads)] })).workloads;
}

function durationOf(duration: unknown) {
  return workloadsOf(job({ duration }))[0]!.tasks[0]!.duration;
}

function arrivalsOf(arrivals: unknown) {
  return workloadsOf(job({ arrivals }))[0]!.arrivals;
}

test("everything left out of a file is ideal", () => {
  expect(load(sample())).toEqual({
    name: "sample",
    description: "",
    seed: 1,
    stop: { time: HOUR, tasks: NEVER },
    warmup: { time: 0, tasks: 0 },
    cluster: {
      tenants: [{ name: "t", datacenter: "", group: "t", plan: 0, weight: 1 }],
      plans: [{ name: "default", ticksPerTask: 0, burst: 1, priority: 0, price: 0 }],
      machines: [
        {
          name: "m",
          group: "m",
          datacenter: "default",
          capacity: [4000, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED],
          speed: 1,
          cost: 0,
        },
      ],
      control: IDEAL,
    },
    policy: { name: "fifo", parameters: {} },
    workloads: [
      {
        tenants: [0],
        arrivals: { process: "poisson", gap: 100_000 },
        tasks: [
          {
            template: {
              class: "job",
              resources: [1000, 0, 0, 0, 0, 0],
              delayTolerance: NEVER,
              executionCap: NEVER,
              estimate: NEVER,
              attempts: 1,
              schedule: "once",
              zone: UTC,
              missed: "all",
              runsAnyway: false,
              checkpoints: false,
              offPeak: false,
              idempotent: true,
              script: null,
            },
            duration: { dist: "constant", value: SECOND },
            failure: 0,
            checkpoint: null,
            overuse: null,
            parents: [],
          },
        ],
      },
    ],
    faults: [],
    network: {
      clients: null,
      machines: null,
      between: 0,
      home: "",
      loss: 0,
      duplication: 0,
      resend: SECOND,
    },
    store: { latency: null, gather: 0 },
    clients: { timeout: NEVER, tries: 1, backoff: SECOND, retriesRefused: false },
    power: { boot: 0, shutdown: 0 },
    usageEvery: NEVER,
    isolation: true,
  });
});

test("what a file says arrives in the model", () => {
  const scenario = load(
    sample({
      description: "d",
      seed: 7,
      start: "2027-03-01T12:00:00Z",
      stop: { tasks: 100 },
      warmup: { time: "5s" },
      policy: { name: "top-k", k: 3 },
      control: {
        submitters: { nodes: 3 },
        batcher: { every: "1s", size: 10 },
        queues: { backoff: { first: "1s", factor: 3, limit: "1m" } },
        monitor: { peak: "75%", timeout: "5s" },
      },
    }),
  );
  expect(scenario).toMatchObject({
    description: "d",
    seed: 7,
    stop: { time: NEVER, tasks: 100 },
    warmup: { time: 5 * SECOND, tasks: NEVER },
    policy: { name: "top-k", parameters: { k: 3 } },
  });
  expect(scenario.cluster.control).toEqual({
    ...IDEAL,
    submitters: { nodes: 3, heartbeat: { every: 0, timeout: 0 } },
    batcher: { every: SECOND, size: 10, full: NEVER },
    retry: { first: SECOND, factor: 3, limit: MINUTE },
    monitor: { ...IDEAL.monitor, heartbeat: { every: 0, timeout: 5 * SECOND } },
    peakAt: 0.75,
    epoch: Date.UTC(2027, 2, 1, 12),
  });
});

describe("tenants and plans", () => {
  test("a count makes several tenants of one group, each running the workloads", () => {
    const { cluster, workloads } = load(
      sample({
        plans: { pro: { limit: "60/m", priority: 5, price: 2 }, free: { limit: "600/m" } },
        tenants: [
          { ...tenant(job()), count: 2, plan: "free", weight: 3 },
          { name: "u", workloads: [job()] },
        ],
      }),
    );
    expect(cluster.tenants).toEqual([
      { name: "t-1", datacenter: "", group: "t", plan: 1, weight: 3 },
      { name: "t-2", datacenter: "", group: "t", plan: 1, weight: 3 },
      { name: "u", datacenter: "", group: "u", plan: 2, weight: 1 },
    ]);
    expect(workloads.map(({ tenants }) => tenants)).toEqual([[0, 1], [2]]);
    expect(cluster.plans).toEqual([
      { name: "pro", ticksPerTask: SECOND, burst: 1, priority: 5, price: 2 },
      { name: "free", ticksPerTask: 100 * MILLISECOND, burst: 10, priority: 0, price: 0 },
      { name: "default", ticksPerTask: 0, burst: 1, priority: 0, price: 0 },
    ]);
  });

  test("a plan called default is that of tenants without one", () => {
    const { cluster } = load(sample({ plans: { default: { priority: 4 } } }));
    expect(cluster.plans).toHaveLength(1);
    expect(cluster.plans[0]!.priority).toBe(4);
  });

  describe("an execution cap", () => {
    const cap = (ofTask: Json, ofPlan: Json, ofQueues: Json) =>
      load(
        sample({
          plans: { free: ofPlan },
          tenants: [{ ...tenant(job(ofTask)), plan: "free" }],
          control: { queues: ofQueues },
        }),
      ).workloads[0]!.tasks[0]!.template.executionCap;

    test("is the task's own, at most what its plan allows", () => {
      const plan = { maxExecutionCap: "10m" };
      expect(cap({}, plan, {})).toBe(10 * MINUTE);
      expect(cap({ executionCap: "5m" }, plan, {})).toBe(5 * MINUTE);
      expect(cap({ executionCap: "15m" }, plan, {})).toBe(10 * MINUTE);
    });

    test("is the usual one for tasks without, at most what their plan allows", () => {
      const usual = { executionCap: "3m" };
      expect(cap({}, {}, usual)).toBe(3 * MINUTE);
      expect(cap({ executionCap: "5m" }, {}, usual)).toBe(5 * MINUTE);
      expect(cap({}, { maxExecutionCap: "1m" }, usual)).toBe(MINUTE);
    });
  });
});

describe("resources", () => {
  const vectorOf = (resources: unknown, tiers: Json = {}) =>
    load(sample({ tiers, machines: [{ name: "m" }], tenants: [tenant(job({ resources }))] })).workloads[0]!
      .tasks[0]!.template.resources;

  test("are whole numbers: thousandths of cores, bytes, bytes per second", () => {
    expect(
      vectorOf({ cpu: 0.001, memory: "1MiB", disk: "1GB", iops: 100, network: "8Mbit/s", ports: 2 }),
    ).toEqual([1, 2 ** 20, 1e9, 100, 1e6, 2]);
    expect(vectorOf({ memory: "1MiB" })).toEqual([0, 2 ** 20, 0, 0, 0, 0]);
    expect(vectorOf({ cpu: 0.29 })).toEqual([290, 0, 0, 0, 0, 0]);
  });

  test("may be a tier's, built in or the file's own", () => {
    expect(vectorOf("basic")).toEqual([500, 512 * 2 ** 20, 0, 0, 0, 0]);
    expect(vectorOf("regular")).toEqual([1000, 2 ** 31, 0, 0, 0, 0]);
    expect(vectorOf("premium")).toEqual([4000, 2 ** 34, 0, 0, 0, 0]);
    expect(vectorOf("premium", { premium: { cpu: 16 } })).toEqual([16_000, 0, 0, 0, 0, 0]);
    expect(vectorOf("gpu", { gpu: { ports: 1 } })).toEqual([0, 0, 0, 0, 0, 1]);
  });
});

describe("distributions", () => {
  test.each([
    ["5s", { dist: "constant", value: 5 * SECOND }],
    [0.5, { dist: "constant", value: SECOND / 2 }],
    [
      { dist: "exponential", mean: "1s" },
      { dist: "exponential", mean: SECOND },
    ],
    [
      { dist: "uniform", min: "1s", max: 2 },
      { dist: "uniform", low: SECOND, high: 2 * SECOND },
    ],
    [
      { dist: "erlang", mean: "1s", stages: 3 },
      { dist: "erlang", mean: SECOND, stages: 3 },
    ],
    [
      { dist: "gamma", mean: "1s", shape: 0.5 },
      { dist: "gamma", mean: SECOND, shape: 0.5 },
    ],
    [
      { dist: "lognormal", mean: "1s", cv: 2 },
      { dist: "lognormal", mean: SECOND, cv: 2 },
    ],
    [
      { dist: "weibull", scale: "1s", shape: 2 },
      { dist: "weibull", scale: SECOND, shape: 2 },
    ],
    [
      { dist: "pareto", min: "1s", shape: 2 },
      { dist: "pareto", minimum: SECOND, shape: 2 },
    ],
    [
      { dist: "bounded-pareto", min: "1s", max: "1m", shape: 1.1 },
      { dist: "bounded-pareto", minimum: SECOND, maximum: MINUTE, shape: 1.1 },
    ],
    [
      {
        dist: "hyperexponential",
        branches: [
          { share: "90%", mean: "1s" },
          { share: 0.1, mean: "1m" },
        ],
      },
      {
        dist: "hyperexponential",
        branches: [
          { share: 0.9, mean: SECOND },
          { share: 0.1, mean: MINUTE },
        ],
      },
    ],
    [
      { dist: "empirical", values: ["1s", 2] },
      { dist: "empirical", values: [SECOND, 2 * SECOND] },
    ],
    [
      { dist: "empirical", values: ["1s", 2], weights: [1, 3] },
      { dist: "empirical", values: [SECOND, 2 * SECOND], weights: [1, 3] },
    ],
  ])("%j", (written, spec) => {
    expect(durationOf(written)).toEqual(spec);
  });

  test("a Weibull by its mean, a lognormal by its median, a hyperexponential by its cv", () => {
    expect(durationOf({ dist: "weibull", mean: "1s", shape: 1 })).toMatchObject({
      scale: expect.closeTo(SECOND, 3),
    });
    expect(durationOf({ dist: "lognormal", median: "1s", sigma: 1 })).toMatchObject({
      mean: expect.closeTo(SECOND * Math.exp(0.5), 3),
    });
    expect(durationOf({ dist: "hyperexponential", mean: "1s", cv: 1 })).toEqual({
      dist: "hyperexponential",
      branches: [
        { share: 0.5, mean: SECOND },
        { share: 0.5, mean: SECOND },
      ],
    });
  });
});

describe("arrivals", () => {
  test.each([
    [
      { process: "fixed", rate: "4/s" },
      { process: "fixed", gap: SECOND / 4 },
    ],
    [
      { process: "fixed", every: "3s", offset: "1s" },
      { process: "fixed", gap: 3 * SECOND, offset: SECOND },
    ],
    [
      { process: "uniform", min: "1s", max: "3s" },
      { process: "uniform", low: SECOND, high: 3 * SECOND },
    ],
    [
      { process: "batch", rate: "1/s", size: 5 },
      { process: "batch", gap: SECOND, size: { dist: "constant", value: 5 } },
    ],
    [
      { process: "batch", rate: "1/s", size: { dist: "uniform", min: 1, max: 9 } },
      { process: "batch", gap: SECOND, size: { dist: "uniform", low: 1, high: 9 } },
    ],
    [
      {
        process: "mmpp",
        states: [
          { rate: 0, stay: "1m" },
          { rate: "1/s", stay: "1s" },
        ],
      },
      {
        process: "mmpp",
        states: [
          { gap: UNLIMITED, stay: MINUTE },
          { gap: SECOND, stay: SECOND },
        ],
      },
    ],
    [
      { process: "closed", clients: 3, think: "1s" },
      { process: "closed", clients: 3, think: { dist: "constant", value: SECOND } },
    ],
    [
      { process: "trace", times: [0, "1s", "1s"] },
      { process: "trace", times: [0, SECOND, SECOND] },
    ],
  ])("%j", (written, spec) => {
    expect(arrivalsOf(written)).toEqual(spec);
  });

  test("a diurnal rate is the day's mean, however the profile is scaled", () => {
    const profile = Array.from({ length: 24 }, (_, hour) => (hour < 12 ? 10 : 30));
    const normalised = Array.from({ length: 24 }, (_, hour) => (hour < 12 ? 0.5 : 1.5));
    expect(arrivalsOf({ process: "diurnal", rate: "1/s", profile })).toEqual({
      process: "diurnal",
      gap: SECOND,
      profile: normalised,
    });
  });

  test("a repeated task begins at its time, or at once", () => {
    const report = { class: "report", duration: "1s", schedule: "daily" };
    expect(workloadsOf({ ...report, at: "2h" })[0]!.arrivals).toEqual({ process: "periodic", at: 2 * HOUR });
    expect(workloadsOf(report)[0]!.arrivals).toEqual({ process: "periodic", at: 0 });
  });
});
