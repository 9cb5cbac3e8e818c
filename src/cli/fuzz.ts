/** `sim fuzz`: random scenarios against the invariants; what fails is made small and written down. */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Findings, type Failure as Found, smallest } from "../lab/fuzz/campaign.ts";
import { runCampaign } from "../lab/fuzz/fuzz-threads.ts";
import { type Restrictions, randomScenario } from "../lab/fuzz/generate.ts";
import { FAULT_KINDS } from "../lab/fuzz/random-faults.ts";
import { type Counts, RECOVERIES } from "../lab/fuzz/recovery-count.ts";
import { BUILT_IN } from "../policies/index.ts";
import type { FaultKind } from "../scenario/model.ts";
import { nearest } from "../scenario/nearest.ts";
import { EXIT_FAILED, EXIT_INPUT, Failure } from "./failure.ts";
import { ProgressBar } from "./progress.ts";

export interface FuzzOptions {
  readonly runs: number;
  readonly seed: number;
  readonly threads?: number;
  readonly only?: string;
  readonly policy?: string;
  readonly out: string;
  readonly keepGoing?: boolean;
  readonly json?: boolean;
}

/** In fewer runs than this, that something never happened says nothing. */
const ENOUGH_RUNS = 500;
/** Threads take longer to start than a few runs take. */
const RUNS_PER_THREAD = 100;
const INTERRUPTED = 130;

interface Written extends Found {
  readonly file: string;
}

export async function fuzz(options: FuzzOptions): Promise<void> {
  const limits = readLimits(options);
  const bar = new ProgressBar(options.json !== true);
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => interrupted.abort());
  const findings = await runCampaign({
    seed: options.seed,
    runs: options.runs,
    threads: Math.min(options.threads ?? availableParallelism(), Math.ceil(options.runs / RUNS_PER_THREAD)),
    mostFailures: options.keepGoing === true ? Number.MAX_SAFE_INTEGER : 1,
    limits,
    onProgress: ({ runs }) => bar.update(runs / options.runs, runs, "runs"),
    signal: interrupted.signal,
  });
  bar.clear();
  const written = writeFailures(findings.failures, limits, options.out);
  const restricted = limits.only !== undefined || limits.policy !== undefined;
  const never = restricted || findings.runs < ENOUGH_RUNS ? [] : neverHappened(findings);
  if (options.json) showJson(findings, written, never, options);
  else show(findings, written, never, options);
  if (interrupted.signal.aborted) process.exitCode = INTERRUPTED;
  if (written.length > 0 || never.length > 0) process.exitCode = EXIT_FAILED;
}

function readLimits({ only, policy }: FuzzOptions): Restrictions {
  const kinds = only?.split(",").map((kind) => kind.trim());
  const wrong = [
    ...(kinds ?? []).flatMap((kind) => unknown("--only", "kind of fault", kind, FAULT_KINDS)),
    ...(policy === undefined
      ? []
      : unknown(
          "--policy",
          "policy",
          policy,
          BUILT_IN.map(({ name }) => name),
        )),
  ];
  if (wrong.length > 0) throw new Failure(EXIT_INPUT, wrong.join("\n"));
  return {
    ...(kinds !== undefined && { only: kinds as FaultKind[] }),
    ...(policy !== undefined && { policy }),
  };
}

function unknown(flag: string, noun: string, name: string, known: readonly string[]): string[] {
  if (known.includes(name)) return [];
  const meant = nearest(name, known);
  return [
    `${flag}: there is no ${noun} "${name}"${meant === null ? "" : `; did you mean ${meant}?`} There are ${known.join(", ")}.`,
  ];
}

/** The first that breaks an invariant is made small; the others most likely show the same. */
function writeFailures(failures: readonly Found[], limits: Restrictions, out: string): Written[] {
  const seen = new Set<string>();
  if (failures.length > 0) mkdirSync(out, { recursive: true });
  return failures.map((failure) => {
    const file = join(out, `seed-${failure.seed}.json`);
    const description = `Seed ${failure.seed} of sim fuzz: breaks ${failure.invariant.slice(0, 100)}.`;
    const isFirst = !seen.has(failure.invariant);
    seen.add(failure.invariant);
    const { name, ...json } = isFirst ? smallest(failure, limits) : randomScenario(failure.seed, limits);
    writeFileSync(file, `${JSON.stringify({ name, description, ...json }, null, 2)}\n`);
    return { ...failure, file };
  });
}

function neverHappened({ faults, recoveries }: Findings): string[] {
  return [
    ...FAULT_KINDS.filter((kind) => !(faults[kind]! > 0)),
    ...RECOVERIES.filter((name) => !(recoveries[name]! > 0)),
  ];
}

function show(
  findings: Findings,
  written: readonly Written[],
  never: readonly string[],
  options: FuzzOptions,
) {
  const { runs, took, events, faults, recoveries } = findings;
  const lines = [
    `${runs} runs, seeds ${options.seed} to ${options.seed + options.runs - 1}, ${(took / runs).toFixed(1)} ms and ${Math.round(events / runs)} events each`,
    "",
    "faults",
    ...columns(faults, FAULT_KINDS),
    "",
    "recoveries",
    ...columns(recoveries, RECOVERIES),
    "",
    ...written.flatMap(({ seed, invariant, message, file }) => [
      `seed ${seed} breaks ${invariant}`,
      `  ${message.split("\n").slice(0, 6).join("\n  ")}`,
      `  ${file}`,
      `  sim run --check ${file}`,
      "",
    ]),
    ...(never.length > 0 ? [`never happened, and so was not tested: ${never.join(", ")}`, ""] : []),
    written.length === 0 ? "no invariant was broken" : `${written.length} broken`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Names with their counts, in columns that fit a terminal. */
function columns(counts: Counts, names: readonly string[]): string[] {
  const width = Math.max(...names.map((name) => name.length));
  const cells = names.map((name) => `${name.padEnd(width)} ${String(counts[name] ?? 0).padStart(8)}`);
  const across = Math.max(1, Math.floor(110 / (width + 12)));
  const height = Math.ceil(cells.length / across);
  return Array.from(
    { length: height },
    (_, row) => `  ${cells.filter((_, i) => i % height === row).join("   ")}`,
  );
}

function showJson(
  { runs, took, events, faults, recoveries }: Findings,
  failures: readonly Written[],
  never: readonly string[],
  { seed }: FuzzOptions,
): void {
  const document = { seed, runs, milliseconds: took / runs, events, faults, recoveries, failures, never };
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}
