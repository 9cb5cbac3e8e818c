/** `sim explain`: runs what a report was made from again, and tells what happened to one task of it. */
import { explain as explainTask } from "../lab/explain/explain.ts";
import type { RunResult } from "../lab/result.ts";
import type { RecordedRun } from "../lab/run-file.ts";
import { renderStory } from "../report/story.ts";
import { EXIT_FAILED, EXIT_INPUT, Failure } from "./failure.ts";
import { choosePolicy, loadPolicies, readReport, recordedScenario } from "./recorded.ts";
import { VERSION } from "./version.ts";

export interface ExplainOptions {
  readonly policy?: string;
  readonly json?: boolean;
}

export async function explain(path: string, task: string, options: ExplainOptions): Promise<void> {
  const report = readReport(path);
  const { recorded, result } = report;
  const policy = choosePolicy(report, options.policy);
  const scenario = recordedScenario(report);
  const catalogue = await loadPolicies(report, [policy]);

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

const HOW = [
  "A task is named by its id or the beginning of it, or by the number of its row:",
  "sim run … --tasks tasks.csv lists both. A submission that was refused has no id:",
  "refused:<n> is the n-th.",
].join("\n");

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
