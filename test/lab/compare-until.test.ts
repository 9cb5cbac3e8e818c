/** `--until`: how a precision is read, when it is reached, and what it takes to get there. */
import { describe, expect, test } from "vitest";
import { replicate, type Until } from "../../src/lab/compare/replicate.ts";
import { excess, nextReplications, type Precision, parsePrecision } from "../../src/lab/compare/until.ts";
import { studentQuantile } from "../../src/lab/student.ts";
import { queue } from "../support/queue.ts";
import { catalogue, scenario } from "../support/scenario.ts";
import { made } from "./compare-sample.ts";

const precision = (text: string) => parsePrecision(text) as Precision;

describe("a precision", () => {
  test.each([
    ["wait.p99:class:urgent ±5%", "wait.p99", "class:urgent", 0.05, true],
    ["wait.p99:class:urgent +-5%", "wait.p99", "class:urgent", 0.05, true],
    ["wait.mean+/-2.5 %", "wait.mean", "all", 0.025, true],
    ["wait.mean ±20ms", "wait.mean", "all", 0.02, false],
    ["wait.mean ±3", "wait.mean", "all", 3, false],
    ["cost ± 0.5", "cost", "all", 0.5, false],
    ["lateRatio:tenant:a b ±1%", "lateRatio", "tenant:a b", 0.01, true],
  ])("is read from %s", (text, metric, group, halfWidth, relative) => {
    expect(parsePrecision(text)).toEqual({ path: { metric, group }, halfWidth, relative });
  });

  test.each([
    ["wait.p99", "expected a figure and a precision"],
    ["±5%", "expected a figure and a precision"],
    ["wait.p99 ±0%", "above 0"],
    ["wait.p99 ±5parsecs", "no such unit"],
    ["cost ±5s", "found ±5s"],
    ["cost ±", "found ±"],
  ])("is refused in %s", (text, message) => {
    expect(parsePrecision(text)).toContain(message);
  });
});

describe("what is wide", () => {
  const one = made("one", { "wait.mean": [9, 11, 10, 10] });
  const two = made("two", { "wait.mean": [18, 22, 20, 20] });
  const half = studentQuantile(0.975, 3) * Math.sqrt(2 / 3 / 4);

  test("is the widest of the figures and of the differences, each as a share of its own", () => {
    // Of each figure half / 10; of the difference half / 10 of the baseline at 95%.
    expect(excess(precision("wait.mean ±5%"), one, [], 0.95)).toBeCloseTo(half / 10 / 0.05, 9);
    expect(excess(precision("wait.mean ±5%"), one, [two], 0.95)).toBeCloseTo(half / 10 / 0.05, 9);
    const wider = studentQuantile(0.995, 3) / studentQuantile(0.975, 3);
    expect(excess(precision("wait.mean ±5%"), one, [two], 0.99)).toBeCloseTo((wider * half) / 10 / 0.05, 9);
    expect(excess(precision("wait.mean ±500ms"), one, [two], 0.95)).toBeCloseTo((2 * half) / 0.5, 9);
  });

  test("is nothing for what never varies, and everything where there is no interval", () => {
    const none = made("none", { dead: [0, 0, 0] });
    expect(excess(precision("dead ±5%"), none, [none], 0.95)).toBe(0);
    expect(excess(precision("wait.mean ±5%"), made("x", { "wait.mean": [3] }), [], 0.95)).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  test("decides how many replications come next: never fewer than five more, never more than twice as many", () => {
    expect(nextReplications(10, 1.2, 1000)).toBe(15);
    expect(nextReplications(100, 1.2, 1000)).toBe(144);
    expect(nextReplications(10, 9, 1000)).toBe(20);
    expect(nextReplications(10, Number.POSITIVE_INFINITY, 1000)).toBe(20);
    expect(nextReplications(10, 9, 12)).toBe(12);
  });
});

describe("replications until a figure is known", () => {
  const read = scenario(
    queue({
      servers: 1,
      arrivals: { process: "poisson", rate: 0.5 },
      duration: { dist: "exponential", mean: "1s" },
      tasks: 400,
      warmup: 0,
    }),
  );
  const policies = ["fifo", "random"].map((name) => ({ name, parameters: {} }));
  const experiment = { scenario: read, policies, catalogue, seed: 1, replications: 4, threads: 1 };
  const until = (changes: Partial<Until>): Until => ({
    precision: precision("wait.mean ±10%"),
    baseline: "fifo",
    choice: { chosen: ["wait.mean"] },
    most: 500,
    budget: Number.POSITIVE_INFINITY,
    ...changes,
  });

  test("are added until it is, and are those that asking for as many gives", async () => {
    const done = await replicate(experiment, until({}));
    expect(done.ended).toBe("precise");
    expect(done.replications).toBeGreaterThan(10);
    expect(done.ending).toBe(
      `After ${done.replications} replications wait.mean is known to ±10%, and so is each difference`,
    );
    const [one, two] = done.policies;
    expect(excess(until({}).precision, one!, [two!], 0.95)).toBeLessThanOrEqual(1);
    const atOnce = await replicate({ ...experiment, replications: done.replications }, null);
    expect(atOnce.policies).toEqual(done.policies);
    expect(atOnce).toMatchObject({ ended: "replications", ending: "" });
  });

  test("end at the most that is allowed, and say how far that was from enough", async () => {
    const done = await replicate(experiment, until({ most: 9 }));
    expect(done).toMatchObject({ ended: "budget", replications: 9 });
    expect(done.ending).toMatch(
      /^After 9 replications, the most allowed \(--most\), wait.mean is not known to ±10%: /,
    );
    expect((await replicate(experiment, until({ most: 3 }))).replications).toBe(3);
  });

  test("end when no other fits into the time, and name the number that gives the same anywhere", async () => {
    // A clock on which each batch takes 4 s: after the first ten there is time for two more.
    let now = 0;
    const clock = () => now;
    const ticking = {
      ...experiment,
      onProgress: ({ done }: { done: number }) => {
        if (done === 1) now += 4000;
      },
    };
    const done = await replicate(ticking, until({ budget: 4900 }), clock);
    expect(done).toMatchObject({ ended: "budget", replications: 12 });
    expect(done.ending).toContain(
      "depends on the machine: the same result comes from --replications 12 anywhere",
    );
  });
});
