/** The pool of threads: any scenarios, in any order, and what happens when one fails or all are given up. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, expect, test } from "vitest";
import { runReplica } from "../../src/lab/replica.ts";
import type { Scenario } from "../../src/scenario/model.ts";
import { catalogue, scenario } from "../support/scenario.ts";
import { temporaryFolder } from "../support/sim.ts";

type Threads = typeof import("../../src/lab/threads.ts");
type RunnerModule = typeof import("../../src/lab/runner.ts");

// Threads load built code.
const { ReplicaThreads } = (await import(pathToFileURL(resolve("dist/lab/threads.js")).href)) as Threads;
const { Runner } = (await import(pathToFileURL(resolve("dist/lab/runner.js")).href)) as RunnerModule;

const smoke = JSON.parse(readFileSync("scenarios/smoke.json", "utf8")) as { machines: object[] };
const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const pool of opened.splice(0)) await pool.close();
});

function pool(count: number, signal?: AbortSignal): InstanceType<Threads["ReplicaThreads"]> {
  const threads = new ReplicaThreads(count, signal);
  opened.push(threads);
  return threads;
}

function withMachines(count: number): Scenario {
  return scenario({ ...smoke, machines: [{ name: "m", count, cpu: 4, memory: "16GiB" }] });
}

const alone = (one: Scenario, replication: number) =>
  runReplica({ scenario: one, policy: catalogue.make(one.policy), seed: 5, replication });

test("runs more scenarios than a thread keeps, going back and forth, as each would run alone", async () => {
  const scenarios = Array.from({ length: 12 }, (_, i) => withMachines(i + 1));
  const jobs = [0, 1].flatMap((replication) => scenarios.map((one) => ({ one, replication })));
  const threads = pool(2);
  const results = await Promise.all(
    jobs.map(({ one, replication }) =>
      threads.run({ scenario: one, policy: one.policy, seed: 5, replication }),
    ),
  );
  expect(results).toEqual(jobs.map(({ one, replication }) => alone(one, replication)));
});

test("a run that fails rejects alone, with its code, and the thread goes on with the next", async () => {
  const one = withMachines(2);
  writeFileSync(
    join(folder, "broken.mjs"),
    'export default { name: "broken", rank() { throw new Error("no rank today"); } };',
  );
  const threads = pool(1);
  const broken = threads.run({
    scenario: one,
    policy: { name: "./broken.mjs", parameters: {}, folder },
    seed: 5,
    replication: 0,
  });
  const whole = threads.run({ scenario: one, policy: one.policy, seed: 5, replication: 0 });
  await expect(broken).rejects.toMatchObject({
    code: "POLICY",
    message: expect.stringContaining("no rank today"),
  });
  expect(await whole).toEqual(alone(one, 0));
});

test.each([1, 2])(
  "with %d threads, a signal rejects what runs and what waits, with its reason",
  async (threads) => {
    const endless = scenario({
      ...(JSON.parse(readFileSync("scenarios/mm1.json", "utf8")) as object),
      stop: { tasks: 1e9 },
      warmup: { tasks: 1 },
    });
    const abort = new AbortController();
    const runner = new Runner({ threads, catalogue, signal: abort.signal });
    opened.push(runner);
    const reason = new Error("enough");
    const jobs = [0, 1, 2].map((replication) =>
      runner.run({ scenario: endless, policy: endless.policy, seed: 1, replication }, () =>
        abort.abort(reason),
      ),
    );
    const settled = await Promise.allSettled(jobs);
    expect(settled).toEqual([0, 1, 2].map(() => ({ status: "rejected", reason })));
  },
);

test("a runner on this thread and one on threads give the same results and report the same end", async () => {
  const one = withMachines(3);
  const outcomes = [1, 2].map(async (threads) => {
    const runner = new Runner({ threads, catalogue });
    opened.push(runner);
    const ends: number[][] = [];
    const results = await Promise.all(
      [0, 1, 2].map((replication) =>
        runner.run({ scenario: one, policy: one.policy, seed: 5, replication }, (done, events) => {
          if (done === 1) ends[replication] = [done, events];
        }),
      ),
    );
    return { results, ends };
  });
  const [here, away] = await Promise.all(outcomes);
  expect(away).toEqual(here);
  expect(here!.ends.map(([, events]) => events)).toEqual(here!.results.map(({ events }) => events));
});
