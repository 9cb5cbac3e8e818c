/** `--set path=value`. */
import { describe, expect, test } from "vitest";
import { parseOverride } from "../../src/scenario/overrides.ts";
import { load, problemOf, problemsOf, sample } from "./sample.ts";

function set(text: string) {
  const parsed = parseOverride(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return [parsed.override];
}

describe("reading", () => {
  test.each([
    ["machines.0.count=200", { path: "machines.0.count", value: 200 }],
    ["name=x", { path: "name", value: "x" }],
    ['name="5"', { path: "name", value: "5" }],
    ["stop.time=2h", { path: "stop.time", value: "2h" }],
    ['policy={"name":"top-k","k":3}', { path: "policy", value: { name: "top-k", k: 3 } }],
    ["description=a=b", { path: "description", value: "a=b" }],
    ["description=", { path: "description", value: "" }],
  ])("%s", (text, override) => {
    expect(parseOverride(text)).toEqual({ ok: true, override });
  });

  test.each(["machines.0.count", "=5", "a..b=1", ".a=1", "a.=1", "a[=1", "a[x]=1", "a b=1"])(
    "%s is refused",
    (text) => {
      expect(parseOverride(text)).toMatchObject({ ok: false, problem: { message: /^expected path=value/ } });
    },
  );
});

describe("setting", () => {
  test("dots and brackets both lead into lists", () => {
    expect(load(sample(), set("machines.0.count=3")).cluster.machines).toHaveLength(3);
    expect(load(sample(), set("machines[0].count=3")).cluster.machines).toHaveLength(3);
    expect(
      load(sample(), set("tenants[0].workloads.0.attempts=4")).workloads[0]!.tasks[0]!.template.attempts,
    ).toBe(4);
  });

  test("what the format has and the file has not is made on the way", () => {
    expect(load(sample(), set("control.batcher.every=5s")).cluster.control.batcher.every).toBe(5_000_000);
    expect(load(sample(), set('faults.0={"kind":"machine-crash","at":0}')).faults).toHaveLength(1);
    expect(load(sample(), set('plans["a.b"].limit=1/s')).cluster.plans[0]!.name).toBe("a.b");
  });

  test("later ones see what earlier ones did", () => {
    const overrides = [...set("policy=top-k"), ...set('policy={"name":"top-k"}'), ...set("policy.k=3")];
    expect(load(sample(), overrides).policy).toEqual({ name: "top-k", parameters: { k: 3 } });
  });

  test("a value that is set is judged as if it stood in the file", () => {
    expect(problemOf(sample(), set("machines.0.count=none"))).toEqual({
      path: "machines[0].count",
      found: '"none"',
      message: "expected a whole number from 1 to 1,000,000",
    });
  });

  test("a value given once does not change between files", () => {
    const value = { name: "top-k", k: { deep: 1 } };
    const first = load(sample(), [{ path: "policy", value }]);
    expect(first.policy.parameters.k).toEqual({ deep: 1 });
    expect(first.policy.parameters.k).not.toBe(value.k);
  });
});

describe("a path that leads nowhere", () => {
  test("a mistyped key gets the right one suggested", () => {
    expect(problemOf(sample(), set("machnes.0.count=3"))).toMatchObject({
      path: "machnes",
      suggestion: '"machines"',
    });
    expect(problemOf(sample(), set("control.bacher.every=3"))).toMatchObject({
      path: "control.bacher",
      suggestion: '"batcher"',
    });
  });

  test("a place past the end of a list", () => {
    expect(problemOf(sample(), set("machines.1.count=3"))).toEqual({
      path: "machines[1]",
      message: "leads nowhere: machines is a list of 1, numbered from 0",
    });
  });

  test("a name where a number is needed, with the number of that name", () => {
    expect(problemOf(sample(), set("machines.m.count=3"))).toMatchObject({
      path: "machines.m",
      suggestion: '"machines[0]"',
    });
    expect(problemOf(sample(), set("tenants.0.workloads.job.attempts=3"))).toMatchObject({
      suggestion: '"tenants[0].workloads[0]"',
    });
  });

  test("into what has no inside", () => {
    expect(problemOf(sample({ policy: "fifo" }), set("policy.k=3"))).toEqual({
      path: "policy.k",
      message: 'leads nowhere: policy is "fifo", so it has to be set as a whole',
    });
    expect(problemsOf(5, set("name=x"))).toContainEqual({
      path: "name",
      message: "leads nowhere: the file is 5, so it has to be set as a whole",
    });
  });

  test("into the machinery of JavaScript", () => {
    for (const key of ["__proto__", "constructor", "machines.0.constructor.prototype"]) {
      expect(problemsOf(sample(), set(`${key}.polluted=1`))).toHaveLength(1);
    }
    expect(problemOf(sample(), set('policy={"name":"fifo","__proto__":{"polluted":1}}'))).toEqual({
      path: "policy.__proto__",
      message: "unknown key",
    });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("is reported together with what else is wrong", () => {
    const overrides = [...set("machines.7.count=3"), ...set("seed=x")];
    expect(problemsOf(sample({ name: 5 }), overrides).map(({ path }) => path)).toEqual([
      "machines[7]",
      "name",
      "seed",
    ]);
  });
});
