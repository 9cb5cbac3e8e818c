import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { readJournal } from "../../src/live/journal.ts";
import { replay } from "../../src/live/replay.ts";
import { Replica } from "../../src/live/replica.ts";
import { COLUMNS } from "../../src/live/round-writer.ts";
import { runLive } from "../../src/live/run.ts";
import {
  doneTasks,
  effectFiles,
  eventually,
  killed,
  optionsFor,
  policyNamed,
  processesOf,
  query,
  type Setting,
  setting,
  spawnRun,
} from "./harness.ts";
import { burst, demanding, mixed } from "./scenarios.ts";

describe("a coordinator that is killed and started again", () => {
  test("ends every accepted task, applies no effect twice, and contradicts no decision", async () => {
    const here = setting(mixed);
    const first = spawnRun(here, false);
    await first.until(({ ended }) => ended >= 3);
    await killed(first);
    const second = spawnRun(here, true);
    await second.until(({ running, submitted }) => running >= 2 && submitted >= 15);
    await killed(second);
    // Once more at no particular moment.
    const third = spawnRun(here, true);
    await sleep(400);
    await killed(third);
    const accepted = query<{ task: string }>(
      here.folder,
      "SELECT task FROM decisions WHERE what = 'accepted'",
    );
    const { metrics, now, digest } = await runLive(optionsFor(here, { resume: true }));

    const all = metrics.results(now).all!;
    const rows = query<{ id: string; status: string }>(here.folder, "SELECT id, status FROM tasks");
    const ids = new Set(rows.map(({ id }) => id));
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.every(({ task }) => ids.has(task))).toBe(true);
    expect(rows).toHaveLength(all.submitted!);
    expect(rows.filter(({ status }) => status !== "done" && status !== "dead")).toEqual([]);
    expectEffectsOnce(here);
    expectStoreAgrees(here, "fifo");
    const journal = readJournal(here.folder);
    expect(replay(journal, here.scenario, policyNamed("fifo"))).toEqual({
      decisions: journal.decisions.length,
      differing: [],
      digest,
    });
  });

  test("knows what was saved, confirmed and paused, and that an agent was away", async () => {
    const here = setting(demanding);
    const first = spawnRun(here, false, "srpt");
    await first.until(({ running }) => running === 4);
    await eventually(() => query(here.folder, "SELECT id FROM tasks WHERE progress > 0").length >= 2);
    process.kill(processesOf(here.folder, "agent")[0]!.pid, "SIGKILL");
    await eventually(() => kindsIn(here).has("machine-up") && query(here.folder, PAUSED).length > 0);
    await killed(first);
    const second = spawnRun(here, true, "srpt");
    await sleep(1000);
    await killed(second);
    const policy = policyNamed("srpt");
    const { digest } = await runLive(optionsFor(here, { resume: true, policy, policyName: "srpt" }));

    for (const kind of ["confirmed", "checkpointed", "machine-silent", "machine-down", "machine-up"])
      expect(kindsIn(here)).toContain(kind);
    const rows = query<{ status: string; failures: number; attempts: number; losses: number }>(
      here.folder,
      "SELECT * FROM tasks",
    );
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["done"]));
    expect(rows.some(({ losses }) => losses > 0)).toBe(true);
    expect(rows.every(({ failures }) => failures === 0)).toBe(true);
    expectEffectsOnce(here);
    expect(replay(readJournal(here.folder), here.scenario, policy)).toMatchObject({ differing: [], digest });
    expectStoreAgrees(here, "srpt");
  });

  test("finds its agents again: what ran meanwhile is neither lost nor run a second time", async () => {
    const here = setting(burst(4, { duration: "4s" }));
    const first = spawnRun(here, false);
    await first.until(({ running }) => running === 4);
    await eventually(() => processesOf(here.folder, "work").length === 4);
    await expect(runLive(optionsFor(here, { resume: true }))).rejects.toMatchObject({ code: "RUN_IN_USE" });
    const before = processesOf(here.folder).map(({ pid }) => pid);
    await killed(first);
    expect(processesOf(here.folder).map(({ pid }) => pid)).toEqual(before);
    await runLive(optionsFor(here, { resume: true }));
    expect(query(here.folder, "SELECT attempts, token FROM tasks")).toEqual(
      Array.from({ length: 4 }, () => ({ attempts: 1, token: 1 })),
    );
    expectEffectsOnce(here);
  });

  test("takes the results that came while it was away", async () => {
    const here = setting(burst(4, { duration: "2s" }));
    const first = spawnRun(here, false);
    await first.until(({ running }) => running === 4);
    await eventually(() => processesOf(here.folder, "work").length === 4);
    await killed(first);
    await eventually(() => processesOf(here.folder, "work").length === 0);
    expect(doneTasks(here.folder)).toEqual([]);
    expect(effectFiles(here.folder)).toHaveLength(4);
    await runLive(optionsFor(here, { resume: true }));
    expect(query(here.folder, "SELECT max(attempts) AS most FROM tasks")).toEqual([{ most: 1 }]);
    expectEffectsOnce(here);
  });

  test("goes on with new agents when the old ones are gone too, and blames no task for it", async () => {
    const here = setting(burst(4, { duration: "2s", executionCap: "3s" }));
    const first = spawnRun(here, false);
    await first.until(({ running }) => running === 4);
    await killed(first);
    for (const { pid } of processesOf(here.folder, "agent")) process.kill(pid, "SIGKILL");
    // Longer than the cap: the time in which nobody ran the tasks must not count against them.
    await sleep(1600);
    expect(processesOf(here.folder)).toEqual([]);
    await runLive(optionsFor(here, { resume: true }));
    expect(query(here.folder, "SELECT status, attempts, failures FROM tasks")).toEqual(
      Array.from({ length: 4 }, () => ({ status: "done", attempts: 2, failures: 0 })),
    );
    expectEffectsOnce(here);
  });

  test("refuses to go on from a record that does not follow from its journal", async () => {
    const here = setting(burst(2, { duration: "50ms" }));
    await runLive(optionsFor(here));
    query(here.folder, "UPDATE decisions SET subject = 3 WHERE kind = 'start'");
    await expect(runLive(optionsFor(here, { resume: true }))).rejects.toMatchObject({
      code: "REPLAY_DIFFERS",
    });
  });
});

const PAUSED = "SELECT seq FROM decisions WHERE kind = 'stop' AND what = 'paused'";

function kindsIn({ folder }: Setting): Set<string> {
  return new Set(
    query<{ kind: string }>(folder, "SELECT DISTINCT kind FROM journal").map(({ kind }) => kind),
  );
}

/** The table of tasks holds what a replay of the journal saves, row by row and column by column. */
function expectStoreAgrees({ folder, scenario }: Setting, policyName: string): void {
  const replica = new Replica(scenario, policyNamed(policyName), scenario.seed);
  const rows = new Map<string, unknown[]>();
  for (const { tick, input } of readJournal(folder).entries) {
    if (input.kind !== "settle") replica.feed(tick, input);
    else replica.settle(tick);
    for (const row of replica.outbox.take().saves)
      rows.set(
        row.id,
        COLUMNS.map(([, value]) => value(row)),
      );
  }
  const names = COLUMNS.map(([name]) => name);
  const stored = query<Record<string, unknown>>(folder, "SELECT * FROM tasks ORDER BY id");
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.map((row) => names.map((name) => row[name]))).toEqual(
    [...rows.keys()].sort().map((id) => rows.get(id)),
  );
  expect(Object.keys(stored[0]!).sort()).toEqual([...names].sort());
}

function expectEffectsOnce({ folder }: Setting): void {
  const stored = query<{ key: string; token: number }>(folder, "SELECT key, token FROM effects ORDER BY key");
  expect(stored.map(({ key }) => key)).toEqual(doneTasks(folder));
  expect(effectFiles(folder)).toEqual(doneTasks(folder));
  for (const { key, token } of stored) {
    // By the attempt that was taken for the task's success, or by an earlier one whose report was lost.
    expect(Number(readFileSync(`${folder}/effects/${key}`, "utf8"))).toBeLessThanOrEqual(token);
  }
}
