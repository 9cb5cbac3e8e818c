/** Ctrl-C, a closed pipe, tasks that never end: what is left behind, and what the exit code says. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { SIM } from "../support/sim.ts";
import { Folder, shipped, taskLines } from "./folder.ts";

const folder = new Folder();
const ENDLESS = [shipped("mmc"), "--set", "stop.tasks=50000000", "--set", "warmup.tasks=1000"];

interface Interrupted {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly childrenLeft: boolean;
}

/** Runs `sim run` until `begun` holds, then sends the signal to it alone. */
async function interrupted(
  args: string[],
  signal: NodeJS.Signals,
  begun: () => boolean,
): Promise<Interrupted> {
  // In a process group of its own, so that a child left behind would still be in it.
  const child = spawn(process.execPath, [SIM, "run", ...args], { cwd: folder.path, detached: true });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (data) => {
    stdout += data;
  });
  child.stderr.on("data", (data) => {
    stderr += data;
  });
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  while (!begun() && child.exitCode === null) await sleep(20);
  child.kill(signal);
  // One that does not listen is ended by force, which shows as a code of null.
  const force = setTimeout(() => child.kill("SIGKILL"), 20_000);
  const code = await closed;
  clearTimeout(force);
  return { code, stdout, stderr, childrenLeft: groupLives(child.pid!) };
}

function groupLives(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

/** Of the file with this in its name, finished or not; 0 when there is none. */
function sizeOf(part: string): number {
  const name = readdirSync(folder.path).find((name) => name.includes(part));
  return name === undefined ? 0 : statSync(folder.at(name)).size;
}

/** Something has been written to it, so that the run is under way. */
function written(part: string): boolean {
  return sizeOf(part) > 0;
}

describe("Ctrl-C", () => {
  test("in a run with all outputs ends it with 130, a word, and no trace", async () => {
    const before = folder.listing();
    const outputs = ["--out", "deep/report", "--tasks", "tasks.csv", "--timeline", "timeline.json"];
    const run = await interrupted([...ENDLESS, ...outputs], "SIGINT", () => written("tasks.csv"));
    expect(run).toEqual({
      code: 130,
      stdout: "",
      stderr: "\nInterrupted: nothing was written.\n",
      childrenLeft: false,
    });
    expect(folder.listing()).toEqual(before);
  });

  test("with replications on threads leaves no report and no process", async () => {
    const before = folder.listing();
    // Short replications and very many of them: the first is soon over, and threads run the others.
    const args = [shipped("mm1"), "--set", "stop.tasks=30000", "--replications", "20000", "--threads", "2"];
    const started = Date.now();
    const begun = () =>
      readdirSync(folder.path).some((name) => name.includes("report")) && Date.now() - started > 1500;
    const run = await interrupted([...args, "--out", "report"], "SIGINT", begun);
    expect(run).toMatchObject({ code: 130, stdout: "", childrenLeft: false });
    expect(folder.listing()).toEqual(before);
  });

  test("is heard in replications that nobody watches and that run on one thread", async () => {
    const before = folder.listing();
    const args = [shipped("mm1"), "--set", "stop.tasks=60000", "--replications", "20000", "--threads", "1"];
    // Only the first replication writes rows: when they no longer come, it is over.
    let rows = 0;
    let since = Date.now();
    const begun = () => {
      const size = sizeOf("tasks.csv");
      if (size !== rows) since = Date.now();
      rows = size;
      return rows > 0 && Date.now() - since > 1000;
    };
    const run = await interrupted([...args, "--out", "report", "--tasks", "tasks.csv"], "SIGINT", begun);
    expect(run).toMatchObject({ code: 130, stdout: "", childrenLeft: false });
    expect(folder.listing()).toEqual(before);
  });

  test("leaves an older report and an older task file as they were", async () => {
    folder.sim("run", shipped("smoke"), "--quiet", "--out", "older", "--tasks", "older.csv");
    const before = folder.listing();
    const [result, rows] = [folder.read("older/result.json"), folder.read("older.csv")];
    const begun = () => written("older.csv.");
    await interrupted([...ENDLESS, "--out", "older", "--tasks", "older.csv"], "SIGINT", begun);
    expect(folder.listing()).toEqual(before);
    expect([folder.read("older/result.json"), folder.read("older.csv")]).toEqual([result, rows]);
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s does the same and exits with %d", async (signal, code) => {
    const before = folder.listing();
    const run = await interrupted([...ENDLESS, "--tasks", "tasks.csv"], signal, () => written("tasks.csv"));
    expect(run).toMatchObject({ code, stdout: "", childrenLeft: false });
    expect(folder.listing()).toEqual(before);
  });
});

test("a reader that stops reading, as head does, is no error", () => {
  const policies = "fifo,delay-tolerance,top-k,off-peak";
  const command = `"$0" "$1" run "$2" --json --set stop.time=10m --policy ${policies} | head -n 1; echo "\${PIPESTATUS[0]}"`;
  const args = ["-c", command, process.execPath, SIM, shipped("failover")];
  const { stdout, stderr } = spawnSync("bash", args, { encoding: "utf8", cwd: folder.path });
  expect({ stdout, stderr }).toEqual({ stdout: "{\n0\n", stderr: "" });
});

describe("tasks that can never end", () => {
  const run = () =>
    folder.sim(
      "run",
      folder.write("doomed.json", {
        name: "doomed",
        stop: { tasks: 20 },
        tenants: [
          {
            name: "t",
            workloads: [{ class: "job", arrivals: { process: "fixed", every: "1s" }, duration: "500ms" }],
          },
        ],
        machines: [{ name: "m", cpu: 1 }],
        faults: [{ kind: "machine-crash", at: "9700ms" }],
      }),
      "--out",
      "doomed",
      "--tasks",
      "doomed.csv",
    );

  test("are named, the exit code is 1, and the report is there to look at", () => {
    const { status, stdout, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^fifo: 10 accepted tasks never ended/);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(stdout).toContain("Report: doomed/index.html");
    expect(existsSync(folder.at("doomed/index.html"))).toBe(true);
  });

  test("have rows too, without an end", () => {
    const rows = taskLines(folder.read("doomed.csv"));
    expect(rows).toHaveLength(20);
    const lost = rows.filter((row) => row.ended === "");
    expect(lost).toHaveLength(10);
    for (const row of lost) expect([row.status, row.response]).toEqual(["waiting", ""]);
  });
});

test.skipIf(!existsSync("/usr/bin/script"))(
  "on a terminal there is progress while it runs, and colour in the table",
  () => {
    const args = `run "${shipped("mmc")}" --set stop.tasks=2000000`;
    const { stdout } = spawnSync("script", ["-qec", `"${process.execPath}" "${SIM}" ${args}`, "/dev/null"], {
      encoding: "utf8",
      cwd: folder.path,
      env: { ...process.env, NO_COLOR: undefined },
    });
    expect(stdout).toMatch(/█.* \d+ %.* events\/s.* left/);
    expect(stdout).toContain("\u001b[");
  },
);
