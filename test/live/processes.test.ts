import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { runLive } from "../../src/live/run.ts";
import {
  doneTasks,
  effectFiles,
  eventually,
  optionsFor,
  processesOf,
  query,
  setting,
  spawnRun,
} from "./harness.ts";
import { burst } from "./scenarios.ts";

describe("no process is left", () => {
  test("after a normal end", async () => {
    const here = setting(burst(3, { duration: "200ms" }));
    await runLive(optionsFor(here));
    expect(processesOf(here.folder)).toEqual([]);
    expect(existsSync(socketFolder(here.folder))).toBe(false);
  });

  test("after an abort, and the run can be resumed", async () => {
    const here = setting(burst(6, { duration: "3s" }));
    const stop = new AbortController();
    const run = runLive(optionsFor(here, { signal: stop.signal }));
    await eventually(() => processesOf(here.folder, "work").length === 4);
    stop.abort();
    await expect(run).rejects.toMatchObject({ name: "AbortError", code: "ABORTED" });
    expect(processesOf(here.folder)).toEqual([]);
    expect(existsSync(socketFolder(here.folder))).toBe(false);
    await runLive(optionsFor(here, { resume: true }));
    expect(doneTasks(here.folder)).toHaveLength(6);
    expect(effectFiles(here.folder)).toEqual(doneTasks(here.folder));
    expect(query(here.folder, "SELECT sum(failures) AS failures FROM tasks")).toEqual([{ failures: 0 }]);
  });

  test("after an abort before the agents have joined", async () => {
    const here = setting(burst(1, {}));
    const stop = new AbortController();
    const run = runLive(optionsFor(here, { signal: stop.signal }));
    stop.abort();
    await expect(run).rejects.toMatchObject({ code: "ABORTED" });
    expect(processesOf(here.folder)).toEqual([]);
    await runLive(optionsFor(here, { resume: true }));
    expect(doneTasks(here.folder)).toHaveLength(1);
  });

  test("after SIGTERM", async () => {
    const here = setting(burst(4, { duration: "300s" }));
    const run = spawnRun(here, false);
    await run.until(({ running }) => running === 4);
    await eventually(() => processesOf(here.folder, "work").length === 4);
    run.child.kill("SIGTERM");
    const { code, errors } = await run.ended;
    expect(errors).toContain("ABORTED");
    expect(code).toBe(1);
    expect(processesOf(here.folder)).toEqual([]);
  });
});

function socketFolder(folder: string): string {
  return dirname(query<{ socket: string }>(folder, "SELECT socket FROM run")[0]!.socket);
}
