/** `sim explain`: runs what a report was made from again, and tells what happened to one task of it. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { explain as explainTask } from "../lab/explain/explain.ts";
import { type ChosenPolicy, PolicyCatalogue } from "../lab/policy-files.ts";
import type { ResultDocument, RunResult } from "../lab/result.ts";
import { parseRunFile, type RecordedRun } from "../lab/run-file.ts";
import { renderStory } from "../report/story.ts";
import { loadScenario } from "../scenario/load.ts";
import type { Scenario } from "../scenario/model.ts";
import { nearest } from "../scenario/nearest.ts";
import { parseOverride } from "../scenario/overrides.ts";
import { renderProblems } from "../scenario/problems.ts";
import { EXIT_FAILED, EXIT_INPUT, Failure } from "./failure.ts";
import { VERSION } from "./version.ts";

export interface ExplainOptions {
  readonly policy?: string;
  readonly json?: boolean;
}

export async function explain(path: string, task: string, options: ExplainOptions): Promise<void> {
  const report = existsSync(path) && !statSync(path).isDirectory() ? dirname(path) : path;
  const { recorded, result } = readReport(report);
  const policy = choose(recorded.policies, options.policy);
  const scenario = read(report, recorded);
  const catalogue = new PolicyCatalogue();
  const problems = await catalogue.load(policy.name, policy.folder);
  if (problems.length > 0) throw new Failure(EXIT_INPUT, renderProblems(join(report, RUN), problems));

  const told = explainTask({ scenario, policy: () => catalogue.make(policy), seed: recorded.seed }, task);
  if (!told.ok)
    throw new Failure(
      EXIT_INPUT,
      `${task}: there is no such task under ${policy.name}; ${told.reason}.\n${HOW}`,
    );
  const { story, digest } = told;
  const expected = result.runs.find((run) => run.policy === policy.name);
  const matches = expected !== undefined && firstDigest(expected) === digest;
  const { stdout } = process;
  if (options.json) {
    const document = { version: 1, policy: policy.name, seed: recorded.seed, digest, matches, story };
    stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  } else {
    const color = stdout.isTTY === true && process.env["NO_COLOR"] === undefined;
    stdout.write(renderStory(story, policy.name, { color, width: Math.min(stdout.columns ?? 80, 120) }));
    if (matches) stdout.write(`\nTold from a run with the digest of the report, ${digest}.\n`);
  }
  if (matches) return;
  process.stderr.write(`${different(recorded, expected, digest)}\n`);
  process.exitCode = EXIT_FAILED;
}

const RUN = "run.json";
const RESULT = "result.json";
const HOW = [
  "A task is named by its id or the beginning of it, or by the number of its row:",
  "sim run … --tasks tasks.csv lists both. A submission that was refused has no id:",
  "refused:<n> is the n-th.",
].join("\n");

function readReport(report: string): { readonly recorded: RecordedRun; readonly result: ResultDocument } {
  const result = readJson(join(report, RESULT)) as ResultDocument | null;
  if (result === null || !Array.isArray(result.runs))
    throw new Failure(EXIT_INPUT, `${report}: this is not a report: it has no ${RESULT}`);
  const file = join(report, RUN);
  if (!existsSync(file))
    throw new Failure(
      EXIT_INPUT,
      `${report}: it has no ${RUN}, so it cannot be run again: it is of a live run or of an older version. Make a new one with sim run`,
    );
  const recorded = parseRunFile(readFileSync(file, "utf8"), report);
  if (recorded === null)
    throw new Failure(EXIT_INPUT, `${file}: it is not as sim run wrote it. Make a new report with sim run`);
  return { recorded, result };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null; // Whether it is missing or broken, it is not a report's.
  }
}

function choose(policies: readonly ChosenPolicy[], name: string | undefined): ChosenPolicy {
  const names = policies.map((policy) => policy.name);
  const chosen = name === undefined ? policies[0] : policies.find((policy) => policy.name === name);
  if (chosen !== undefined) return chosen;
  const meant = nearest(name ?? "", names);
  const hint = meant === null ? "" : ` Did you mean ${meant}?`;
  throw new Failure(EXIT_INPUT, `--policy: found ${name}; the report has ${names.join(", ")}.${hint}`);
}

function read(report: string, { scenario, set }: RecordedRun): Scenario {
  const overrides = set.flatMap((given) => {
    const parsed = parseOverride(given);
    return parsed.ok ? [parsed.override] : [];
  });
  // The policy was checked when the report was made, and is loaded by itself.
  const loaded = loadScenario(scenario, { overrides, policies: { check: () => [] } });
  if (!loaded.ok) throw new Failure(EXIT_INPUT, renderProblems(join(report, RUN), loaded.problems));
  return loaded.scenario;
}

/** With several replications the run's own digest is over all of them. */
function firstDigest({ digest, digests }: RunResult): string {
  return digests?.[0] ?? digest;
}

function different(recorded: RecordedRun, expected: RunResult | undefined, digest: string): string {
  const was = expected === undefined ? "unknown" : firstDigest(expected);
  const why =
    recorded.tool === VERSION
      ? "a policy file has changed since, or the report was edited"
      : `it was made by schedlab ${recorded.tool}, and this is ${VERSION}`;
  return `This story may not be that of the report: its digest is ${was}, and the run's is now ${digest}: ${why}.`;
}
