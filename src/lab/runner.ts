/**
 * One replication after another, of any scenario under any policy: on a pool of threads, or on this one when only one
 * is wanted. Whoever plans an experiment asks for runs and need not know where they happen.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { PolicyCatalogue } from "./policy-files.ts";
import { Replica, type ReplicaResult } from "./replica.ts";
import { type JobReport, type ReplicaJob, ReplicaThreads } from "./threads.ts";

export type { JobReport, ReplicaJob } from "./threads.ts";

export interface RunnerOptions {
  readonly threads: number;
  /** Holds the policies of all jobs. */
  readonly catalogue: PolicyCatalogue;
  /** Rejects every job, queued or under way, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A slice takes some milliseconds: long enough to cost nothing, short enough for a progress bar and Ctrl-C. */
const SLICE = 50_000;

export class Runner {
  readonly #catalogue: PolicyCatalogue;
  readonly #signal: AbortSignal | undefined;
  readonly #threads: ReplicaThreads | null;
  /** Jobs on this thread take turns. */
  #last: Promise<unknown> = Promise.resolve();

  constructor({ threads, catalogue, signal }: RunnerOptions) {
    this.#catalogue = catalogue;
    this.#signal = signal;
    this.#threads = threads > 1 ? new ReplicaThreads(threads, signal) : null;
  }

  /** Any number may be asked for at once; they begin in the order in which they were asked for. */
  run(job: ReplicaJob, report: JobReport = () => {}): Promise<ReplicaResult> {
    if (this.#threads !== null) return this.#threads.run(job, report);
    const here = this.#last.then(() => this.#runHere(job, report));
    this.#last = here.catch(() => {});
    return here;
  }

  async close(): Promise<void> {
    await this.#threads?.close();
  }

  async #runHere(job: ReplicaJob, report: JobReport): Promise<ReplicaResult> {
    this.#signal?.throwIfAborted();
    const replica = new Replica({ ...job, policy: this.#catalogue.make(job.policy) });
    while (replica.advance(SLICE)) {
      report(replica.world.progress, replica.world.events);
      await nextTurn();
      this.#signal?.throwIfAborted();
    }
    // Also between short runs, or no signal would ever be heard.
    await nextTurn();
    this.#signal?.throwIfAborted();
    report(1, replica.world.events);
    return replica.result();
  }
}
