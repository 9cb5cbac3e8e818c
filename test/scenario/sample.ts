/** A small scenario as the file's JSON, to be bent by each test, and short ways to load it. */
import { loadScenario, type PolicyChecker } from "../../src/scenario/load.ts";
import type { Scenario } from "../../src/scenario/model.ts";
import type { Override } from "../../src/scenario/overrides.ts";
import type { Problem } from "../../src/scenario/problems.ts";

export type Json = Record<string, unknown>;

export const anyPolicy: PolicyChecker = { check: () => [] };

export function job(changes: Json = {}): Json {
  return { class: "job", arrivals: { process: "poisson", rate: "10/s" }, duration: "1s", ...changes };
}

export function tenant(...workloads: Json[]): Json {
  return { name: "t", workloads };
}

export function sample(changes: Json = {}): Json {
  return {
    name: "sample",
    stop: { time: "1h" },
    tenants: [tenant(job())],
    machines: [{ name: "m", cpu: 4 }],
    ...changes,
  };
}

/** The model of a file that is right. */
export function load(file: unknown, overrides: readonly Override[] = []): Scenario {
  const loaded = loadScenario(JSON.stringify(file), { policies: anyPolicy, overrides });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems, null, 2));
  return loaded.scenario;
}

/** The problems of a file that is wrong; none where it is right. */
export function problemsOf(file: unknown, overrides: readonly Override[] = []): Problem[] {
  const loaded = loadScenario(JSON.stringify(file), { policies: anyPolicy, overrides });
  return loaded.ok ? [] : loaded.problems;
}

/** The problem of a file that has just one. */
export function problemOf(file: unknown, overrides: readonly Override[] = []): Problem {
  const problems = problemsOf(file, overrides);
  if (problems.length !== 1) throw new Error(`not one problem: ${JSON.stringify(problems, null, 2)}`);
  return problems[0]!;
}
