/** `sim live`: the scenario's tasks as real processes under the same scheduler, then the same table and report. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { combine } from "../lab/combine.ts";
import { resultOf } from "../lab/replica.ts";
import type { ResultDocument } from "../lab/result.ts";
import { LiveAborted } from "../live/errors.ts";
import { impossible, leftOut } from "../live/left-out.ts";
import { runLive } from "../live/run.ts";
import { writeReport } from "../report/write.ts";
import { renderProblems } from "../scenario/problems.ts";
import { EXIT_INPUT, Failure } from "./failure.ts";
import { readInput } from "./input.ts";
import { Outputs } from "./outputs.ts";
import { ProgressBar } from "./progress.ts";
import { folderName, show } from "./show.ts";
import { VERSION } from "./version.ts";

export interface LiveCommandOptions {
  readonly hosts: string;
  readonly speed: number;
  readonly policy?: string;
  readonly seed?: number;
  readonly set?: readonly string[];
  readonly out?: string;
  readonly run?: string;
  readonly resume?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export async function live(file: string, options: LiveCommandOptions): Promise<void> {
  const agents = localAgents(options.hosts);
  const { text, json, scenario, policies, catalogue } = await readInput(file, options);
  const problems = impossible(json);
  if (problems.length > 0) throw new Failure(EXIT_INPUT, renderProblems(file, problems));
  if (policies.length > 1) throw new Failure(EXIT_INPUT, "--policy: a live run has one policy");
  const policy = policies[0]!;
  const seed = options.seed ?? scenario.seed;
  const name = folderName(scenario.name);
  const run = options.run ?? runFolder(name, options.resume === true);
  const interrupted = new AbortController();
  const outputs = Outputs.openUnder(interrupted);
  const out = options.out ?? (options.json ? null : join("reports", `${name}-live`));
  const folder = out === null ? null : outputs.folder(out);
  const left = leftOut(scenario);
  if (left.length > 0 && !options.quiet)
    process.stderr.write(`Left out, because only a simulated world has it: ${left.join(", ")}\n`);
  const bar = new ProgressBar(!options.quiet && !options.json);
  try {
    const result = await runLive({
      scenario,
      // A run is resumed as it was begun: with the same file and the same changes to it.
      scenarioText: [text, ...(options.set ?? [])].join("\n"),
      policy: catalogue.make(policy),
      policyName: policy.name,
      seed,
      speed: options.speed,
      agents,
      folder: run,
      scriptRoot: dirname(resolve(file)),
      resume: options.resume === true,
      signal: interrupted.signal,
      onProgress: ({ submitted, ended }) =>
        bar.update(submitted === 0 ? 0 : ended / submitted, ended, "tasks"),
    });
    const { metrics, events, digest, now } = result;
    const replica = resultOf(metrics, {
      digest,
      drawn: "",
      events,
      now,
      peakAt: scenario.cluster.control.peakAt,
      faults: [],
    });
    const document: ResultDocument = {
      version: 1,
      scenario: scenario.name,
      description: scenario.description,
      tool: VERSION,
      world: "live",
      runs: [combine(policy.name, seed, [replica])],
    };
    if (folder !== null) await writeReport(folder, document);
    bar.clear();
    outputs.commit();
    show(document, out, options);
  } catch (error) {
    bar.clear();
    if (!(error instanceof LiveAborted)) throw error;
    throw new Failure(
      130,
      `Interrupted: no process is left. Go on with: sim live ${file} --run ${run} --resume`,
    );
  } finally {
    bar.clear();
    outputs.discard();
  }
}

function localAgents(hosts: string): number {
  const found = /^local:([1-9]\d?)$/.exec(hosts);
  if (found === null)
    throw new Failure(
      EXIT_INPUT,
      `--hosts: found ${hosts}; expected local:<n>, n agents on this machine from 1 to 99`,
    );
  return Number(found[1]);
}

/** Every run has a folder of its own; --resume means the last one of this scenario. */
function runFolder(name: string, resume: boolean): string {
  let next = 1;
  while (existsSync(join("runs", `${name}-${next}`))) next++;
  return join("runs", `${name}-${resume ? Math.max(1, next - 1) : next}`);
}
