/**
 * Runs what a report was made from again, every policy and replication, and says whether each took the decisions that
 * are on record. Where one did not, the marks of its digest tell from which event on; what was decided there is told
 * as it is now, since of the recorded run no more than hashes is known.
 */
import type { Scenario } from "../../scenario/model.ts";
import { combine } from "../combine.ts";
import { type Progress, runExperiment } from "../experiment.ts";
import type { ChosenPolicy, PolicyCatalogue } from "../policy-files.ts";
import { Replica, type ReplicaResult } from "../replica.ts";
import type { Decision, Interval, Parted, ResultDocument, RunResult, Verification } from "../result.ts";
import { Chronicle } from "./chronicle.ts";
import { firstDifference, lastMark, type MarkBook } from "./marks.ts";
import { firstOtherValue } from "./other-value.ts";

export interface Verified {
  readonly scenario: Scenario;
  readonly policies: readonly ChosenPolicy[];
  readonly catalogue: PolicyCatalogue;
  readonly seed: number;
  readonly result: ResultDocument;
  /** From digests.json; null where the report has none. */
  readonly marks: MarkBook | null;
  readonly threads: number;
  readonly onProgress: (progress: Progress) => void;
}

export async function verify(report: Verified): Promise<Verification> {
  const { scenario, policies, catalogue, seed, threads, onProgress, result } = report;
  const replications = Math.max(...result.runs.map((run) => digestsOf(run).length));
  const replicas = await runExperiment({
    scenario,
    policies,
    catalogue,
    seed,
    replications,
    threads,
    marks: true,
    onProgress,
  });
  const again = policies.map(({ name }, i) => combine(name, seed, replicas[i]!));
  const runs = again.map((run, index) => {
    const before = result.runs[index]!;
    return {
      policy: run.policy,
      replications,
      events: run.events,
      recorded: before.digest,
      digest: run.digest,
      matches: digestsOf(before).join() === digestsOf(run).join() && before.digest === run.digest,
    };
  });
  const wrong = runs.findIndex((run) => !run.matches);
  const parted =
    wrong < 0 ? null : whereItParts(report, replicas[wrong]!, result.runs[wrong]!, again[wrong]!);
  const edited = wrong < 0 ? firstOtherValue(comparable(result.runs), comparable(again)) : null;
  return { confirmed: parted === null && edited === null, runs, parted, edited };
}

/** With one replication, older results have its digest alone. */
function digestsOf({ digest, digests }: RunResult): readonly string[] {
  return digests ?? [digest];
}

/** As it reads from a file: without what JSON leaves out. */
function comparable(runs: readonly RunResult[]): unknown {
  return JSON.parse(JSON.stringify(runs));
}

function whereItParts(
  report: Verified,
  now: readonly ReplicaResult[],
  before: RunResult,
  run: RunResult,
): Parted {
  const recorded = digestsOf(before);
  const digests = digestsOf(run);
  const differing = digests.findIndex((digest, i) => digest !== recorded[i]);
  // The digest over all replications was changed, and no single one.
  const replication = Math.max(0, differing);
  const { policy } = run;
  const then = report.marks?.of(policy, replication) ?? null;
  const present = now[replication]!.marks!;
  const interval =
    differing < 0 || then === null
      ? null
      : (firstDifference(then, present) ?? { from: lastMark(present), to: Number.POSITIVE_INFINITY });
  const { events, decisions } = tell(report, policy, replication, interval);
  return {
    policy,
    replication,
    recorded: recorded[replication] ?? "",
    digest: digests[replication]!,
    otherWork: before.drawn !== run.drawn,
    interval,
    events,
    decisions,
  };
}

/** Runs one replication once more and writes down what is decided in the interval. */
function tell(
  { scenario, policies, catalogue, seed }: Verified,
  policy: string,
  replication: number,
  interval: Interval | null,
): { readonly events: number; readonly decisions: readonly Decision[] } {
  const chronicle = new Chronicle();
  const chosen = policies.find(({ name }) => name === policy)!;
  const replica = new Replica({
    scenario,
    policy: catalogue.make(chosen),
    seed,
    replication,
    observers: [(scheduler) => chronicle.watch(scheduler)],
  });
  if (interval !== null) {
    if (interval.from === 0 || replica.advance(interval.from)) {
      chronicle.recording = true;
      replica.advance(Math.min(interval.to, Number.MAX_SAFE_INTEGER) - interval.from);
      chronicle.recording = false;
    }
  }
  while (replica.advance(Number.MAX_SAFE_INTEGER));
  return { events: replica.world.events, decisions: chronicle.decisions };
}
