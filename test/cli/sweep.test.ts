/** `sim sweep` and `sim merge` as a user runs them: the same result whoever ran which part when. */
import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { ResultDocument, SweepDocument } from "../../src/lab/result.ts";
import { SIM } from "../support/sim.ts";
import { Folder, shipped } from "./folder.ts";

const folder = new Folder();
const SMALL = [shipped("mmc"), "--set", "stop.tasks=500", "--set", "warmup.tasks=50"];
const AXES = ["--vary", "machines.0.count=95..105:5", "--policy", "fifo,edf", "--replications", "2"];
const SWEEP = [...SMALL, ...AXES, "--quiet"];
const RUNS = 3 * 2 * 2;

function sweep(...args: string[]): void {
  const { status, stderr } = folder.sim("sweep", ...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [SIM, "sweep", ...args], {
    cwd: folder.path,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Lines that are whole, without the head. */
function runsIn(name: string): number {
  return existsSync(folder.at(name)) ? folder.read(name).split("\n").length - 2 : 0;
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  return new Promise((resolve) => child.once("exit", (code) => resolve(code)));
}

beforeAll(() => sweep(...SWEEP, "--out", "whole", "--threads", "1"));

/** Long enough to be interrupted within. */
const SLOW = [...SWEEP, "--set", "stop.tasks=20000"];
beforeAll(() => sweep(...SLOW, "--out", "slow"));

describe("a sweep", () => {
  test("leaves a document with every point and policy, whose figures are those of sim run", () => {
    const document = folder.json<SweepDocument>("whole/sweep.json");
    expect(document).toMatchObject({
      version: 1,
      kind: "sweep",
      scenario: "mmc",
      design: "grid",
      axes: [{ path: "machines.0.count", values: [95, 100, 105] }],
      policies: ["fifo", "edf"],
      replications: 2,
    });
    expect(document.points.map(({ at }) => at)).toEqual([[95], [100], [105]]);
    const flags = ["--set", "machines.0.count=100", "--policy", "fifo,edf", "--replications", "2", "--json"];
    const alone = JSON.parse(folder.sim("run", ...SMALL, ...flags).stdout) as ResultDocument;
    const expected = alone.runs.map(({ policy, digest, events, metrics }) => ({
      policy,
      digest,
      events,
      metrics,
    }));
    expect(document.points[1]!.runs).toEqual(expected);
  });

  test("has one row a point and policy in its CSV, the figures asked for first", () => {
    const [header, ...rows] = folder.read("whole/sweep.csv").trimEnd().split("\n");
    expect(rows).toHaveLength(6);
    expect(header).toMatch(
      /^machines\.0\.count,policy,seed,replications,digest,events,wait\.mean,wait\.mean\.low,wait\.mean\.high,wait\.p99,/,
    );
    for (const row of rows) expect(row.split(",")).toHaveLength(header!.split(",").length);
  });

  test("on two threads is the same to the last byte", () => {
    sweep(...SWEEP, "--out", "threads", "--threads", "2");
    expect(folder.read("threads/sweep.json")).toBe(folder.read("whole/sweep.json"));
    expect(folder.read("threads/sweep.csv")).toBe(folder.read("whole/sweep.csv"));
  });

  test.each(["1", "2"])(
    "killed in the middle on %s threads goes on where it stopped, and is the same",
    async (threads) => {
      const out = `killed-${threads}`;
      const slow = [...SLOW, "--threads", threads];
      const child = start(...slow, "--out", out);
      while (runsIn(`${out}/runs.jsonl`) < 2 && child.exitCode === null) await sleep(5);
      child.kill("SIGKILL");
      await ended(child);
      const before = folder.read(`${out}/runs.jsonl`);
      const done = runsIn(`${out}/runs.jsonl`);
      expect(done).toBeGreaterThanOrEqual(2);
      expect(done).toBeLessThan(RUNS);
      expect(existsSync(folder.at(`${out}/sweep.json`))).toBe(false);
      // Killed within a line, as well.
      appendFileSync(folder.at(`${out}/runs.jsonl`), '{"point":2,"policy":1,"replication":3,"dig');
      sweep(...slow, "--out", out);
      const after = folder.read(`${out}/runs.jsonl`);
      expect(after.startsWith(before)).toBe(true);
      // A head, the torn line, and every run once.
      expect(after.trimEnd().split("\n")).toHaveLength(1 + 1 + RUNS);
      expect(folder.read(`${out}/sweep.json`)).toBe(folder.read("slow/sweep.json"));
    },
  );

  test("interrupted by Ctrl-C says how far it is, ends with 130, and goes on", async () => {
    const slow = [...SLOW, "--threads", "2", "--out", "interrupted"];
    const child = start(...slow);
    let said = "";
    child.stderr!.on("data", (data) => {
      said += data;
    });
    while (runsIn("interrupted/runs.jsonl") < 2 && child.exitCode === null) await sleep(5);
    child.kill("SIGINT");
    expect(await ended(child)).toBe(130);
    expect(said).toMatch(
      /^\nInterrupted: \d+ of 12 runs are in interrupted; the same command goes on from there\.\n$/,
    );
    sweep(...slow);
    expect(runsIn("interrupted/runs.jsonl")).toBe(RUNS);
  });

  test("that is complete is not run again, unless --fresh is asked for", () => {
    const before = folder.read("threads/runs.jsonl");
    sweep(...SWEEP, "--out", "threads");
    expect(folder.read("threads/runs.jsonl")).toBe(before);
    sweep(...SWEEP, "--out", "threads", "--fresh", "--threads", "1");
    expect(folder.read("threads/runs.jsonl").split("\n").sort()).toEqual(before.split("\n").sort());
    expect(folder.read("threads/runs.jsonl")).not.toBe("");
  });

  test("--json prints the document alone and writes nothing", () => {
    const before = folder.listing();
    const { status, stdout, stderr } = folder.sim("sweep", ...SMALL, ...AXES, "--json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toBe(folder.read("whole/sweep.json"));
    expect(folder.listing()).toEqual(before);
  });

  test("prints a table that fits 80 columns", () => {
    const rate = "tenants.0.workloads.0.arrivals.rate=80/s,90/s";
    const { stdout } = folder.sim("sweep", ...SMALL, ...AXES, "--vary", rate, "--out", "table");
    expect(stdout).toContain("a grid of 6 points, 2 policies, 2 replications, seed 1");
    expect(stdout).toMatch(/^ *95 {2}80\/s {2}fifo .* µs/m);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("samples a Latin hypercube, with whole numbers for counts, the same every time", () => {
    const args = [...SMALL, "--vary", "machines.0.count=92..120", "--sample", "5", "--json", "--seed", "3"];
    const ranges = ["--vary", "tenants.0.workloads.0.arrivals.rate=50/s..90/s"];
    const { stdout } = folder.sim("sweep", ...args, ...ranges);
    const document = JSON.parse(stdout) as SweepDocument;
    expect(document.design).toBe("latin-hypercube");
    expect(document.points).toHaveLength(5);
    for (const { at } of document.points) {
      expect(Number.isInteger(at[0])).toBe(true);
      expect(at[1]).toMatch(/^\d+\.?\d*\/s$/);
    }
    expect(folder.sim("sweep", ...args, ...ranges, "--threads", "1").stdout).toBe(stdout);
  });
});

describe("an experiment file", () => {
  const experiment = {
    name: "small",
    scenario: shipped("mmc"),
    set: { "stop.tasks": 500, "warmup.tasks": 50 },
    axes: { "machines.0.count": "95..105:5" },
    policies: ["fifo", "edf"],
    replications: 2,
  };

  test("makes the same sweep as flags do, and leaves behind a file that makes it again", () => {
    sweep(folder.write("small.json", experiment), "--quiet");
    expect(folder.read("reports/small/sweep.json")).toBe(folder.read("whole/sweep.json"));
    sweep("reports/small/experiment.json", "--out", "again", "--quiet");
    expect(folder.read("again/sweep.json")).toBe(folder.read("whole/sweep.json"));
  });

  test("has a JSON Schema that accepts it and the shipped one, and refuses what is not one", () => {
    const schema = JSON.parse(folder.sim("schema", "experiment").stdout) as Parameters<
      typeof z.fromJSONSchema
    >[0];
    const reader = z.fromJSONSchema(schema);
    expect(reader.safeParse(experiment).success).toBe(true);
    expect(reader.safeParse(JSON.parse(readFileSync("experiments/erlang.json", "utf8"))).success).toBe(true);
    expect(reader.safeParse({ ...experiment, axis: {} }).success).toBe(false);
    expect(reader.safeParse({ ...experiment, replications: 0 }).success).toBe(false);
  });

  test("with mistakes is answered with all of them, by path", () => {
    const wrong = { ...experiment, axis: {}, replications: "many", policies: [] };
    const { status, stderr } = folder.sim("sweep", folder.write("wrong.json", wrong));
    expect(status).toBe(2);
    expect(stderr).toContain("3 problems");
    expect(stderr).toMatch(/axis[\s\S]*Did you mean "axes"\?/);
    for (const path of ["replications", "policies"]) expect(stderr).toContain(`  ${path}: found`);
  });

  test("may be anywhere: paths in it start where it is", () => {
    folder.write("deep/policy.mjs", 'export default { name: "mine", rank: (task) => task.submittedAt };');
    folder.write("deep/mmc.json", readFileSync(shipped("mmc"), "utf8"));
    const moved = { ...experiment, scenario: "mmc.json", policies: ["./policy.mjs"], replications: 1 };
    sweep(folder.write("deep/moved.json", moved), "--quiet", "--out", "moved");
    sweep("moved/experiment.json", "--quiet", "--out", "moved-again");
    const [one, other] = ["moved", "moved-again"].map((name) =>
      folder.json<SweepDocument>(`${name}/sweep.json`),
    );
    expect(other!.points.map(({ runs }) => runs[0]!.digest)).toEqual(
      one!.points.map(({ runs }) => runs[0]!.digest),
    );
  });
});

describe("wrong input ends with 2 before any run:", () => {
  test.each([
    [["--vary", "machines.0.cuont=1,2"], /machines\[0\]\.cuont[\s\S]*Did you mean "count"\?/],
    [["--vary", "machines.0.count=1,2", "--shard", "3/2"], /such as 2\/8/],
    [["--vary", "machines.0.count=1,2", "--shard", "1/2", "--json"], /sim merge/],
    [["--vary", "machines.0.count=1,2", "--out", "taken"], /not a sweep's/],
  ])("%j", (args, message) => {
    folder.write("taken/thesis.txt", "mine");
    const before = folder.listing();
    const { status, stdout, stderr } = folder.sim("sweep", shipped("mmc"), ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(folder.listing()).toEqual(before);
  });

  test("a folder that holds the unfinished sweep of another experiment", () => {
    sweep(...SWEEP, "--shard", "1/2", "--out", "unfinished");
    const { status, stderr } = folder.sim("sweep", ...SWEEP, "--seed", "9", "--out", "unfinished");
    expect(status).toBe(2);
    expect(stderr).toContain("unfinished sweep of another experiment (mmc, 6 of 12 runs)");
    expect(stderr).toContain("--fresh");
  });
});

describe("shards", () => {
  beforeAll(() => {
    for (const i of [1, 2, 3])
      sweep(...SWEEP, "--shard", `${i}/3`, "--out", `part-${i}`, "--threads", String(i));
  });

  test("joined are the same as the whole, to the last byte", () => {
    const { status, stderr } = folder.sim(
      "merge",
      "part-3",
      "part-1/shard-1-of-3.jsonl",
      "part-2",
      "--out",
      "joined",
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(folder.read("joined/sweep.json")).toBe(folder.read("whole/sweep.json"));
    expect(folder.read("joined/sweep.csv")).toBe(folder.read("whole/sweep.csv"));
  });

  test("in one folder are taken in by a sweep there, which runs only what is missing", () => {
    for (const i of [1, 3]) sweep(...SWEEP, "--shard", `${i}/3`, "--out", "shared");
    sweep(...SWEEP, "--out", "shared");
    expect(runsIn("shared/runs.jsonl")).toBe(RUNS / 3);
    expect(folder.read("shared/sweep.json")).toBe(folder.read("whole/sweep.json"));
  });

  test("that are not all there are named by their points, with exit code 1 and no result", () => {
    const { status, stderr } = folder.sim("merge", "part-1", "part-3", "--out", "partial");
    expect(status).toBe(1);
    expect(stderr).toContain("4 of 12 runs are missing, at 3 of 3 points:");
    expect(stderr).toMatch(/machines\.0\.count=100: \d of 4 runs/);
    expect(stderr).toContain("Not here, of 3 shards: 2.");
    expect(existsSync(folder.at("partial"))).toBe(false);
  });

  test("of different experiments or versions are never mixed", () => {
    sweep(...SWEEP, "--seed", "2", "--shard", "2/3", "--out", "stranger");
    const { status, stderr } = folder.sim("merge", "part-1", "stranger", "part-3", "--out", "mixed");
    expect(status).toBe(2);
    expect(stderr).toMatch(/stranger\/shard-2-of-3\.jsonl[\s\S]*another experiment than part-1/);
    const older = folder.read("part-2/shard-2-of-3.jsonl").replace(/"tool":"[^"]*"/, '"tool":"0.0.9"');
    folder.write("older/shard-2-of-3.jsonl", older);
    const versions = folder.sim("merge", "part-1", "older", "part-3", "--out", "mixed");
    expect(versions.status).toBe(2);
    expect(versions.stderr).toContain("schedlab 0.0.9, another version");
    expect(existsSync(folder.at("mixed"))).toBe(false);
  });

  test("of nothing, or of files that hold something else, are refused by name", () => {
    folder.write("empty/readme.txt", "");
    for (const [args, message] of [
      [["nowhere"], "there is no such file or folder"],
      [["empty"], "there are no runs in it"],
      [["whole/sweep.csv"], "not a file of runs"],
      [["part-1/shard-1-of-3.jsonl", "part-2", "part-3"], "--out"],
    ] as const) {
      const { status, stderr } = folder.sim("merge", ...args);
      expect(status).toBe(2);
      expect(stderr.toLowerCase()).toContain(message.toLowerCase());
    }
  });
});
