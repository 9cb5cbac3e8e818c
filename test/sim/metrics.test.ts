/** What the statistics count, on scenarios small enough to count by hand. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runReplica } from "../../src/lab/replica.ts";
import { catalogue, scenario } from "../support/scenario.ts";

function metrics(file: object): Record<string, number> {
  const read = scenario(file);
  const policy = catalogue.make(read.policy);
  return runReplica({ scenario: read, policy, seed: read.seed, replication: 0 }).metrics["all"]!;
}

/** Three tasks of 10 s come at 1 s, to one machine; the run is watched for 100 s. */
function three(control: object = {}): object {
  return {
    name: "three",
    stop: { time: "100s" },
    tenants: [
      {
        name: "t",
        workloads: [
          {
            class: "job",
            arrivals: { process: "trace", times: ["1s", "1s", "1s"] },
            duration: "10s",
            resources: { cpu: 1 },
          },
        ],
      },
    ],
    machines: [{ name: "m", cpu: 1, cost: 3600 }],
    policy: "fifo",
    control,
  };
}

describe("what waiting costs", () => {
  test("is counted in the queue, in seconds that tasks spend there", () => {
    expect(metrics(three())).toMatchObject({ "queue.cost": 10 + 20, "backlog.cost": 0 });
  });

  test("is counted apart in the backlog, where a batcher keeps tasks out of the queue", () => {
    const batched = metrics(three({ batcher: { every: "5s" } }));
    expect(batched).toMatchObject({ "backlog.cost": 3 * 4, "queue.cost": 10 + 20 });
    expect(batched["queue.mean"]).toBeCloseTo((12 + 30) / 100);
  });
});

test("machine hours are those of the machines that are on", () => {
  const counted = metrics(three());
  expect(counted["machineHours"]).toBeCloseTo(100 / 3600);
  expect(counted["cost"]).toBeCloseTo(100);
});

test("a task that is told to try again is cancelled, and expired", () => {
  expect(metrics(three({ queues: { maxWait: "15s" } }))).toMatchObject({
    done: 2,
    cancelled: 1,
    expired: 1,
    lost: 0,
  });
});

test("every effect of a task takes place once where nothing goes wrong", () => {
  expect(metrics(three())).toMatchObject({
    "effects.applied": 3,
    "effects.doubled": 0,
    "effects.missing": 0,
    "submissions.resent": 0,
    "messages.resent": 0,
    elections: 0,
  });
});

describe("what goes wrong is counted", () => {
  const shipped = (kind: string) =>
    metrics(JSON.parse(readFileSync(`scenarios/faults/${kind}.json`, "utf8")) as object);

  test.each([
    ["task-overuse", "overused"],
    ["task-lies", "effects.missing"],
    ["manager-crash", "elections"],
    ["submitter-crash", "handedOver"],
    ["submitter-crash", "submissions.resent"],
    ["client-duplicate", "submissions.repeated"],
    ["network-loss", "messages.resent"],
  ])("%s: %s", (kind, name) => {
    expect(shipped(kind)[name]).toBeGreaterThan(0);
  });
});

describe("what clients give up", () => {
  const gone = { kind: "submitter-crash", at: "0s", for: "1h", count: "all" };
  const control = {
    submitters: { nodes: 1, timeout: "2h" },
    clients: { timeout: "2s", tries: 2, backoff: "1s" },
  };

  test("without having been taken in or refused is counted, and submitted adds up", () => {
    const file = { ...three(control), faults: [gone] };
    expect(metrics(file)).toMatchObject({ submitted: 3, gaveUp: 3, rejected: 0, admitted: 0, lost: 0 });
    expect(metrics(file)["submissions.gaveUp"]).toBe(3);
  });

  test("though it had been taken in, because the answer was lost, is taken in and not given up", () => {
    const lost = { kind: "ack-loss", at: "0s", for: "1h", chance: 1 };
    const counted = metrics({ ...three({ clients: control.clients }), faults: [lost] });
    expect(counted).toMatchObject({ submitted: 3, gaveUp: 0, admitted: 3, "submissions.gaveUp": 3 });
  });

  test("before the warm-up is over is left out like the rest", () => {
    const file = { ...three(control), faults: [gone], warmup: { time: "50s" } };
    expect(metrics(file)).toMatchObject({ submitted: 0, gaveUp: 0 });
  });
});
