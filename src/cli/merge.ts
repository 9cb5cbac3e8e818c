/** `sim merge`: the shards of a sweep, from wherever they ran, into one result. */
import { statSync } from "node:fs";
import type { KnownMetrics } from "../lab/compare/known-metrics.ts";
import { mergeRuns } from "../lab/sweep/merge.ts";
import type { RunRecord } from "../lab/sweep/runs.ts";
import { renderProblems } from "../scenario/problems.ts";
import { EXIT_FAILED, EXIT_INPUT, Failure } from "./failure.ts";
import { reportForms } from "./forms.ts";
import { openSweepFolder } from "./sweep.ts";
import { wrongMetrics } from "./sweep-input.ts";
import { finishSweep } from "./sweep-outcome.ts";
import { VERSION } from "./version.ts";

export interface MergeOptions {
  readonly out?: string;
  readonly metrics?: string;
  readonly charts?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export async function merge(places: readonly string[], options: MergeOptions): Promise<void> {
  const forms = await reportForms(options);
  const merged = mergeRuns(places);
  if (!merged.ok) throw new Failure(EXIT_INPUT, renderProblems("sim merge", merged.problems));
  const { head, done, missing } = merged;
  if (head.tool !== VERSION)
    throw new Failure(
      EXIT_INPUT,
      `These runs were made by schedlab ${head.tool}, and this is ${VERSION}: join them with that version.`,
    );
  if (missing.length > 0) throw new Failure(EXIT_FAILED, missing.join("\n"));
  const metrics = options.metrics?.split(",").map((path) => path.trim()) ?? head.metrics;
  const wrong = wrongMetrics(metrics, knownFrom(done.get(0)!));
  if (wrong.length > 0) throw new Failure(EXIT_INPUT, renderProblems("sim merge", wrong));
  const out = options.out ?? (options.json ? null : onlyFolder(places));
  const folder = out === null ? null : openSweepFolder(out);
  await finishSweep({ plan: head.plan, metrics, done, folder, out, forms }, options);
}

/** The names that a run has. */
function knownFrom({ metrics }: RunRecord): KnownMetrics {
  const groups = Object.keys(metrics);
  const group = groups.find((name) => name !== "all");
  const ofGroup = group === undefined ? [] : Object.keys(metrics[group]!);
  return { groups, ofAll: Object.keys(metrics["all"]!), ofGroup };
}

/** Where the runs of one folder are joined, the result goes to that folder. */
function onlyFolder(places: readonly string[]): string {
  const [place] = places;
  if (places.length === 1 && statSync(place!).isDirectory()) return place!;
  throw new Failure(EXIT_INPUT, "--out: say which folder the joined results go to.");
}
