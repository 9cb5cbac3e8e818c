/** A report as the input of a command: what it was made from, read and checked, so that it can be run again. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ChosenPolicy, PolicyCatalogue } from "../lab/policy-files.ts";
import type { ResultDocument } from "../lab/result.ts";
import { parseRunFile, type RecordedRun } from "../lab/run-file.ts";
import { loadScenario } from "../scenario/load.ts";
import type { Scenario } from "../scenario/model.ts";
import { nearest } from "../scenario/nearest.ts";
import { parseOverride } from "../scenario/overrides.ts";
import { renderProblems } from "../scenario/problems.ts";
import { EXIT_INPUT, Failure } from "./failure.ts";

export interface Report {
  /** The folder, also when a file in it was named. */
  readonly folder: string;
  readonly recorded: RecordedRun;
  readonly result: ResultDocument;
}

export function readReport(path: string): Report {
  const folder = existsSync(path) && !statSync(path).isDirectory() ? dirname(path) : path;
  if (!existsSync(folder)) throw new Failure(EXIT_INPUT, `${path}: there is no such folder`);
  const result = readJson(join(folder, RESULT)) as ResultDocument | null;
  if (result === null || !Array.isArray(result.runs))
    throw new Failure(EXIT_INPUT, `${folder}: this is not a report: it has no ${RESULT}`);
  const file = join(folder, RUN);
  if (!existsSync(file))
    throw new Failure(
      EXIT_INPUT,
      `${folder}: it has no ${RUN}, so it cannot be run again: it is of a live run or of an older version. Make a new one with sim run`,
    );
  const recorded = parseRunFile(readFileSync(file, "utf8"), folder);
  if (recorded === null)
    throw new Failure(EXIT_INPUT, `${file}: it is not as sim run wrote it. Make a new report with sim run`);
  return { folder, recorded, result };
}

/** The scenario as it was when the report was made. */
export function recordedScenario({ folder, recorded }: Report): Scenario {
  const overrides = recorded.set.flatMap((given) => {
    const parsed = parseOverride(given);
    return parsed.ok ? [parsed.override] : [];
  });
  // The policy was checked when the report was made, and is loaded by itself.
  const loaded = loadScenario(recorded.scenario, { overrides, policies: { check: () => [] } });
  if (!loaded.ok) throw new Failure(EXIT_INPUT, renderProblems(join(folder, RUN), loaded.problems));
  return loaded.scenario;
}

/** The policies, ready to be made. */
export async function loadPolicies(
  { folder }: Report,
  policies: readonly ChosenPolicy[],
  catalogue = new PolicyCatalogue(),
): Promise<PolicyCatalogue> {
  for (const { name, parameters, folder: from } of policies) {
    const problems = [...(await catalogue.load(name, from)), ...catalogue.check(name, parameters, from)];
    if (problems.length > 0) throw new Failure(EXIT_INPUT, renderProblems(join(folder, RUN), problems));
  }
  return catalogue;
}

/** Of the report's policies the one of this name; the first where none is named. */
export function choosePolicy(
  { recorded }: Report,
  name: string | undefined,
  flag = "--policy",
): ChosenPolicy {
  const { policies } = recorded;
  const names = policies.map((policy) => policy.name);
  const chosen = name === undefined ? policies[0] : policies.find((policy) => policy.name === name);
  if (chosen !== undefined) return chosen;
  const meant = nearest(name ?? "", names);
  const hint = meant === null ? "" : ` Did you mean ${meant}?`;
  throw new Failure(EXIT_INPUT, `${flag}: found ${name}; the report has ${names.join(", ")}.${hint}`);
}

const RUN = "run.json";
const RESULT = "result.json";

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null; // Whether it is missing or broken, it is not a report's.
  }
}
