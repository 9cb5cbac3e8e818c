/** The program of a worker thread: runs one replication after another. See threads.ts. */
import { parentPort, workerData } from "node:worker_threads";
import type { Scenario } from "../scenario/model.ts";
import { PolicyCatalogue } from "./policy-files.ts";
import { Replica } from "./replica.ts";
import type { ThreadData, ThreadError, ThreadJob, ThreadMessage } from "./threads.ts";

const { givenUp } = workerData as ThreadData;
const catalogue = new PolicyCatalogue();
const scenarios = new Map<number, Scenario>();
/** Between reports of progress. */
const SLICE = 500_000;

parentPort!.on("message", async (job: ThreadJob) => {
  try {
    if (job.forget !== null) scenarios.delete(job.forget);
    if (job.sent !== null) scenarios.set(job.scenario, job.sent);
    say(await run(job, scenarios.get(job.scenario)!));
  } catch (error) {
    say({ kind: "failed", error: plain(error) });
  }
});

async function run(
  { policy, seed, replication, check = false, marks = false }: ThreadJob,
  scenario: Scenario,
): Promise<ThreadMessage> {
  await catalogue.load(policy.name, policy.folder);
  const replica = new Replica({ scenario, policy: catalogue.make(policy), seed, replication, check, marks });
  while (replica.advance(SLICE)) {
    if (Atomics.load(givenUp, 0) === 1) return { kind: "given-up" };
    say({ kind: "progress", done: replica.world.progress, events: replica.world.events });
  }
  return { kind: "result", result: replica.result() };
}

function plain(error: unknown): ThreadError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack, code: (Object(error) as { code?: unknown }).code };
}

function say(message: ThreadMessage): void {
  parentPort!.postMessage(message);
}
