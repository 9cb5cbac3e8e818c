/**
 * A pool of worker threads that run replications of any scenarios. Which thread runs which does not matter to the
 * result. A scenario may hold thousands of machines, so a thread is sent each only once, and keeps the last few.
 */
import { Worker } from "node:worker_threads";
import type { Scenario } from "../scenario/model.ts";
import type { ChosenPolicy } from "./policy-files.ts";
import type { ReplicaResult } from "./replica.ts";

export interface ReplicaJob {
  /** The same object for the same scenario: threads know it by its identity. */
  readonly scenario: Scenario;
  readonly policy: ChosenPolicy;
  readonly seed: number;
  readonly replication: number;
  /** Watch every event for broken invariants. */
  readonly check?: boolean;
  /** Keep what the digest is on the way. */
  readonly marks?: boolean;
}

/** Share of the replication that is done, and its events so far. */
export type JobReport = (done: number, events: number) => void;

/** What a thread is told with each job. */
export interface ThreadJob extends Omit<ReplicaJob, "scenario"> {
  readonly scenario: number;
  /** The scenario itself, when the thread does not have it. */
  readonly sent: Scenario | null;
  /** A scenario to make room for it. */
  readonly forget: number | null;
}

/** What a thread is told when it starts. */
export interface ThreadData {
  /** One number, shared: 1 to give up what it runs. A busy thread hears no message. */
  readonly givenUp: Int32Array;
}

export type ThreadMessage =
  | { readonly kind: "progress"; readonly done: number; readonly events: number }
  | { readonly kind: "result"; readonly result: ReplicaResult }
  | { readonly kind: "failed"; readonly error: ThreadError }
  | { readonly kind: "given-up" };

/** An error in the plain form that passes between threads with its code, by which the command knows how to report it. */
export interface ThreadError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: unknown;
}

/** Scenarios that a thread keeps: enough for experiments that go back and forth between a few. */
const KEPT = 8;

interface Waiting {
  readonly job: ReplicaJob;
  readonly report: JobReport;
  readonly resolve: (result: ReplicaResult) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly givenUp: Int32Array;
  /** Ids of the scenarios it has, the one used last at the end. */
  readonly scenarios: number[];
  waiting: Waiting | null;
}

export class ReplicaThreads {
  readonly #most: number;
  readonly #threads = new Set<Thread>();
  readonly #queue: Waiting[] = [];
  readonly #signal: AbortSignal | undefined;
  readonly #ids = new WeakMap<Scenario, number>();
  #scenarios = 0;

  /**
   * At most `count` threads, each started when there is a job for it. The signal rejects every job with its reason;
   * those that run are given up at their next slice.
   */
  constructor(count: number, signal?: AbortSignal) {
    this.#most = count;
    this.#signal = signal;
    signal?.addEventListener("abort", () => this.#giveUp(signal.reason), { once: true });
  }

  run(job: ReplicaJob, report: JobReport = () => {}): Promise<ReplicaResult> {
    return new Promise((resolve, reject) => {
      if (this.#signal?.aborted) {
        reject(this.#signal.reason);
        return;
      }
      this.#queue.push({ job, report, resolve, reject });
      this.#assign();
    });
  }

  /** Ends the threads, whatever they do. Jobs that have not ended are never settled. */
  async close(): Promise<void> {
    this.#queue.length = 0;
    const ending = [...this.#threads];
    this.#threads.clear();
    await Promise.all(ending.map(({ worker }) => worker.terminate()));
  }

  #giveUp(reason: unknown): void {
    for (const { reject } of this.#queue.splice(0)) reject(reason);
    for (const { waiting, givenUp } of this.#threads) {
      waiting?.reject(reason);
      Atomics.store(givenUp, 0, 1);
    }
  }

  #assign(): void {
    while (this.#queue.length > 0) {
      const idle = this.#idle();
      if (idle === null) return;
      const waiting = this.#queue.shift()!;
      const { scenario, ...rest } = waiting.job;
      idle.waiting = waiting;
      const job: ThreadJob = { ...rest, ...this.#hold(idle, scenario) };
      idle.worker.postMessage(job);
    }
  }

  #idle(): Thread | null {
    for (const thread of this.#threads) if (thread.waiting === null) return thread;
    return this.#threads.size < this.#most ? this.#start() : null;
  }

  #start(): Thread {
    const givenUp = new Int32Array(new SharedArrayBuffer(4));
    const workerData: ThreadData = { givenUp };
    const worker = new Worker(new URL("./thread.js", import.meta.url), { workerData });
    const thread: Thread = { worker, givenUp, scenarios: [], waiting: null };
    this.#threads.add(thread);
    worker.on("message", (message: ThreadMessage) => this.#hear(thread, message));
    // Out of memory, or a policy's own mistake outside the questions it is asked.
    worker.on("error", (error) => this.#died(thread, error));
    worker.on("exit", (code) => this.#died(thread, new Error(`a thread ended with ${code} in the middle`)));
    return thread;
  }

  /** Takes the scenario among those that the thread has; says what it must be sent for that. */
  #hold({ scenarios }: Thread, scenario: Scenario): Pick<ThreadJob, "scenario" | "sent" | "forget"> {
    let id = this.#ids.get(scenario);
    if (id === undefined) {
      id = this.#scenarios++;
      this.#ids.set(scenario, id);
    }
    const place = scenarios.indexOf(id);
    if (place >= 0) scenarios.splice(place, 1);
    scenarios.push(id);
    const forget = scenarios.length > KEPT ? scenarios.shift()! : null;
    return { scenario: id, sent: place >= 0 ? null : scenario, forget };
  }

  #hear(thread: Thread, message: ThreadMessage): void {
    const { waiting } = thread;
    if (waiting === null) return;
    if (message.kind === "progress") {
      waiting.report(message.done, message.events);
      return;
    }
    thread.waiting = null;
    if (message.kind === "result") {
      waiting.report(1, message.result.events);
      waiting.resolve(message.result);
    } else if (message.kind === "failed") {
      waiting.reject(asError(message.error));
    }
    this.#assign();
  }

  /** Its job fails; the others go on in another thread. */
  #died(thread: Thread, error: unknown): void {
    if (!this.#threads.delete(thread)) return;
    thread.waiting?.reject(error);
    this.#assign();
  }
}

function asError({ name, message, stack, code }: ThreadError): Error {
  return Object.assign(new Error(message), { name, stack, ...(code !== undefined && { code }) });
}
