/** `sim sweep`: a grid or a sample of scenarios, on all cores, in shards or on a cluster; goes on where it stopped. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { renderExperiment } from "../lab/sweep/freeze.ts";
import { runSweep } from "../lab/sweep/run-sweep.ts";
import type { RunsHead } from "../lab/sweep/runs.ts";
import { isRunFile, OtherExperiment, RunStore, runFileName, runsIn, type Shard } from "../lab/sweep/store.ts";
import { OutputError } from "../report/output-error.ts";
import { SweepFolder } from "../report/sweep-folder.ts";
import { EXIT_INPUT, Failure } from "./failure.ts";
import { ProgressBar } from "./progress.ts";
import { readSweepInput, type SweepInput, type SweepInputOptions } from "./sweep-input.ts";
import { checkMetrics, finishSweep } from "./sweep-outcome.ts";
import { VERSION } from "./version.ts";

export interface SweepOptions extends SweepInputOptions {
  readonly threads?: number;
  readonly out?: string;
  readonly shard?: Shard;
  readonly fresh?: boolean;
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
  const input = await readSweepInput(file, options);
  // With --json the document on stdout is the report, unless a folder is asked for.
  const out = options.out ?? (options.json ? null : join("reports", input.name));
  const folder = out === null ? null : openSweepFolder(out);
  const store = openStore(input, out, folder, options);
  const interrupted = new AbortController();
  const stop = (signal: keyof typeof SIGNALS) => () => interrupted.abort(new Interrupted(SIGNALS[signal]));
  for (const signal of Object.keys(SIGNALS) as (keyof typeof SIGNALS)[]) process.once(signal, stop(signal));
  const bar = new ProgressBar(!options.quiet && !options.json);
  try {
    const missing = store.missing();
    tellResumed(store, options);
    // Before the work: a name that does not exist must not be found after hours where runs are there already.
    for (const record of store.done.values()) {
      checkMetrics(input.metrics, record);
      break;
    }
    let checked = store.done.size > 0;
    await runSweep({
      sweep: input.sweep,
      runs: missing,
      threads: options.threads ?? availableParallelism(),
      signal: interrupted.signal,
      onRun: (record) => {
        store.add(record);
        if (!checked) checkMetrics(input.metrics, record);
        checked = true;
      },
      onProgress: ({ done, runs }) => bar.update(done, runs, "runs"),
    });
    bar.clear();
    if (shard !== null) tellShard(store, shard, out!, options);
    else
      await finishSweep(
        { plan: input.sweep.plan, metrics: input.metrics, done: store.done, folder, out },
        options,
      );
  } catch (error) {
    bar.clear();
    if (!(error instanceof Interrupted)) throw error;
    tellInterrupted(store, input, out);
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

function tellShard(store: RunStore, shard: Shard, out: string, { quiet }: SweepOptions): void {
  if (quiet) return;
  const { index, count } = shard;
  process.stdout.write(`Shard ${index} of ${count} is done: ${join(out, runFileName(shard))}\n`);
  if (store.missing(null).length === 0)
    process.stdout.write(`Every run is there. sim merge ${out} joins them.\n`);
}

function tellInterrupted(store: RunStore, { sweep }: SweepInput, out: string | null): void {
  const kept =
    out === null
      ? "nothing was written"
      : `${store.done.size} of ${runsIn(sweep.plan)} runs are in ${out}; the same command goes on from there`;
  process.stderr.write(`\nInterrupted: ${kept}.\n`);
}
