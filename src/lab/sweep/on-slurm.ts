/**
 * A sweep as an array of jobs. Every task of the array is a shard: it writes its runs to the folder that all share, and
 * whoever waits only looks there. What was submitted stands in a file, so that the one who waits may end at any moment
 * and another, given the same command, goes on waiting. A task that ended without its runs is submitted again.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { cancel, queued, SlurmError, shellWord, submit } from "./slurm.ts";
import { type RunStore, runsIn } from "./store.ts";
import type { Sweep } from "./sweep.ts";
import { RunWatcher } from "./watch-runs.ts";

export interface SlurmSweep {
  readonly sweep: Sweep;
  /** Seen by every node, as an absolute path; has the experiment.json that the tasks run. */
  readonly folder: string;
  readonly store: RunStore;
  /** The command that runs a shard: the absolute paths of node and of the program. */
  readonly program: readonly string[];
  /** Runs in one task; null for a number that suits the whole. */
  readonly chunk: number | null;
  /** As many as one array may have. */
  readonly mostTasks: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, runs: number) => void;
  /** Something that the user may want to know: the array's number, what is submitted again. */
  readonly say: (text: string) => void;
}

/** The first time, and twice again what failed. */
const MOST_SUBMISSIONS = 3;
/** Up to here every run is a task of its own: starting them takes some seconds at most. */
const FEW_TASKS = 64;
/** Above that: starting a task takes a tenth of a second, which should not outweigh its runs. */
const RUNS_A_TASK = 16;

export async function runOnSlurm(work: SlurmSweep): Promise<void> {
  const { sweep, folder, store, signal } = work;
  const watcher = new RunWatcher(folder, sweep.fingerprint);
  const total = store.missing().length;
  const look = () => {
    store.takeIn(watcher.look());
    const left = store.missing().length;
    work.onProgress(total === 0 ? 1 : 1 - left / total, total - left);
    return left;
  };
  const state = readState(folder, sweep.fingerprint) ?? {
    version: 1,
    fingerprint: sweep.fingerprint,
    shards: shardsFor(runsIn(sweep.plan), work.chunk, work.mostTasks),
    submissions: [],
  };
  mkdirSync(join(folder, "slurm"), { recursive: true });
  while (look() > 0) {
    signal.throwIfAborted();
    const last = state.submissions.at(-1);
    const isOver = last === undefined || (await waitFor(work, state, last, look));
    if (!isOver || look() === 0) continue;
    if (state.submissions.length >= MOST_SUBMISSIONS) throw gaveUp(work, state);
    await submitMissing(work, state);
  }
}

/** Ends what an earlier command has submitted, and forgets it. */
export async function forgetSlurm(folder: string): Promise<void> {
  const state = readState(folder, null);
  for (const { job } of state?.submissions ?? []) if (job !== null) await cancel(job);
  rmSync(join(folder, STATE), { force: true });
  rmSync(join(folder, "slurm"), { recursive: true, force: true });
}

/** The array that somebody waited for, to tell how to end it. */
export function submittedJob(folder: string): string | null {
  return readState(folder, null)?.submissions.at(-1)?.job ?? null;
}

const STATE = "slurm.json";
const stateFile = z.object({
  version: z.literal(1),
  fingerprint: z.string(),
  /** Into how many parts the sweep is cut: as many in each submission. */
  shards: z.int().min(1),
  submissions: z.array(
    z.object({
      /** Known before it is submitted: by it the job is found when whoever submitted it ended in that moment. */
      name: z.string(),
      job: z.string().nullable(),
      tasks: z.array(z.int()),
    }),
  ),
});
type State = z.output<typeof stateFile>;
type Submission = State["submissions"][number];

function readState(folder: string, fingerprint: string | null): State | null {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(join(folder, STATE), "utf8"));
  } catch {
    return null;
  }
  const { data } = stateFile.safeParse(json);
  return data !== undefined && (fingerprint === null || data.fingerprint === fingerprint) ? data : null;
}

function writeState(folder: string, state: State): void {
  const partial = join(folder, `.${STATE}.${process.pid}.partial`);
  writeFileSync(partial, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(partial, join(folder, STATE));
}

function shardsFor(runs: number, chunk: number | null, most: number): number {
  const wanted =
    chunk === null
      ? Math.max(Math.min(runs, FEW_TASKS), Math.ceil(runs / RUNS_A_TASK))
      : Math.ceil(runs / chunk);
  return Math.min(most, wanted);
}

async function submitMissing(work: SlurmSweep, state: State): Promise<void> {
  const { folder, store, program, sweep } = work;
  const tasks = [...new Set(store.missing().map((run) => (run % state.shards) + 1))].sort((a, b) => a - b);
  const name = `schedlab-${sweep.fingerprint.slice(0, 12)}-${state.submissions.length + 1}`;
  const again = state.submissions.length > 0;
  const submission: Submission = { name, job: null, tasks };
  state.submissions.push(submission);
  writeState(folder, state);
  const words = [...program, "sweep", join(folder, "experiment.json"), "--out", folder].map(shellWord);
  const script = `#!/bin/sh\nexec ${words.join(" ")} --shard "$SLURM_ARRAY_TASK_ID/${state.shards}" --threads 1 --quiet\n`;
  try {
    submission.job = await submit({ name, tasks, script, folder });
  } catch (error) {
    state.submissions.pop();
    writeState(folder, state);
    throw error;
  }
  writeState(folder, state);
  work.say(
    `${again ? "Some tasks ended without their runs; submitted again as" : "Submitted as"} job ${submission.job}, ${tasks.length} tasks.`,
  );
}

/** Waits until nothing of it is left in the queue, or every run is there; false when it should be asked again. */
async function waitFor(
  work: SlurmSweep,
  state: State,
  submission: Submission,
  look: () => number,
): Promise<boolean> {
  const begun = performance.now();
  for (;;) {
    const tasks = await queued(submission.name);
    if (tasks !== null && submission.job === null && tasks.job !== null) {
      submission.job = tasks.job;
      writeState(work.folder, state);
    }
    if (tasks !== null && tasks.running + tasks.waiting === 0) break;
    if (look() === 0) return false;
    // Often at first, for those who watch; then seldom, for the controller, which others need too.
    await sleep(performance.now() - begun < 60_000 ? 500 : 5000, undefined, { signal: work.signal }).catch(
      () => {},
    );
    work.signal.throwIfAborted();
  }
  if (look() > 0) {
    // A file system shared by many machines may show the last lines a moment later.
    await sleep(2000);
    look();
  }
  return true;
}

function gaveUp({ folder, store, sweep }: SlurmSweep, state: State): SlurmError {
  const missing = store.missing().length;
  const tasks = [...new Set(store.missing().map((run) => (run % state.shards) + 1))];
  // A new start of the same command tries anew.
  rmSync(join(folder, STATE), { force: true });
  const said = tails(join(folder, "slurm"));
  return new SlurmError(
    [
      `${missing} of ${runsIn(sweep.plan)} runs did not come back after ${MOST_SUBMISSIONS} submissions (tasks ${tasks.slice(0, 10).join(", ")}${tasks.length > 10 ? ", …" : ""}).`,
      ...(said.length > 0
        ? ["What they said last:", ...said]
        : [`They said nothing; their logs are in ${join(folder, "slurm")}.`]),
      "What is there stays there: the same command tries the rest again.",
    ].join("\n"),
  );
}

/** The end of the newest logs that hold something. */
function tails(folder: string): string[] {
  const logs = readdirSync(folder)
    .map((name) => ({ name, path: join(folder, name) }))
    .filter(({ path }) => statSync(path).size > 0)
    .sort((a, b) => statSync(b.path).mtimeMs - statSync(a.path).mtimeMs);
  return logs.slice(0, 3).flatMap(({ name, path }) => {
    const lines = readFileSync(path, "utf8").trim().split("\n").slice(-4);
    return lines.map((line) => `  ${name}: ${line}`);
  });
}
