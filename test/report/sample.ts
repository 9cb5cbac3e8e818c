/** A made-up but plausible result: a day of five classes and three tenants under two policies, with faults. */
import type {
  DistributionPoint,
  Estimate,
  RecoveryMark,
  ResultDocument,
  RunResult,
  Timeline,
} from "../../src/lab/result.ts";

export interface SampleOptions {
  readonly policies?: readonly string[];
  readonly classes?: readonly string[];
  readonly tenants?: readonly string[];
  readonly replications?: number;
  /** How many machines died; with the first of them a submitter and the leader. */
  readonly losses?: number;
}

export function sampleDocument(options: SampleOptions = {}): ResultDocument {
  const policies = options.policies ?? ["fifo", "top-k"];
  return {
    version: 1,
    scenario: "peak-day",
    description:
      "One day of a shared cluster: interactive work by day, reports that can wait until the evening, and a nightly batch that should stay out of everyone's way.",
    tool: "0.1.0",
    world: "virtual",
    runs: policies.map((policy, index) => sampleRun(policy, index, options)),
  };
}

const CLASSES = ["interactive", "query", "report", "backup", "training"];
const TENANTS = ["acme", "globex", "initech"];

function sampleRun(policy: string, index: number, options: SampleOptions): RunResult {
  const replications = options.replications ?? 5;
  const classes = options.classes ?? CLASSES;
  const tenants = options.tenants ?? TENANTS;
  const metrics: Record<string, Record<string, Estimate>> = {};
  const estimate = (mean: number, spread = 0.04): Estimate =>
    replications < 2
      ? { mean, low: null, high: null }
      : { mean, low: mean * (1 - spread), high: mean * (1 + spread) };
  const group = (submitted: number, wait: number, lateRatio: number): Record<string, Estimate> => ({
    submitted: estimate(submitted, 0),
    rejected: estimate(Math.round(submitted * 0.002)),
    admitted: estimate(Math.round(submitted * 0.998), 0),
    done: estimate(Math.round(submitted * 0.997), 0.001),
    failed: estimate(wait > 60 ? 12 : 0),
    dead: estimate(wait > 600 ? 3 : 0),
    cancelled: estimate(0),
    capped: estimate(0),
    late: estimate(Math.round(submitted * lateRatio)),
    duplicates: estimate(0),
    lost: estimate(0),
    lateRatio: estimate(lateRatio, 0.18),
    rejectedRatio: estimate(0.002),
    ...spread("wait", wait, estimate),
    ...spread("response", wait * 1.2 + 3.1, estimate),
    ...spread("slowdown", 1 + wait / 10, estimate),
    "attempts.mean": estimate(1.04, 0.002),
  });
  metrics.all = {
    ...group(1_203_844, 41.7 / (index + 1), 0.0231 / (index + 1)),
    "utilization.cpu": estimate(0.712, 0.006),
    "utilization.memory": estimate(0.508, 0.004),
    "queue.mean": estimate(184.2 / (index + 1)),
    "queue.max": estimate(4213 - 900 * index),
    makespan: estimate(93_240, 0.002),
    fairness: estimate(0.964, 0.004),
    cost: estimate(1287.4, 0.002),
  };
  classes.forEach((name, rank) => {
    const wait = (0.004 * 14 ** (rank % 5)) / (1 + index * (rank % 2));
    metrics[`class:${name}`] = group(
      Math.round(600_000 / (rank + 1) ** 2),
      wait,
      [0.0008, 0.0121, 0.0832, 0, 0.041][rank % 5]! / (1 + index * 1.7),
    );
  });
  tenants.forEach((name, rank) => {
    metrics[`tenant:${name}`] = group(Math.round(800_000 / (rank + 1)), 30 + 8 * rank, 0.01 * (rank + 1));
  });
  return {
    policy,
    seed: 42,
    replications,
    digest: `${(0x9e3779b9 ^ (index * 0x85ebca6b)) >>> 0}c2b2ae3d27d4eb4f165667b1`.padEnd(32, "0"),
    drawn: "5bd1e9955bd1e9955bd1e9955bd1e995",
    digests: [],
    events: 3_611_532 + 1711 * index,
    metrics,
    waits: Object.fromEntries(
      classes.map((name, rank) => [
        name,
        sampleWaits(0.02 * 14 ** (rank % 5), 0.7 - 0.12 * (rank % 5) + 0.05 * index),
      ]),
    ),
    timeline: sampleTimeline(index),
    recoveries: sampleRecoveries(options.losses ?? 0),
  };
}

function spread(
  name: string,
  middle: number,
  estimate: (mean: number) => Estimate,
): Record<string, Estimate> {
  return {
    [`${name}.mean`]: estimate(middle),
    [`${name}.p50`]: estimate(middle * 0.4),
    [`${name}.p95`]: estimate(middle * 3.2),
    [`${name}.p99`]: estimate(middle * 6.1),
    [`${name}.max`]: estimate(middle * 19),
  };
}

/** `atOnce` of the tasks start at once; the waits of the others fall off with a heavy tail. */
function sampleWaits(scale: number, atOnce: number): DistributionPoint[] {
  const points: DistributionPoint[] = [{ seconds: 0, share: atOnce }];
  for (let step = 1; step <= 60; step++) {
    const seconds = scale * 10 ** (step / 15 - 2);
    const share = 1 - (1 - atOnce) / (1 + (seconds / scale) ** 1.6);
    points.push({ seconds, share: step === 60 ? 1 : share });
  }
  return points;
}

function sampleRecoveries(machines: number): RecoveryMark[] {
  if (machines === 0) return [];
  const machine = (index: number): RecoveryMark => ({
    at: 3600 * (index + 1),
    kind: "machine",
    target: `m-${index + 1}`,
    inFlight: index,
    noticedAfter: 5.2,
    recovered: index,
    recoveredAfter: index === 0 ? null : 5.2,
  });
  return [
    {
      at: 1800,
      kind: "submitter",
      target: "submitter-2",
      inFlight: 3,
      noticedAfter: 3.1,
      recovered: 1234,
      recoveredAfter: 3.1,
    },
    {
      at: 2400,
      kind: "leader",
      target: "manager-1",
      inFlight: 2,
      noticedAfter: 4.3,
      recovered: 0,
      recoveredAfter: 4.3,
    },
    ...Array.from({ length: machines }, (_, index) => machine(index)),
  ];
}

function sampleTimeline(index: number): Timeline {
  const every = 600;
  const peakAt = 0.8;
  const points = Array.from({ length: 150 }, (_, slot) => {
    const hour = (slot * every) / 3600;
    const day = 0.62 - 0.3 * Math.cos(((hour - 2) / 24) * 2 * Math.PI);
    const ripple = 0.03 * Math.sin(slot * 1.7 + index) + 0.02 * Math.sin(slot * 0.61);
    const fault = hour >= 9.5 && hour < 10.5 ? 0.05 : 0;
    const utilization = Math.min(1, Math.max(0.04, day + ripple + fault - 0.03 * index));
    const queue = Math.max(0, Math.round(3200 * (utilization - 0.72) + 40 * Math.sin(slot)));
    return {
      time: slot * every,
      utilization,
      queue,
      peak: utilization > peakAt ? 1 : utilization > 0.78 ? 0.4 : 0,
    };
  });
  return {
    every,
    peakAt,
    points,
    faults: [
      { at: 9.5 * 3600, until: 10.5 * 3600, kind: "machine-crash", target: "12 of rack-b" },
      { at: 17.25 * 3600, until: null, kind: "submitter-crash", target: "submitter-1" },
    ],
  };
}
