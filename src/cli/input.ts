/**
 * Everything a run needs from its user, read and checked before any work: the scenario file, changes to it, the
 * policies. All that is wrong is reported at once.
 */
import { readFileSync } from "node:fs";
import { type ChosenPolicy, PolicyCatalogue } from "../lab/policy-files.ts";
import { loadScenario } from "../scenario/load.ts";
import type { Scenario } from "../scenario/model.ts";
import { type Override, parseOverride } from "../scenario/overrides.ts";
import { type Problem, problem, renderProblems } from "../scenario/problems.ts";
import { EXIT_INPUT, Failure } from "./failure.ts";

export interface InputOptions {
  /** Comma-separated; the scenario's own where absent. */
  readonly policy?: string;
  readonly set?: readonly string[];
}

export interface Input {
  readonly text: string;
  readonly scenario: Scenario;
  readonly policies: readonly ChosenPolicy[];
  readonly catalogue: PolicyCatalogue;
}

export async function readInput(file: string, options: InputOptions): Promise<Input> {
  const text = readText(file);
  const catalogue = new PolicyCatalogue();
  const problems: Problem[] = [];
  const names = options.policy?.split(",").map((name) => name.trim()) ?? [];
  for (const name of [...names, ...policyFileOf(text)]) problems.push(...(await catalogue.load(name)));
  for (const name of names)
    problems.push(...catalogue.check(name, {}).map((found) => ({ ...found, path: "--policy" })));

  const overrides: Override[] = [];
  for (const given of options.set ?? []) {
    const parsed = parseOverride(given);
    if (parsed.ok) overrides.push(parsed.override);
    else problems.push(parsed.problem);
  }
  const loaded = loadScenario(text, { overrides, policies: catalogue });
  if (!loaded.ok) problems.push(...loaded.problems);
  if (!loaded.ok || problems.length > 0) throw new Failure(EXIT_INPUT, renderProblems(file, problems));

  const { scenario } = loaded;
  const policies =
    names.length === 0 ? [scenario.policy] : names.map((name) => parametersFor(name, scenario));
  return { text, scenario, policies, catalogue };
}

/** A policy named on the command line keeps the scenario's parameters when it is the scenario's policy. */
function parametersFor(name: string, scenario: Scenario): ChosenPolicy {
  return name === scenario.policy.name ? scenario.policy : { name, parameters: {} };
}

function readText(file: string): string {
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

/** The scenario's policy if it is a file: it has to be loaded before the scenario can be checked. */
function policyFileOf(text: string): string[] {
  try {
    const { policy } = JSON.parse(text) as { policy?: string | { name?: string } };
    const name = typeof policy === "string" ? policy : policy?.name;
    return typeof name === "string" ? [name] : [];
  } catch {
    return []; // loadScenario says what is wrong with the text.
  }
}
