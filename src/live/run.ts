/**
 * A live run from beginning to end, or from where it was interrupted: opens the folder, brings the scheduler back,
 * gathers the agents, drives the rounds, and leaves no process behind however it ends.
 */
import type { Server } from "node:net";
import type { Metrics } from "../cluster/metrics.ts";
import type { Policy } from "../cluster/policy.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import type { Tick } from "../engine/time.ts";
import type { Scenario } from "../scenario/model.ts";
import { Agents } from "./agents.ts";
import { Clients } from "./clients.ts";
import { LiveClock } from "./clock.ts";
import { Coordinator } from "./coordinator.ts";
import { LiveAborted } from "./errors.ts";
import { Inbox, intoInbox } from "./inbox.ts";
import { journalOf } from "./journal.ts";
import { Replica } from "./replica.ts";
import { rebuild } from "./resume.ts";
import { openRunFolder, type RunFolder } from "./run-folder.ts";
import { listen, removeSocketFolder, socketPath } from "./socket-folder.ts";
import type { Store } from "./store.ts";
import { ORPHAN_GRACE } from "./timings.ts";

export interface LiveProgress {
  readonly submitted: number;
  readonly ended: number;
  readonly running: number;
}

export interface LiveOptions {
  readonly scenario: Scenario;
  /** The file's text: a run is resumed only with the scenario it was begun with. */
  readonly scenarioText: string;
  readonly policy: Policy;
  readonly policyName: string;
  readonly seed: number;
  /** Seconds of scenario time in a second. */
  readonly speed: number;
  readonly agents: number;
  readonly folder: string;
  /** The folder that scripts of tasks must lie in. */
  readonly scriptRoot: string;
  readonly resume: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: LiveProgress) => void;
}

export interface LiveResult {
  readonly metrics: Metrics;
  /** Inputs of the scheduler. */
  readonly events: number;
  readonly digest: string;
  readonly now: Tick;
  readonly scheduler: Scheduler;
}

export async function runLive(options: LiveOptions): Promise<LiveResult> {
  const { scenario, scenarioText, policy, policyName, seed, speed, agents, folder, resume, signal } = options;
  if (signal.aborted) throw new LiveAborted(folder);
  const identity = { scenario: scenarioText, policy: policyName, seed, speed, agents };
  const opened = openRunFolder(folder, identity, resume);
  try {
    const replica = new Replica(scenario, policy, seed);
    const clients = new Clients(scenario, seed, replica);
    const last = rebuild(journalOf(opened.store, folder), replica, clients);
    if (!replica.over) await drive(options, opened, replica, clients, last);
    const { metrics, events, scheduler } = replica;
    return { metrics, events, digest: scheduler.digest.hex(), now: scheduler.now, scheduler };
  } finally {
    opened.close();
  }
}

async function drive(
  options: LiveOptions,
  opened: RunFolder,
  replica: Replica,
  clients: Clients,
  last: Tick,
): Promise<void> {
  const { folder, scriptRoot, signal, onProgress } = options;
  const { store, run, effects, checkpoints } = opened;
  const socket = socketPath(run.socket);
  if (socket !== run.socket) store.setSocket(socket);
  const ending = interruption(folder, signal);
  const inbox = new Inbox();
  let coordinator: Coordinator | null = null;
  let joined: () => void = () => {};
  const arrived = () => {
    if (coordinator !== null) coordinator.arrived();
    else if (agents.allJoined) joined();
  };
  const agents = new Agents(
    {
      count: run.agents,
      folder,
      socket,
      effects,
      checkpoints,
      scriptRoot,
      orphanGrace: ORPHAN_GRACE,
      incarnations: store.incarnations(),
    },
    intoInbox(inbox, arrived, ending.fail),
  );
  let server: Server | null = null;
  try {
    server = await listen(socket, (connection) => agents.accept(connection));
    const allJoined = new Promise<void>((resolve) => {
      joined = resolve;
    });
    agents.begin();
    // No time passes for tasks while nobody could run them: an attempt that is lost must not reach its cap first.
    await Promise.race([allJoined, ending.promise]);
    const epoch = run.epoch ?? Date.now();
    if (run.epoch === null) store.setEpoch(epoch);
    const clock = new LiveClock(epoch, run.speed, last);
    coordinator = new Coordinator(
      {
        replica,
        clients,
        clock,
        store,
        agents: run.agents,
        send: (agent, message) => agents.send(agent, message),
        onRound: () => {
          const { submittedTasks: submitted, endedTasks: ended, running } = replica.tally;
          onProgress?.({ submitted, ended, running });
        },
      },
      inbox,
    );
    await Promise.race([coordinator.run(), ending.promise]);
  } finally {
    ending.done();
    coordinator?.halt();
    await agents.leave();
    server?.close();
    removeSocketFolder(socket);
    forgetAgents(store);
  }
}

function forgetAgents(store: Store): void {
  try {
    store.forgetAgents();
  } catch {
    // If the store is what failed, that error is on its way already; a resumed run only waits a moment in vain.
  }
}

/** Rejects when the run is aborted or its agents fail. */
function interruption(folder: string, signal: AbortSignal) {
  let fail: (error: Error) => void = () => {};
  const promise = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // It is raced more than once; whoever is not listening at the time has no need to know.
  promise.catch(() => {});
  const abort = () => fail(new LiveAborted(folder));
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  return { promise, fail, done: () => signal.removeEventListener("abort", abort) };
}
