/**
 * From the text of a scenario file to the model, or to all its problems at once. Pure: reading the file, and
 * knowing which policies there are, is the caller's part.
 */
import { crossCheck } from "./checks.ts";
import { removeHiddenKeys } from "./hidden-keys.ts";
import { parseShape } from "./issues.ts";
import { readJson } from "./json-text.ts";
import type { Scenario } from "./model.ts";
import { applyOverrides, type Override } from "./overrides.ts";
import type { Problem } from "./problems.ts";
import { resolve } from "./resolve.ts";
import { scenarioFile } from "./schema.ts";

export interface LoadOptions {
  /** `--set`, applied in order before the file is checked. */
  readonly overrides?: readonly Override[];
  readonly policies: PolicyChecker;
}

export interface PolicyChecker {
  /** What is wrong with this choice. Paths are relative to the policy: empty for its name, else a parameter's. */
  check(name: string, parameters: Readonly<Record<string, unknown>>): Problem[];
}

export type Loaded =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: Problem[] };

export function loadScenario(text: string, options: LoadOptions): Loaded {
  const json = readJson(text);
  if (!json.ok) return { ok: false, problems: [json.problem] };
  const problems = applyOverrides(json.value, options.overrides ?? []);
  problems.push(...removeHiddenKeys(json.value));
  const shape = parseShape(scenarioFile, json.value);
  if (!shape.ok) return { ok: false, problems: [...problems, ...shape.problems] };
  const file = shape.value;
  problems.push(...crossCheck(file));
  for (const found of options.policies.check(file.policy.name, file.policy.parameters)) {
    problems.push({ ...found, path: underPolicy(found.path) });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, scenario: resolve(file) };
}

function underPolicy(path: string): string {
  if (path === "" || path === "policy" || path.startsWith("policy.")) return path || "policy";
  return path.startsWith("[") ? `policy${path}` : `policy.${path}`;
}
