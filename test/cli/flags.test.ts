/** What each flag of `sim run` changes, and what it leaves alone. */
import { beforeAll, describe, expect, test } from "vitest";
import type { ResultDocument, RunResult } from "../../src/lab/result.ts";
import { Folder, shipped, type TaskLine, taskLines } from "./folder.ts";

const folder = new Folder();

function runs(...args: string[]): readonly RunResult[] {
  const { status, stdout, stderr } = folder.sim("run", shipped("smoke"), "--json", ...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return (JSON.parse(stdout) as ResultDocument).runs;
}

function metric(run: RunResult, name: string): number {
  return run.metrics.all![name]!.mean;
}

let plain: RunResult;
beforeAll(() => {
  plain = runs()[0]!;
});

describe("--seed", () => {
  test("takes the place of the scenario's seed and changes what is drawn", () => {
    const other = runs("--seed", "77")[0]!;
    expect(other.seed).toBe(77);
    expect(other.drawn).not.toBe(plain.drawn);
    expect(other.digest).not.toBe(plain.digest);
  });

  test("with the scenario's own seed changes nothing", () => {
    expect(runs("--seed", String(plain.seed))).toEqual([plain]);
  });
});

describe("--replications", () => {
  test("gives each metric a mean inside its interval, and the pooled run another digest", () => {
    const run = runs("--replications", "5")[0]!;
    expect(run.replications).toBe(5);
    expect(run.digest).not.toBe(plain.digest);
    expect(run.events).toBeGreaterThan(4 * plain.events);
    let open = 0;
    for (const metrics of Object.values(run.metrics)) {
      for (const [name, { mean, low, high }] of Object.entries(metrics)) {
        expect(low, name).toBeTypeOf("number");
        expect(high, name).toBeTypeOf("number");
        expect(low!, name).toBeLessThanOrEqual(mean);
        expect(high!, name).toBeGreaterThanOrEqual(mean);
        if (low! < high!) open++;
      }
    }
    expect(open).toBeGreaterThan(50);
  });
});

describe("--set", () => {
  test("reaches any field, by dots or by brackets, in the order given", () => {
    const dotted = runs("--set", "machines.1.count=4", "--set", "stop.time=2s");
    const bracketed = runs(
      "--set",
      "machines[1].count=3",
      "--set",
      'machines[1]["count"]=4',
      "--set",
      'stop={"time":2}',
    );
    expect(dotted).toEqual(bracketed);
    expect(metric(dotted[0]!, "submitted")).toBeLessThan(metric(plain, "submitted"));
    expect(metric(dotted[0]!, "utilization.cpu")).toBeLessThan(metric(plain, "utilization.cpu"));
  });

  test("may add what the file leaves out, and choose the policy", () => {
    const [run] = runs("--set", "policy=top-k", "--set", "warmup.time=1s");
    expect(run!.policy).toBe("top-k");
    expect(metric(run!, "submitted")).toBeLessThan(metric(plain, "submitted"));
  });
});

describe("--policy", () => {
  test("with several names runs each on the same work", () => {
    const both = runs("--policy", "fifo,delay-tolerance");
    expect(both.map((run) => run.policy)).toEqual(["fifo", "delay-tolerance"]);
    expect(both[0]!.drawn).toBe(both[1]!.drawn);
    expect(both[0]!.digest).not.toBe(both[1]!.digest);
    expect(both[1]).toEqual(plain);
  });

  test("keeps the scenario's parameters for the scenario's own policy, and gives others their defaults", () => {
    const set = ["--set", 'policy={"name":"off-peak","placement":"worst-fit"}'];
    const own = runs(...set);
    const [named, fifo] = runs(...set, "--policy", "off-peak,fifo");
    expect(named).toEqual(own[0]);
    expect(fifo).toEqual(runs("--policy", "fifo")[0]);
  });

  test("named twice runs once", () => {
    expect(runs("--policy", "fifo, fifo").map((run) => run.policy)).toEqual(["fifo"]);
  });
});

describe("--tasks", () => {
  let run: RunResult;
  let lines: TaskLine[];
  beforeAll(() => {
    // Half of the attempts fail, so that there are second and third ones, and tasks that give up.
    const flaky = ["--set", "tenants.0.workloads.1.failure=0.5"];
    const files = ["--tasks", "tasks.csv", "--timeline", "timeline.json"];
    run = runs("--policy", "delay-tolerance,fifo", ...flaky, ...files)[0]!;
    lines = taskLines(folder.read("tasks.csv")).filter((line) => line.policy === "delay-tolerance");
  });

  test("begins with the columns that programs rely on", () => {
    expect(folder.read("tasks.csv").split("\n")[0]).toMatch(
      /^id,tenant,class,status,submitted,started,ended,wait,response,attempts,machine(,\w+)*$/,
    );
  });

  test("has one row for each admitted task of each policy, each with an id of its own", () => {
    expect(lines).toHaveLength(metric(run, "admitted"));
    expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
    const fifo = taskLines(folder.read("tasks.csv")).filter((line) => line.policy === "fifo");
    expect(fifo.map((line) => line.id).sort()).toEqual(lines.map((line) => line.id).sort());
  });

  test("has times that add up, and agree with the statistics", () => {
    const number = (line: TaskLine, column: string) => Number(line[column]);
    for (const line of lines) {
      expect(number(line, "wait")).toBeCloseTo(number(line, "started") - number(line, "submitted"), 6);
      expect(number(line, "response")).toBeCloseTo(number(line, "ended") - number(line, "submitted"), 6);
      expect(number(line, "ended")).toBeGreaterThan(number(line, "started"));
      expect(["small-1", "small-2", "large"]).toContain(line.machine);
    }
    for (const status of ["done", "dead"])
      expect(lines.filter((line) => line.status === status)).toHaveLength(metric(run, status));
    expect(metric(run, "dead")).toBeGreaterThan(0);
    const mean = (column: string) =>
      lines.reduce((total, line) => total + number(line, column), 0) / lines.length;
    expect(mean("wait")).toBeCloseTo(metric(run, "wait.mean"), 6);
    expect(mean("response")).toBeCloseTo(metric(run, "response.mean"), 6);
    expect(mean("attempts")).toBeGreaterThan(1);
    expect(mean("attempts")).toBeCloseTo(metric(run, "attempts.mean"), 9);
    expect(lines.filter((line) => line.late === "true")).toHaveLength(metric(run, "late"));
  });

  test("--timeline is a trace-event file with every attempt of the first policy", () => {
    const { traceEvents } = folder.json<{ traceEvents: { ph: string; dur?: number; args?: object }[] }>(
      "timeline.json",
    );
    const attempts = traceEvents.filter((event) => event.ph === "X");
    const expected = lines.reduce((total, line) => total + Number(line.attempts), 0);
    expect(attempts).toHaveLength(expected);
    const ids = new Set(lines.map((line) => line.id));
    for (const { args, dur } of attempts) {
      expect(ids).toContain((args as { task: string }).task);
      expect(dur).toBeGreaterThan(0);
    }
  });
});

test("watching a run does not change it", () => {
  expect(runs("--tasks", "watched.csv", "--timeline", "watched.json")).toEqual([plain]);
});
