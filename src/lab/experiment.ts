/**
 * Runs policies × replications of a scenario, on several threads where that pays. The answer does not depend on how
 * many threads there were: each replication is a run of its own, and they are put back in order.
 */
import type { Observer } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import type { Scenario } from "../scenario/model.ts";
import type { ChosenPolicy, PolicyCatalogue } from "./policy-files.ts";
import { Replica, type ReplicaResult } from "./replica.ts";
import { ReplicaThreads } from "./threads.ts";

export interface Experiment {
  readonly scenario: Scenario;
  readonly policies: readonly ChosenPolicy[];
  readonly catalogue: PolicyCatalogue;
  readonly seed: number;
  readonly replications: number;
  /** The first of them, 0 where none is given: an experiment that goes on has some already. */
  readonly first?: number;
  readonly threads: number;
  /** Watch every event for broken invariants. */
  readonly check?: boolean;
  /** Keep what the digest of each replication was on the way. */
  readonly marks?: boolean;
  /** Watch the first replication of each policy. */
  readonly observers?: readonly ((scheduler: Scheduler, policy: string) => Observer)[];
  /** Share of the whole that is done, and events handled so far. */
  readonly onProgress?: (progress: Progress) => void;
  /** Called between slices of a run on this thread, so that what it writes can drain. */
  readonly pause?: () => Promise<void>;
}

export interface Progress {
  readonly done: number;
  readonly events: number;
}

/** Starting threads takes about 30 ms each; they pay off when what is left takes longer than this. */
const WORTH_THREADS = 200;
/** A slice takes some milliseconds: long enough to cost nothing, short enough for a progress bar and Ctrl-C. */
const SLICE = 50_000;

/** By policy, and for each the replications in their order. */
export async function runExperiment(experiment: Experiment): Promise<ReplicaResult[][]> {
  const { scenario, policies, replications, first = 0, seed, check = false, marks = false } = experiment;
  const jobs = policies.flatMap((policy) =>
    Array.from({ length: replications }, (_, index) => ({ policy, replication: first + index })),
  );
  const results: ReplicaResult[] = new Array(jobs.length);
  const shares = new Float64Array(jobs.length);
  const events = new Float64Array(jobs.length);
  const report = (job: number, done: number, count: number) => {
    shares[job] = done;
    events[job] = count;
    experiment.onProgress?.({ done: sum(shares) / jobs.length, events: sum(events) });
  };

  const observed = experiment.observers !== undefined && experiment.observers.length > 0;
  const here = async (index: number) => {
    const job = jobs[index]!;
    const watched = observed && job.replication === 0;
    results[index] = await runHere(experiment, job, watched, (done, count) => report(index, done, count));
  };

  const begun = performance.now();
  await here(0);
  const rest = [...jobs.keys()].slice(1);
  const parallel = experiment.threads > 1 && (performance.now() - begun) * rest.length >= WORTH_THREADS;
  const goes = (index: number) => parallel && (!observed || jobs[index]!.replication > 0);
  const away = rest.filter(goes);
  const threads = new ReplicaThreads(experiment.threads);
  try {
    const pending = away.map(async (index) => {
      const { policy, replication } = jobs[index]!;
      results[index] = await threads.run(
        { scenario, policy, seed, replication, check, marks },
        (done, count) => report(index, done, count),
      );
    });
    const allAway = Promise.all(pending);
    // A thread that fails while this one is busy is heard below, not as a rejection that nobody handles.
    allAway.catch(() => {});
    for (const index of rest) if (!goes(index)) await here(index);
    await allAway;
  } finally {
    await threads.close();
  }
  return policies.map((_, index) => results.slice(index * replications, (index + 1) * replications));
}

interface Job {
  readonly policy: ChosenPolicy;
  readonly replication: number;
}

async function runHere(
  experiment: Experiment,
  { policy, replication }: Job,
  watched: boolean,
  report: (done: number, events: number) => void,
): Promise<ReplicaResult> {
  const { scenario, catalogue, seed, observers = [], pause, check = false, marks = false } = experiment;
  const replica = new Replica({
    scenario,
    policy: catalogue.make(policy),
    seed,
    replication,
    check,
    marks,
    observers: watched ? observers.map((make) => (scheduler: Scheduler) => make(scheduler, policy.name)) : [],
  });
  while (replica.advance(SLICE)) {
    report(replica.world.progress, replica.world.events);
    await pause?.();
    // Always, since a pause that had nothing to wait for lets no signal in.
    await nextTurn();
  }
  report(1, replica.world.events);
  return replica.result();
}

/** Lets signals and timers in. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
