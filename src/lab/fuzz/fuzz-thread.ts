/** The program of a worker thread of the fuzzer: one range of seeds after another. See fuzz-threads.ts. */
import { parentPort } from "node:worker_threads";
import { fuzzSeeds } from "./campaign.ts";
import type { FuzzJob } from "./fuzz-threads.ts";

parentPort!.on("message", ({ from, runs, mostFailures, limits }: FuzzJob) => {
  parentPort!.postMessage(fuzzSeeds(from, runs, mostFailures, limits));
});
