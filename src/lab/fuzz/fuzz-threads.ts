/** Threads that share out the seeds of a campaign. What is found does not depend on who runs what. */
import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { addFindings, type Findings, fuzzSeeds, noFindings } from "./campaign.ts";
import type { Restrictions } from "./generate.ts";

export interface FuzzJob {
  readonly from: number;
  readonly runs: number;
  readonly mostFailures: number;
  readonly limits: Restrictions;
}

export interface Campaign {
  readonly seed: number;
  readonly runs: number;
  readonly threads: number;
  readonly mostFailures: number;
  readonly limits: Restrictions;
  readonly onProgress?: (findings: Findings) => void;
  /** No further seeds are begun once it is aborted. */
  readonly signal?: AbortSignal;
}

/** Seeds that a thread takes at a time: few enough that progress shows and nobody waits long at the end. */
const CHUNK = 32;

export async function runCampaign(campaign: Campaign): Promise<Findings> {
  const { seed, runs, mostFailures, limits, onProgress, signal } = campaign;
  const sum = noFindings();
  let next = seed;
  const end = seed + runs;
  const work = async (run: (job: FuzzJob) => Promise<Findings>) => {
    while (next < end && sum.failures.length < mostFailures && !signal?.aborted) {
      const from = next;
      next = Math.min(end, from + CHUNK);
      addFindings(sum, await run({ from, runs: next - from, mostFailures, limits }));
      onProgress?.(sum);
    }
  };
  if (campaign.threads === 1) {
    await work(async (job) => {
      await nextTurn();
      return fuzzSeeds(job.from, job.runs, job.mostFailures, job.limits);
    });
  } else {
    await Promise.all(Array.from({ length: campaign.threads }, () => inThread(work)));
  }
  sum.failures.sort((one, other) => one.seed - other.seed);
  return sum;
}

async function inThread(work: (run: (job: FuzzJob) => Promise<Findings>) => Promise<void>): Promise<void> {
  const worker = new Worker(new URL("./fuzz-thread.js", import.meta.url));
  try {
    await work(async (job) => {
      worker.postMessage(job);
      // An error in the thread is one of ours, and rejects this.
      const [findings] = (await once(worker, "message")) as [Findings];
      return findings;
    });
  } finally {
    await worker.terminate();
  }
}
