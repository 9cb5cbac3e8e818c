/**
 * Files of runs from several places, joined. Runs of different experiments or versions are never mixed, and what is
 * missing is named, so that nobody takes a part for the whole.
 */
import { statSync } from "node:fs";
import { type Problem, problem } from "../../scenario/problems.ts";
import { pointsOf } from "./design.ts";
import { type RunRecord, type RunsHead, readRuns, runKey, runNumber } from "./runs.ts";
import { runFilesIn, runsIn } from "./store.ts";
import { describePoint, type SweepPlan } from "./sweep.ts";

export type Merged =
  | {
      readonly ok: true;
      readonly head: RunsHead;
      readonly done: ReadonlyMap<number, RunRecord>;
      /** Sentences on what is not there; empty when every run is. */
      readonly missing: readonly string[];
    }
  | { readonly ok: false; readonly problems: Problem[] };

/** Folders stand for the files of runs in them. */
export function mergeRuns(places: readonly string[]): Merged {
  const problems: Problem[] = [];
  const files = places.flatMap((place) => filesAt(place, problems));
  const heads: { readonly file: string; readonly head: RunsHead }[] = [];
  const done = new Map<number, RunRecord>();
  for (const file of files) {
    const read = readRuns(file);
    if (read === null) {
      problems.push(problem(file, "this is not a file of runs that sim sweep --shard wrote"));
      continue;
    }
    const [first] = heads;
    const other = first === undefined ? null : differenceOf(first.head, read.head);
    if (other !== null) {
      problems.push(problem(file, `${other} than ${first!.file}; they cannot be joined`));
      continue;
    }
    heads.push({ file, head: read.head });
    for (const record of read.records) done.set(runNumber(record, read.head.plan), record);
  }
  if (files.length === 0 && problems.length === 0)
    problems.push(
      problem(places.join(", "), "there are no runs in it: it has no runs.jsonl and no shard-i-of-n.jsonl"),
    );
  if (problems.length > 0) return { ok: false, problems };
  const { head } = heads[0]!;
  const missing = describeMissing(
    head.plan,
    done,
    heads.map((one) => one.head),
  );
  return { ok: true, head, done, missing };
}

/** Lines that name points; the rest is counted. */
const MOST_LINES = 20;

function filesAt(place: string, problems: Problem[]): string[] {
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats === undefined) problems.push(problem(place, "there is no such file or folder"));
  if (stats === undefined) return [];
  return stats.isDirectory() ? runFilesIn(place) : [place];
}

/** In words; null where there is none. */
function differenceOf(one: RunsHead, other: RunsHead): string | null {
  if (one.tool !== other.tool) return `it was made by schedlab ${other.tool}, another version (${one.tool})`;
  return one.fingerprint === other.fingerprint ? null : "its runs are of another experiment";
}

function describeMissing(
  plan: SweepPlan,
  done: ReadonlyMap<number, RunRecord>,
  heads: readonly RunsHead[],
): string[] {
  const total = runsIn(plan);
  if (done.size >= total) return [];
  const points = pointsOf(plan.axes, plan.sample, plan.seed);
  const runsAt = new Map<number, number>();
  for (let run = 0; run < total; run++) {
    if (done.has(run)) continue;
    const { point } = runKey(run, plan);
    runsAt.set(point, (runsAt.get(point) ?? 0) + 1);
  }
  const perPoint = plan.policies.length * plan.replications;
  const lines = [...runsAt].map(
    ([point, count]) => `${describePoint(plan.axes, points[point]!)}: ${count} of ${perPoint} runs`,
  );
  return [
    `${total - done.size} of ${total} runs are missing, at ${runsAt.size} of ${points.length} points:`,
    ...lines.slice(0, MOST_LINES).map((line) => `  ${line}`),
    ...(lines.length > MOST_LINES ? [`  … and ${lines.length - MOST_LINES} more points`] : []),
    ...absentShards(heads),
  ];
}

function absentShards(heads: readonly RunsHead[]): string[] {
  const counts = new Set(heads.map(({ shard }) => shard?.count ?? 0));
  const [count] = counts;
  if (counts.size !== 1 || count === 0) return [];
  const here = new Set(heads.map(({ shard }) => shard!.index));
  const absent = Array.from({ length: count! }, (_, i) => i + 1).filter((index) => !here.has(index));
  if (absent.length === 0) return [];
  const named = absent.slice(0, MOST_LINES).join(", ") + (absent.length > MOST_LINES ? ", …" : "");
  return [`Not here, of ${count} shards: ${named}.`];
}
