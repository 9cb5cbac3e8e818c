/** What is wrong with a sweep is said before it begins, all of it, with what is allowed. */
import { describe, expect, test } from "vitest";
import { Failure } from "../../src/cli/failure.ts";
import { readSweepInput, type SweepInputOptions } from "../../src/cli/sweep-input.ts";
import { Folder, shipped } from "./folder.ts";

const folder = new Folder();

async function refusal(file: string, options: SweepInputOptions): Promise<string> {
  try {
    await readSweepInput(file, options);
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    expect((error as Failure).exitCode).toBe(2);
    return (error as Failure).message;
  }
  throw new Error("it was accepted");
}

const COUNT = "machines.0.count=100,200";

describe("a sweep is refused", () => {
  test.each<[string, SweepInputOptions, RegExp]>([
    [
      "for a field that does not exist, with the nearest name",
      { vary: ["machines.0.cuont=1,2"] },
      /machines\[0\]\.cuont[\s\S]*"count"\?/,
    ],
    ["for a place in a list that is not there", { vary: ["machines.9.count=1,2"] }, /a list of 1/],
    [
      "for a value that the field does not take, at the point where it stands",
      { vary: ["machines.0.count=100,-5"] },
      /found -5[\s\S]*\(at machines\.0\.count=-5\)/,
    ],
    ["for a range without a step", { vary: ["machines.0.count=1..9"] }, /1 problem[\s\S]*--sample/],
    ["for a field varied twice", { vary: [COUNT, "machines.0.count=3"] }, /varied twice/],
    ["for the seed as an axis", { vary: ["seed=1,2"] }, /--replications/],
    ["for policies as an axis", { vary: ["policy=fifo,edf"] }, /--policy a,b/],
    ["for a policy that is not there", { vary: [COUNT], policy: "fifoo" }, /--policy[\s\S]*mean fifo\?/],
    [
      "for more runs than anybody means",
      { vary: ["machines.0.count=1..99999:1"], replications: 11 },
      /1099989 runs/,
    ],
    [
      "for a figure that does not exist, with the nearest name",
      { vary: [COUNT], metrics: "wait.p98,wait.p99:class:jb,utilization.cpu" },
      /2 problems[\s\S]*wait\.p98[\s\S]*mean wait\.p95\?[\s\S]*mean wait\.p99:class:job\?/,
    ],
    ["without anything to vary", {}, /nothing to vary/],
    [
      "with every problem at once",
      { vary: ["a=", "machines.0.count=9..1:1"], set: ["nonsense"] },
      /3 problems/,
    ],
  ])("%s", async (_, options, message) => {
    expect(await refusal(shipped("mmc"), options)).toMatch(message);
  });

  test("when its experiment names another experiment in place of a scenario", async () => {
    const axes = { "machines.0.count": [1, 2] };
    folder.write("inner.json", { scenario: "x.json", axes });
    const file = folder.write("outer.json", { scenario: "inner.json", axes });
    expect(await refusal(file, {})).toMatch(/scenario: found "inner\.json"[\s\S]*not a scenario/);
  });
});

describe("a sweep that is well-formed", () => {
  test("knows by the field whether a range has whole numbers only", async () => {
    const { sweep } = await readSweepInput(shipped("mmc"), {
      vary: ["machines.0.count=100..200", "tenants.0.weight=1..3", "machines.0.speed=1..2"],
      sample: 4,
    });
    expect(sweep.plan.axes.map((axis) => "integral" in axis && axis.integral)).toEqual([true, false, false]);
  });

  test("has a fingerprint that follows what it runs, and not how it was written", async () => {
    const print = async (options: SweepInputOptions, file = shipped("mmc")) =>
      (await readSweepInput(file, options)).sweep.fingerprint;
    const one = await print({ vary: [COUNT] });
    expect(await print({ vary: ["machines.0.count=100..200:100"] })).toBe(one);
    expect(await print({ vary: [COUNT], metrics: "cost" })).toBe(one);
    const file = folder.write("mmc.json", {
      scenario: shipped("mmc"),
      axes: { "machines.0.count": [100, 200] },
    });
    expect(await print({}, file)).toBe(one);
    const others = [{ seed: 2 }, { replications: 2 }, { policy: "edf" }, { set: ["stop.tasks=100000"] }];
    const prints = await Promise.all(others.map((other) => print({ vary: [COUNT], ...other })));
    expect(new Set([one, ...prints]).size).toBe(1 + others.length);
  });

  test("keeps the scenario's parameters for the policy that it names", async () => {
    const { sweep } = await readSweepInput(shipped("mmc"), {
      vary: ["policy.boost=10,20"],
      set: ['policy={"name":"top-k"}'],
      policy: "top-k,fifo",
    });
    const chosen = sweep.policiesAt(sweep.scenarioAt(1));
    expect(chosen.map(({ name, parameters }) => [name, parameters])).toEqual([
      ["top-k", { boost: 20 }],
      ["fifo", {}],
    ]);
  });
});
