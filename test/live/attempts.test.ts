import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readJournal } from "../../src/live/journal.ts";
import { runLive } from "../../src/live/run.ts";
import { effectFiles, eventually, optionsFor, processesIn, processesOf, query, setting } from "./harness.ts";
import { burst } from "./scenarios.ts";

const OUTCOMES = "SELECT status, attempts, failures FROM tasks";

describe("an agent that is killed", () => {
  test("loses its tasks to others, and no task is blamed", async () => {
    const here = setting(burst(4, { duration: "4s" }));
    const run = runLive(optionsFor(here));
    await eventually(() => processesOf(here.folder, "work").length === 4);
    process.kill(processesOf(here.folder, "agent")[0]!.pid, "SIGKILL");
    const { metrics, now } = await run;
    const rows = query<{ status: string; attempts: number; failures: number }>(here.folder, OUTCOMES);
    expect(rows.map(({ status, failures }) => [status, failures])).toEqual(Array(4).fill(["done", 0]));
    expect(rows.map(({ attempts }) => attempts).sort()).toEqual([1, 1, 2, 2]);
    expect(effectFiles(here.folder)).toHaveLength(4);
    expect(metrics.results(now).all!.done).toBe(4);
    const kinds = readJournal(here.folder).entries.map(({ input }) => input.kind);
    expect(kinds.filter((kind) => kind === "machine-down")).toHaveLength(2);
  });

  test("takes its attempts with it, although they are groups of their own", async () => {
    const here = setting(burst(4, { duration: "300s" }));
    const stop = new AbortController();
    const run = runLive(optionsFor(here, { signal: stop.signal }));
    await eventually(() => processesOf(here.folder, "work").length === 4);
    const agent = processesOf(here.folder, "agent")[0]!.pid;
    const children = processesOf(here.folder, "work").filter(({ pid }) => parentOf(pid) === agent);
    process.kill(agent, "SIGKILL");
    const left = () =>
      processesOf(here.folder, "work").filter(({ pid }) => children.some((c) => c.pid === pid));
    expect(children).toHaveLength(2);
    await eventually(() => left().length === 0);
    stop.abort();
    await expect(run).rejects.toThrow("interrupted");
  });
});

describe("an attempt", () => {
  test("that reaches its execution cap is killed for real", async () => {
    const here = setting(burst(2, { duration: "300s", executionCap: "1s", attempts: 3 }));
    const { metrics, now } = await runLive(optionsFor(here));
    expect(query(here.folder, OUTCOMES)).toEqual(
      Array.from({ length: 2 }, () => ({ status: "failed", attempts: 1, failures: 0 })),
    );
    expect(metrics.results(now).all!.capped).toBe(2);
    expect(processesOf(here.folder)).toEqual([]);
    expect(effectFiles(here.folder)).toEqual([]);
  });

  test("that fails is repeated as often as allowed, then its task is dead-lettered", async () => {
    const here = setting(burst(2, { duration: "100ms", failure: 1, attempts: 3 }));
    await runLive(optionsFor(here));
    expect(query(here.folder, OUTCOMES)).toEqual(
      Array.from({ length: 2 }, () => ({ status: "dead", attempts: 3, failures: 3 })),
    );
    expect(
      query(here.folder, "SELECT DISTINCT what FROM decisions WHERE what LIKE 'dead%' ORDER BY what"),
    ).toEqual([{ what: "deadLetter" }, { what: "deadLettered" }]);
    expect(effectFiles(here.folder)).toEqual([]);
  });

  test("runs the task's own script, with nothing of our environment", async () => {
    process.env.LIVE_TEST_SECRET = "hush";
    const here = setting(burst(1, { script: "env.sh" }));
    script(here.home, "env.sh", 'env > "out.$SCHEDLAB_TASK"');
    await runLive(optionsFor(here));
    const [task] = effectFiles(here.folder);
    const environment = readFileSync(join(here.home, `out.${task}`), "utf8");
    expect(environment).toContain(`SCHEDLAB_TASK=${task}`);
    expect(environment).not.toContain("hush");
    expect(query(here.folder, OUTCOMES)).toEqual([{ status: "done", attempts: 1, failures: 0 }]);
  });

  test("whose script ignores the polite signal is killed with all that it started", async () => {
    const here = setting(burst(1, { script: "stubborn.sh", executionCap: "2s" }));
    script(here.home, "stubborn.sh", "trap '' TERM\nsleep 301 & sleep 301\nsleep 301");
    const run = runLive(optionsFor(here));
    await eventually(() => processesIn(here.home).length === 4);
    await run;
    expect(query(here.folder, OUTCOMES)).toEqual([{ status: "failed", attempts: 1, failures: 0 }]);
    expect(processesIn(here.home)).toEqual([]);
  });

  test("whose script lies outside the scenario's folder is refused with the reason", async () => {
    const here = setting(burst(1, { script: "../../bin/true" }));
    await runLive(optionsFor(here));
    expect(query(here.folder, OUTCOMES)).toEqual([{ status: "failed", attempts: 1, failures: 1 }]);
    const ended = readJournal(here.folder).entries.find(({ input }) => input.kind === "ended");
    expect(ended?.input).toMatchObject({ reason: expect.stringContaining('".."') });
    expect(effectFiles(here.folder)).toEqual([]);
  });
});

function script(home: string, name: string, lines: string): void {
  writeFileSync(join(home, name), `#!/bin/sh\n${lines}\n`);
  chmodSync(join(home, name), 0o700);
}

function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]);
}
