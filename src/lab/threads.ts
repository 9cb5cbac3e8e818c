/** A pool of worker threads that run replications. Which thread runs which does not matter to the result. */
import { Worker } from "node:worker_threads";
import type { Scenario } from "../scenario/model.ts";
import type { ChosenPolicy } from "./policy-files.ts";
import type { ReplicaResult } from "./replica.ts";

/** What a thread is told when it starts, and with each job. */
export interface ThreadData {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly check: boolean;
  readonly marks: boolean;
}
export interface ThreadJob {
  readonly policy: ChosenPolicy;
  readonly replication: number;
}
export type ThreadMessage =
  | { readonly kind: "progress"; readonly done: number; readonly events: number }
  | { readonly kind: "result"; readonly result: ReplicaResult };

interface Waiting {
  readonly job: ThreadJob;
  readonly report: (done: number, events: number) => void;
  readonly resolve: (result: ReplicaResult) => void;
  readonly reject: (error: unknown) => void;
}

export class ReplicaThreads {
  readonly #workers: Worker[];
  readonly #idle: Worker[];
  readonly #queue: Waiting[] = [];
  readonly #busy = new Map<Worker, Waiting>();

  constructor(scenario: Scenario, seed: number, count: number, check = false, marks = false) {
    const workerData: ThreadData = { scenario, seed, check, marks };
    this.#workers = Array.from({ length: count }, () => {
      const worker = new Worker(new URL("./thread.js", import.meta.url), { workerData });
      worker.on("message", (message: ThreadMessage) => this.#hear(worker, message));
      worker.on("error", (error) => {
        this.#busy.get(worker)?.reject(error);
        for (const waiting of this.#queue.splice(0)) waiting.reject(error);
      });
      return worker;
    });
    this.#idle = [...this.#workers];
  }

  run(policy: ChosenPolicy, replication: number, report: Waiting["report"]): Promise<ReplicaResult> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ job: { policy, replication }, report, resolve, reject });
      this.#assign();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #hear(worker: Worker, message: ThreadMessage): void {
    const waiting = this.#busy.get(worker)!;
    if (message.kind === "progress") {
      waiting.report(message.done, message.events);
      return;
    }
    this.#busy.delete(worker);
    this.#idle.push(worker);
    waiting.report(1, message.result.events);
    waiting.resolve(message.result);
    this.#assign();
  }

  #assign(): void {
    while (this.#idle.length > 0 && this.#queue.length > 0) {
      const worker = this.#idle.pop()!;
      const waiting = this.#queue.shift()!;
      this.#busy.set(worker, waiting);
      worker.postMessage(waiting.job);
    }
  }
}
