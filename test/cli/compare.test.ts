/** `sim compare` as its user meets it. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { ResultDocument } from "../../src/lab/result.ts";
import { type Finished, SIM } from "../support/sim.ts";
import { Folder, shipped } from "./folder.ts";

const folder = new Folder();

describe("sim compare smoke.json", () => {
  let run: Finished;
  let document: ResultDocument;
  beforeAll(() => {
    run = folder.sim("compare", shipped("smoke"), "--policies", "fifo,top-k");
    document = folder.json<ResultDocument>("reports/smoke-compare/result.json");
  });

  test("ends well, in 80 columns, without colour, and with the path of the report", () => {
    expect(run).toMatchObject({ status: 0, stderr: "" });
    const lines = run.stdout.trimEnd().split("\n");
    expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
    expect(run.stdout).not.toContain("\u001b[");
    expect(lines.at(-1)).toBe("Report: reports/smoke-compare/index.html");
    expect(existsSync(folder.at("reports/smoke-compare/index.html"))).toBe(true);
  });

  test("says in sentences what was found, and of what it cannot tell", () => {
    const text = run.stdout.replace(/\s+/g, " ");
    expect(text).toContain("2 policies on the same work, 10 replications each, seed 3.");
    expect(text).toMatch(/• top-k, compared with fifo, cuts the .* by \d+%/);
    expect(text).toContain("the two cannot be told apart");
    expect(text).toMatch(/Pairing: without it, .* \d+(\.\d+)? times as many replications/);
    expect(text).toContain("Warning: These percentiles rest on too few tasks");
  });

  test("writes a report with the comparison in every form, and what it takes to make it again", () => {
    expect(readdirSync(folder.at("reports/smoke-compare")).sort()).toEqual([
      "comparison.csv",
      "digests.json",
      "index.html",
      "metrics.csv",
      "result.json",
      "run.json",
      "timeline.csv",
      "waits.csv",
    ]);
    const rows = folder.read("reports/smoke-compare/comparison.csv").trimEnd().split("\n");
    const { metrics } = document.comparison!;
    expect(rows).toHaveLength(1 + metrics.length);
    expect(rows[0]).toMatch(/^metric,better,policy,against,difference,low,high,/);
    expect(folder.json<object>("reports/smoke-compare/run.json")).toMatchObject({
      seed: 3,
      replications: 10,
    });
  });

  test("has in its document each policy on the same work, the comparison and the warnings", () => {
    const { runs, comparison, warnings } = document;
    expect(runs.map(({ policy, replications }) => [policy, replications])).toEqual([
      ["fifo", 10],
      ["top-k", 10],
    ]);
    expect(new Set(runs.map(({ drawn }) => drawn)).size).toBe(1);
    expect(comparison).toMatchObject({ baseline: "fifo", confidence: 0.95, ended: "replications" });
    expect(comparison!.comparisons).toBe(comparison!.metrics.length);
    for (const { path, pairs } of comparison!.metrics) {
      const [metric, ...group] = path.split(":");
      const mean = (i: number) => runs[i]!.metrics[group.join(":") || "all"]![metric!]!.mean;
      expect(pairs).toHaveLength(1);
      expect(pairs[0]!.difference.mean).toBeCloseTo(mean(1) - mean(0), 9);
    }
    expect(warnings!.map(({ kind }) => kind)).toContain("few-samples");
  });

  test("gives the same document for the same question, whatever the number of threads", () => {
    const args = ["compare", shipped("smoke"), "--policies", "fifo,top-k", "--json"];
    const one = folder.sim(...args, "--threads", "1");
    expect(one).toMatchObject({ status: 0, stderr: "" });
    expect(one.stdout).toBe(folder.read("reports/smoke-compare/result.json"));
    expect(folder.sim(...args, "--threads", "2").stdout).toBe(one.stdout);
  });

  test("can be asked about one of its tasks", () => {
    const story = folder.sim("explain", "reports/smoke-compare", "1", "--policy", "top-k");
    expect(story).toMatchObject({ status: 0, stderr: "" });
    expect(story.stdout).toContain("Told from a run with the digest of the report");
  });
});

describe("questions", () => {
  const ask = (...args: string[]) => {
    const { status, stdout, stderr } = folder.sim("compare", shipped("smoke"), "--json", ...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return JSON.parse(stdout) as ResultDocument;
  };

  test("--metrics and --baseline choose what is compared, and with what", () => {
    const { comparison } = ask(
      ...["--policies", "fifo,top-k,edf", "--baseline", "edf", "--replications", "5"],
      ...["--metrics", "wait.p99:class:notify, done ,done"],
    );
    expect(comparison!.metrics.map(({ path }) => path)).toEqual(["wait.p99:class:notify", "done"]);
    expect(comparison!.comparisons).toBe(4);
    for (const { pairs } of comparison!.metrics)
      expect(pairs.map(({ policy, against }) => [policy, against])).toEqual([
        ["fifo", "edf"],
        ["top-k", "edf"],
      ]);
    expect(comparison!.metrics[1]!.pairs[0]!.verdict).toBe("equal");
  });

  test("--until adds replications, and gives what asking for as many gives", () => {
    const question = ["--policies", "fifo,top-k", "--metrics", "wait.mean"];
    const until = ask(...question, "--until", "wait.mean +-12%", "--replications", "3");
    const n = until.runs[0]!.replications;
    expect(n).toBeGreaterThan(10);
    expect(until.comparison).toMatchObject({ ended: "precise" });
    const asked = ask(...question, "--replications", String(n));
    expect(until.runs).toEqual(asked.runs);
    expect(until.comparison!.metrics).toEqual(asked.comparison!.metrics);
  });

  test("--most ends it, and the document says that it was not enough", () => {
    const { comparison, runs } = ask(
      ...["--policies", "fifo,top-k", "--metrics", "wait.mean"],
      ...["--until", "wait.mean ±0.1%", "--most", "7", "--replications", "5"],
    );
    expect(runs[0]!.replications).toBe(7);
    expect(comparison).toMatchObject({ ended: "budget" });
    expect(comparison!.ending).toContain("After 7 replications, the most allowed");
  });

  test("of many policies are answered with the best in each figure, or that there is none", () => {
    const { stdout } = folder.sim(
      ...["compare", shipped("smoke"), "--policies", "fifo,top-k,edf,random,srpt", "--out", "many"],
    );
    expect(stdout).toContain("Best in each figure");
    expect(stdout.replace(/\s+/g, " ")).toContain("no winner: ");
    expect(stdout.split("\n").filter((line) => [...line].length > 80)).toEqual([]);
  });
});

describe("what is wrong is said before any run, all of it at once", () => {
  test.each([
    [
      ["--policies", "fifo"],
      ["--policies: found fifo; a comparison takes two or more, such as delay-tolerance,fifo."],
    ],
    [
      ["--policies", "fifo,topk"],
      ['--policies: found "topk"', "Did you mean top-k?"],
    ],
    [
      ["--policies", "fifo,top-k", "--baseline", "top-q"],
      ["--baseline: found top-q", "Did you mean top-k?"],
    ],
    [
      [
        "--policies",
        "fifo,top-k",
        "--metrics",
        "wait.p9,cost:class:notify,wait.p99:notify,wait.p99:class:notfy",
      ],
      [
        'there is no metric "wait.p9"; did you mean wait.p95? There are submitted',
        "cost is known of the whole run only, not of class:notify.",
        'there is no group "notify"; did you mean wait.p99:class:notify?',
        'there is no group "class:notfy"; did you mean wait.p99:class:notify?',
      ],
    ],
    [
      ["--policies", "fifo,top-k", "--until", "wait.p98 ±5%"],
      ["--until: there is no metric", "wait.p9"],
    ],
    [["--policies", "fifo,top-k", "--until", "wait.p99"], ["--until: expected a figure and a precision"]],
    [["--policies", "fifo,top-k", "--most", "5"], ["--most bounds --until, which is not given"]],
    [
      ["--policies", "fifo,top-k", "--until", "wait.p99 ±5%", "--budget", "soon"],
      ["--budget: found soon: expected a duration"],
    ],
    [["--policies", "fifo,top-k", "--replications", "0"], ["It must be a whole number from 1 on"]],
    [[], ["required option '--policies <names>' not specified"]],
  ])("%j", (args, messages) => {
    const other = new Folder();
    const { status, stdout, stderr } = other.sim("compare", shipped("smoke"), ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    for (const message of messages) expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
    expect(other.listing()).toEqual([]);
  });
});

test("Ctrl-C leaves nothing half-written", async () => {
  const other = new Folder();
  const args = ["compare", shipped("mmc"), "--policies", "fifo,random", "--set", "stop.tasks=50000000"];
  const child = spawn(process.execPath, [SIM, ...args], { cwd: other.path });
  let stderr = "";
  child.stderr.on("data", (data) => {
    stderr += data;
  });
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  while (!existsSync(other.at("reports")) && child.exitCode === null) await sleep(20);
  await sleep(200);
  child.kill("SIGINT");
  expect(await closed).toBe(130);
  expect(stderr).toContain("Interrupted: nothing was written.");
  expect(other.listing()).toEqual([]);
});
