/** Same scenario, seed and version: the same decisions, on every run, on any number of threads. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { combine } from "../../src/lab/combine.ts";
import { type ReplicaResult, runReplica } from "../../src/lab/replica.ts";
import type { RunResult } from "../../src/lab/result.ts";
import { catalogue, scenario } from "../support/scenario.ts";
import { sim, simRun } from "../support/sim.ts";

type Threads = typeof import("../../src/lab/threads.ts");

const SCENARIOS = readdirSync("scenarios").filter((name) => name.endsWith(".json"));
const REPLICATIONS = 2;
/** Enough of each to meet its faults and its peak; the whole of it takes seconds. */
const SHORTENED: Readonly<Record<string, object>> = {
  "burst.json": { stop: { time: "4m" } },
  "dag.json": { stop: { time: "10m" } },
  "failover.json": { stop: { time: "21m" } },
  "mm1.json": { stop: { tasks: 20_000 }, warmup: { tasks: 2_000 } },
  "mmc.json": { stop: { tasks: 20_000 }, warmup: { tasks: 2_000 } },
  "peak.json": { stop: { time: "1h" } },
};

function file(name: string): object {
  return { ...(JSON.parse(readFileSync(`scenarios/${name}`, "utf8")) as object), ...SHORTENED[name] };
}

function replicas(name: string, seed: number): ReplicaResult[] {
  const read = scenario(file(name));
  const policy = () => catalogue.make(read.policy);
  return Array.from({ length: REPLICATIONS }, (_, replication) =>
    runReplica({ scenario: read, policy: policy(), seed, replication }),
  );
}

describe.each(SCENARIOS)("%s", (name) => {
  let here: ReplicaResult[];
  beforeAll(() => {
    here = replicas(name, 1);
  });

  test("run again gives the same result, to the last digit", () => {
    expect(replicas(name, 1)).toEqual(here);
  });

  test("on two threads gives the same result", async () => {
    // Threads load built code, so this also says that source and build decide alike.
    const built = pathToFileURL(resolve("dist/lab/threads.js")).href;
    const { ReplicaThreads } = (await import(built)) as Threads;
    const read = scenario(file(name));
    const threads = new ReplicaThreads(2);
    try {
      const away = here.map((_, replication) =>
        threads.run({ scenario: read, policy: read.policy, seed: 1, replication }),
      );
      expect(await Promise.all(away)).toEqual(here);
    } finally {
      await threads.close();
    }
  });

  test("with another seed, and in every replication, draws other work and decides otherwise", () => {
    const other = replicas(name, 2);
    expect(new Set([...here, ...other].map((replica) => replica.drawn)).size).toBe(2 * REPLICATIONS);
    expect(new Set([...here, ...other].map((replica) => replica.digest)).size).toBe(2 * REPLICATIONS);
  });
});

test.each(["smoke.json", "failover.json"])("the command runs the replications of %s one by one", (name) => {
  const flags = ["--seed", "1", "--replications", String(REPLICATIONS), "--threads", "1"];
  const { runs } = simRun(file(name), flags);
  const { name: policy } = scenario(file(name)).policy;
  const plain = JSON.parse(JSON.stringify(combine(policy, 1, replicas(name, 1)))) as RunResult;
  expect(runs).toEqual([plain]);
});

test("--threads changes nothing in the document, where there is enough to do for threads to start", () => {
  const flags = ["--json", "--set", "stop.tasks=50000", "--replications", "4"];
  const [one, two, four] = ["1", "2", "4"].map(
    (threads) => sim(["run", "scenarios/mm1.json", ...flags, "--threads", threads]).stdout,
  );
  expect(JSON.parse(one!).runs[0].replications).toBe(4);
  expect(two).toBe(one);
  expect(four).toBe(one);
});

test("a replication does not depend on how many there are", () => {
  const digests = replicas("smoke.json", 7).map((replica) => replica.digest);
  const alone = runReplica({
    scenario: scenario(file("smoke.json")),
    policy: catalogue.make(scenario(file("smoke.json")).policy),
    seed: 7,
    replication: 1,
  });
  expect(alone.digest).toBe(digests[1]);
});

/**
 * These change only when decisions change. Then the version in package.json is bumped and CHANGELOG.md says why, and
 * `npx vitest run test/sim/determinism.test.ts -u` renews them.
 */
describe("the decisions of this version", () => {
  const digests = (name: string) => {
    const read = scenario(file(name));
    const { digest, drawn } = runReplica({
      scenario: read,
      policy: catalogue.make(read.policy),
      seed: read.seed,
      replication: 0,
    });
    return `decided ${digest}, drawn ${drawn}`;
  };

  test("on smoke.json", () => {
    expect(digests("smoke.json")).toMatchInlineSnapshot(`"decided 7f277b70b86f49e1, drawn 6b59cfc0130e7c2c"`);
  });

  test("on the first minutes of failover.json, with its crashes", () => {
    expect(digests("failover.json")).toMatchInlineSnapshot(
      `"decided be64f4f02e002fda, drawn 301deddc17c3b86f"`,
    );
  });
});
