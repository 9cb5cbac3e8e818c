/** Scenarios for tests, written as in a file and read by the real loader. */
import { PolicyCatalogue } from "../../src/lab/policy-files.ts";
import { loadScenario } from "../../src/scenario/load.ts";
import type { Scenario } from "../../src/scenario/model.ts";
import { renderProblems } from "../../src/scenario/problems.ts";

export const catalogue = new PolicyCatalogue();

export function scenario(file: object): Scenario {
  const loaded = loadScenario(JSON.stringify(file), { policies: catalogue });
  if (!loaded.ok) throw new Error(renderProblems("test scenario", loaded.problems));
  return loaded.scenario;
}
