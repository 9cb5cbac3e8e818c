/**
 * Everything a run needs from its user, read and checked before any work: the scenario file, changes to it, the
 * policies. All that is wrong is reported at once.
 */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { type ChosenPolicy, PolicyCatalogue, policyKey } from "../lab/policy-files.ts";
import { readJson } from "../scenario/json-text.ts";
import { loadScenario } from "../scenario/load.ts";
import type { Scenario } from "../scenario/model.ts";
import { applyOverrides, type Override, parseOverride } from "../scenario/overrides.ts";
import { type Problem, problem, renderProblems } from "../scenario/problems.ts";
import { EXIT_INPUT, Failure } from "./failure.ts";

export interface InputOptions {
  /** Comma-separated; the scenario's own where absent. */
  readonly policy?: string;
  /** The flag that names them, for messages; --policy where absent. */
  readonly policyFlag?: string;
  readonly set?: readonly string[];
}

export interface Input {
  readonly text: string;
  /** The file's content, changes included. */
  readonly json: unknown;
  readonly scenario: Scenario;
  readonly policies: readonly ChosenPolicy[];
  readonly catalogue: PolicyCatalogue;
}

export async function readInput(file: string, options: InputOptions): Promise<Input> {
  const text = readText(file);
  const catalogue = new PolicyCatalogue();
  const problems: Problem[] = [];
  const names = [...new Set(options.policy?.split(",").map((name) => name.trim()))];
  for (const name of names) {
    const found = [...(await catalogue.load(name)), ...catalogue.check(name, {})];
    problems.push(...found.map((wrong) => ({ ...wrong, path: options.policyFlag ?? "--policy" })));
  }

  const overrides: Override[] = [];
  for (const given of options.set ?? []) {
    const parsed = parseOverride(given);
    if (parsed.ok) overrides.push(parsed.override);
    else problems.push(parsed.problem);
  }
  // A path in a file starts where the file is, so that a scenario and its policy can move together.
  const folder = dirname(file);
  const json = changed(text, overrides);
  const own = policyNameIn(json);
  if (own !== null) problems.push(...(await catalogue.load(own, folder)));
  const loaded = loadScenario(text, {
    overrides,
    policies: { check: (name, parameters) => catalogue.check(name, parameters, folder) },
  });
  if (!loaded.ok) problems.push(...loaded.problems);
  if (!loaded.ok || problems.length > 0) throw new Failure(EXIT_INPUT, renderProblems(file, problems));

  const { scenario } = loaded;
  const scenarioPolicy = { ...scenario.policy, folder };
  const policies =
    names.length === 0 ? [scenarioPolicy] : names.map((name) => parametersFor(name, scenarioPolicy));
  return { text, json, scenario, policies, catalogue };
}

/** A policy named on the command line keeps the scenario's parameters when it is the scenario's policy. */
function parametersFor(name: string, scenarioPolicy: ChosenPolicy): ChosenPolicy {
  const { parameters } = scenarioPolicy;
  return policyKey(name) === policyKey(scenarioPolicy.name, scenarioPolicy.folder)
    ? { name, parameters }
    : { name, parameters: {} };
}

/** A file of the user's; what stands in the way of reading it is a problem like any other. */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === "ENOENT"
        ? "there is no such file"
        : code === "EISDIR"
          ? "this is a folder, not a file"
          : `it cannot be read (${code})`;
    throw new Failure(EXIT_INPUT, renderProblems(file, [problem("", reason)]));
  }
}

function changed(text: string, overrides: readonly Override[]): unknown {
  const json = readJson(text);
  if (!json.ok) return null; // loadScenario says what is wrong with the text.
  applyOverrides(json.value, overrides);
  return json.value;
}

/** The policy that the scenario names: if that is a file, it has to be loaded before the scenario can be checked. */
function policyNameIn(json: unknown): string | null {
  const { policy } = Object(json) as { policy?: unknown };
  const name = typeof policy === "string" ? policy : (Object(policy) as { name?: unknown }).name;
  return typeof name === "string" ? name : null;
}
