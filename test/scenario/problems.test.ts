/** Problems as people read them. */
import { expect, test } from "vitest";
import { joinPath, problem, renderProblems, showFound } from "../../src/scenario/problems.ts";
import { job, problemsOf, sample, tenant } from "./sample.ts";

test("a path reads as it would in code", () => {
  expect(joinPath(["tenants", 0, "workloads", 1, "arrivals", "rate"])).toBe(
    "tenants[0].workloads[1].arrivals.rate",
  );
  expect(joinPath(["plans", "pay as you go", "limit"])).toBe('plans["pay as you go"].limit');
  expect(joinPath(["plans", "a-b"])).toBe("plans.a-b");
  expect(joinPath([])).toBe("");
});

test("what was found is shortened to fit a line", () => {
  expect(showFound({ a: "x".repeat(100) })).toHaveLength(60);
  expect(showFound(undefined)).toBeUndefined();
});

test("absent details leave no trace", () => {
  expect(problem(["a"], "wrong")).toEqual({ path: "a", message: "wrong" });
  expect(problem("a", "wrong", { found: undefined, suggestion: null })).toEqual({
    path: "a",
    message: "wrong",
  });
});

test("a report has a paragraph of at most two lines for each problem", () => {
  const file = sample({
    sed: 4,
    tenants: [tenant(job({ arrivals: { process: "poison", rate: "90/s" }, duration: "5sec", trace: "x" }))],
    machines: [],
  });
  const text = renderProblems("bad.json", problemsOf(file));
  expect(text).toMatchInlineSnapshot(`
    "bad.json: 5 problems

      tenants[0].workloads[0].arrivals.process: found "poison"
        Expected one of poisson, fixed, uniform, batch, mmpp, diurnal, closed, trace. Did you mean "poisson"?

      tenants[0].workloads[0].duration: found "5sec"
        No such unit as "sec"; expected a duration such as "15us", "250ms", "5s", "10m", "2h", "1d", or a number of seconds. Did you mean "5s"?

      tenants[0].workloads[0].trace
        Not modelled yet; leave it out.

      machines: found []
        Needs at least one machine.

      sed: found 4
        Unknown key; allowed here: $schema, name, description, seed, start, stop, warmup, plans, tiers, tenants, machines, policy, control, isolation, faults. Did you mean "seed"?"
  `);
  const [, ...paragraphs] = text.split("\n\n");
  for (const paragraph of paragraphs) expect(paragraph.split("\n").length).toBeLessThanOrEqual(2);
});

test("one problem is not two", () => {
  expect(renderProblems("x.json", [{ path: "", message: "odd" }])).toBe(
    "x.json: 1 problem\n\n  the file\n    Odd.",
  );
});
