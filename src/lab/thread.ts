/** The program of a worker thread: runs one replication after another. See threads.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { PolicyCatalogue } from "./policy-files.ts";
import { Replica } from "./replica.ts";
import type { ThreadData, ThreadJob, ThreadMessage } from "./threads.ts";

const { scenario, seed, check, marks } = workerData as ThreadData;
const catalogue = new PolicyCatalogue();
/** Between reports of progress. */
const SLICE = 500_000;

parentPort!.on("message", async ({ policy, replication }: ThreadJob) => {
  await catalogue.load(policy.name, policy.folder);
  const replica = new Replica({ scenario, policy: catalogue.make(policy), seed, replication, check, marks });
  while (replica.advance(SLICE)) {
    say({ kind: "progress", done: replica.world.progress, events: replica.world.events });
  }
  say({ kind: "result", result: replica.result() });
});

function say(message: ThreadMessage): void {
  parentPort!.postMessage(message);
}
