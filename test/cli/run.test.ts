/** `sim run` as its user meets it: what stands on the screen and in the folder afterwards. */
import { existsSync, readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { ResultDocument } from "../../src/lab/result.ts";
import type { Finished } from "../support/sim.ts";
import { Folder, shipped } from "./folder.ts";

const ANSI = "\u001b[";
const folder = new Folder();

describe("sim run smoke.json", () => {
  let run: Finished;
  let json: Finished;
  beforeAll(() => {
    run = folder.sim("run", shipped("smoke"));
    json = folder.sim("run", shipped("smoke"), "--json");
  });

  test("ends well and says nothing on stderr, where only a terminal would see progress", () => {
    expect(run).toMatchObject({ status: 0, stderr: "" });
  });

  test("prints a table that fits 80 columns and has no colour in a pipe", () => {
    const lines = run.stdout.split("\n");
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
    expect(run.stdout).not.toContain(ANSI);
    for (const name of ["smoke", "delay-tolerance", "notify", "flaky", "build", "test", "index", "app", "ci"])
      expect(run.stdout).toContain(name);
  });

  test("ends with the path of the report's page, which exists", () => {
    const last = run.stdout.trimEnd().split("\n").at(-1)!;
    expect(last).toBe("Report: reports/smoke/index.html");
    expect(existsSync(folder.at(last.replace("Report: ", "")))).toBe(true);
  });

  test("writes a report in every form, and nothing else", () => {
    expect(readdirSync(folder.at("reports/smoke")).sort()).toEqual([
      "attempts.csv",
      "digests.json",
      "index.html",
      "metrics.csv",
      "result.json",
      "run.json",
      "timeline.csv",
      "waits.csv",
    ]);
    expect(readdirSync(folder.path)).toEqual(["reports"]);
    expect(readdirSync(folder.at("reports"))).toEqual(["smoke"]);
    expect(folder.read("reports/smoke/index.html")).toMatch(/^<!doctype html>/i);
    for (const name of ["metrics", "waits", "timeline"])
      expect(folder.read(`reports/smoke/${name}.csv`).split("\n").length).toBeGreaterThan(5);
  });

  test("puts into result.json, byte for byte, what --json prints", () => {
    expect(json).toMatchObject({ status: 0, stderr: "" });
    expect(folder.read("reports/smoke/result.json")).toBe(json.stdout);
  });

  test("gives a document with the fields that programs rely on", () => {
    const document = JSON.parse(json.stdout) as ResultDocument;
    expect(document).toMatchObject({ version: 1, scenario: "smoke", world: "virtual" });
    expect(document.runs).toHaveLength(1);
    const run = document.runs[0]!;
    expect(run).toMatchObject({ policy: "delay-tolerance", replications: 1 });
    expect(run.digest).toMatch(/^[0-9a-f]{16}$/);
    expect(run.events).toBeGreaterThan(50);
    expect(Object.keys(run.metrics)).toEqual(
      expect.arrayContaining(["all", "class:notify", "class:test", "tenant:app", "tenant:ci"]),
    );
    const counts =
      "submitted rejected admitted done failed dead cancelled capped late duplicates lost lateRatio rejectedRatio";
    const spread = ["wait", "response", "slowdown"].flatMap((name) =>
      ["mean", "p50", "p95", "p99", "max"].map((part) => `${name}.${part}`),
    );
    const rest = "utilization.cpu queue.mean queue.max attempts.mean makespan fairness cost";
    expect(Object.keys(run.metrics.all!)).toEqual(
      expect.arrayContaining([...counts.split(" "), ...spread, ...rest.split(" ")]),
    );
  });

  test("with one replication gives means without an interval", () => {
    const document = JSON.parse(json.stdout) as ResultDocument;
    for (const metrics of Object.values(document.runs[0]!.metrics)) {
      for (const [name, { mean, low, high }] of Object.entries(metrics))
        expect([name, typeof mean, low, high]).toEqual([name, "number", null, null]);
    }
  });
});

describe("where output goes", () => {
  const other = new Folder();

  test("--json prints one document and writes no report", () => {
    const { status, stdout } = other.sim("run", shipped("smoke"), "--json");
    expect(status).toBe(0);
    expect(stdout.startsWith("{\n")).toBe(true);
    expect(stdout.endsWith("\n}\n")).toBe(true);
    expect(JSON.parse(stdout)).toMatchObject({ scenario: "smoke" });
    expect(other.listing()).toEqual([]);
  });

  test("--json with --out writes the report too, and still prints nothing but the document", () => {
    const { stdout } = other.sim("run", shipped("smoke"), "--json", "--out", "deep/er/mine");
    expect(other.read("deep/er/mine/result.json")).toBe(stdout);
    expect(readdirSync(other.at("deep/er"))).toEqual(["mine"]);
  });

  test("--quiet prints nothing and writes the report", () => {
    const run = other.sim("run", shipped("smoke"), "--quiet", "--out", "quiet");
    expect(run).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(other.json<ResultDocument>("quiet/result.json").scenario).toBe("smoke");
  });

  test("a second run replaces the report of the first", () => {
    other.sim("run", shipped("smoke"), "--quiet", "--out", "quiet", "--seed", "8");
    expect(other.json<ResultDocument>("quiet/result.json").runs[0]!.seed).toBe(8);
    expect(readdirSync(other.at("quiet"))).toHaveLength(8);
  });

  test("--tasks and --timeline may go into the report's folder, old or new", () => {
    for (const seed of ["1", "2"]) {
      const flags = ["--out", "with", "--tasks", "with/tasks.csv", "--timeline", "with/timeline.json"];
      const run = other.sim("run", shipped("smoke"), "--quiet", "--seed", seed, ...flags);
      expect(run).toEqual({ status: 0, stdout: "", stderr: "" });
      expect(other.json<ResultDocument>("with/result.json").runs[0]!.seed).toBe(Number(seed));
      expect(readdirSync(other.at("with")).sort()).toEqual([
        "attempts.csv",
        "digests.json",
        "index.html",
        "metrics.csv",
        "result.json",
        "run.json",
        "tasks.csv",
        "timeline.csv",
        "timeline.json",
        "waits.csv",
      ]);
    }
    expect(other.listing().filter((name) => name.includes("partial"))).toEqual([]);
  });
});
