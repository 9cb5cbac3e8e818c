/** `sim sweep`: a grid or a sample of scenarios, on all cores, in shards or on a cluster; goes on where it stopped. */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { renderExperiment } from "../lab/sweep/freeze.ts";
import { forgetSlurm } from "../lab/sweep/on-slurm.ts";
import { runSweep } from "../lab/sweep/run-sweep.ts";
import type { RunsHead } from "../lab/sweep/runs.ts";
import { isRunFile, OtherExperiment, RunStore, runFileName, runsIn, type Shard } from "../lab/sweep/store.ts";
import { OutputError } from "../report/output-error.ts";
import { SweepFolder } from "../report/sweep-folder.ts";
import { EXIT_INPUT, Failure } from "./failure.ts";
import { reportForms } from "./forms.ts";
import { ProgressBar } from "./progress.ts";
import { readSweepInput, type SweepInput, type SweepInputOptions } from "./sweep-input.ts";
import { finishSweep } from "./sweep-outcome.ts";
import { requireSlurm, slurmGoesOn, sweepOnSlurm } from "./sweep-slurm.ts";
import { VERSION } from "./version.ts";

export interface SweepOptions extends SweepInputOptions {
  readonly threads?: number;
  readonly out?: string;
  readonly shard?: Shard;
  readonly on?: "slurm";
  readonly chunk?: number;
  readonly fresh?: boolean;
  readonly charts?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** As shells count them: 128 and the number of the signal. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export async function sweep(file: string, options: SweepOptions): Promise<void> {
  const { shard = null } = options;
  if (shard !== null && options.json)
    throw new Failure(
      EXIT_INPUT,
      "--json: a shard has no document of its own; sim merge makes it of all shards.",
    );
  if (shard !== null && options.on !== undefined)
    throw new Failure(
      EXIT_INPUT,
      "--shard and --on: a cluster gets shards of its own. Leave one of them out.",
    );
  const forms = await reportForms(options);
  const mostTasks = options.on === "slurm" ? await requireSlurm() : null;
  const input = await readSweepInput(file, options);
  // With --json the document on stdout is the report, unless a folder is asked for, or a cluster has to share one.
  const needsFolder = !options.json || mostTasks !== null;
  const out = options.out ?? (needsFolder ? join("reports", input.name) : null);
  const folder = out === null ? null : openSweepFolder(out);
  if (options.fresh && folder !== null && shard === null) await forgetSlurm(folder.path);
  const store = openStore(file, input, out, folder, options);
  const interrupted = new AbortController();
  const stop = (signal: keyof typeof SIGNALS) => () => interrupted.abort(new Interrupted(SIGNALS[signal]));
  for (const signal of Object.keys(SIGNALS) as (keyof typeof SIGNALS)[]) process.once(signal, stop(signal));
  const bar = new ProgressBar(!options.quiet && !options.json);
  try {
    tellResumed(store, options);
    if (mostTasks !== null)
      await sweepOnSlurm({
        mostTasks,
        sweep: input.sweep,
        folder: folder!.path,
        store,
        chunk: options.chunk ?? null,
        signal: interrupted.signal,
        onProgress: (done, runs) => bar.update(done, runs, "runs"),
        say: (text) => {
          if (options.quiet || options.json || process.stderr.isTTY !== true) return;
          bar.clear();
          process.stderr.write(`${text}\n`);
        },
      });
    await runSweep({
      sweep: input.sweep,
      runs: store.missing(),
      threads: options.threads ?? availableParallelism(),
      signal: interrupted.signal,
      onRun: (record) => store.add(record),
      onProgress: ({ done, runs }) => bar.update(done, runs, "runs"),
    });
    bar.clear();
    if (shard !== null) tellShard(shard, out!, options);
    else
      await finishSweep(
        { plan: input.sweep.plan, metrics: input.metrics, done: store.done, folder, out, forms },
        options,
      );
  } catch (error) {
    bar.clear();
    if (!(error instanceof Interrupted)) throw error;
    tellInterrupted(store, input, out, options.on === "slurm" ? slurmGoesOn(folder!.path) : "");
    process.exitCode = error.exitCode;
  } finally {
    store.close();
  }
}

class Interrupted extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("interrupted");
    this.exitCode = exitCode;
  }
}

export function openSweepFolder(out: string): SweepFolder {
  try {
    return SweepFolder.open(out, (name) => isRunFile(name) || name === "sweep.json");
  } catch (error) {
    if (error instanceof OutputError) throw new Failure(EXIT_INPUT, error.message);
    throw error;
  }
}

function openStore(
  file: string,
  { sweep, request, name, metrics }: SweepInput,
  out: string | null,
  folder: SweepFolder | null,
  options: SweepOptions,
): RunStore {
  const { fingerprint, plan } = sweep;
  const shard = options.shard ?? null;
  const head: RunsHead = {
    kind: "schedlab-sweep-runs",
    version: 1,
    tool: VERSION,
    fingerprint,
    shard,
    plan,
    metrics,
  };
  if (folder === null) return RunStore.inMemory(head);
  try {
    const store = RunStore.open(folder.path, head, options.fresh ?? false);
    const target = join(folder.path, "experiment.json");
    // Shards of one sweep share the file that the first of them has written; a file of the user's own is left alone.
    const isThere = shard !== null && existsSync(target);
    if (!isThere && resolve(file) !== target)
      folder.write("experiment.json", renderExperiment(request, plan, { name, metrics }, folder.path));
    return store;
  } catch (error) {
    if (!(error instanceof OtherExperiment)) throw error;
    throw new Failure(
      EXIT_INPUT,
      `${out}: ${error.message}. Finish it with its own command, choose another folder with --out, or throw it away with --fresh.`,
    );
  }
}

function tellResumed(store: RunStore, { quiet, json }: SweepOptions): void {
  if (quiet || json || store.done.size === 0 || process.stderr.isTTY !== true) return;
  process.stderr.write(
    `Goes on: ${store.done.size} runs are there already, ${store.missing().length} are left.\n`,
  );
}

function tellShard(shard: Shard, out: string, { quiet }: SweepOptions): void {
  if (quiet) return;
  const file = join(out, runFileName(shard));
  process.stdout.write(
    `Shard ${shard.index} of ${shard.count} is done: ${file}. sim merge joins it with the others.\n`,
  );
}

function tellInterrupted(store: RunStore, { sweep }: SweepInput, out: string | null, more: string): void {
  const kept =
    out === null
      ? "nothing was written"
      : `${store.done.size} of ${runsIn(sweep.plan)} runs are in ${out}; the same command goes on from there`;
  process.stderr.write(`\nInterrupted: ${kept}.${more}\n`);
}
