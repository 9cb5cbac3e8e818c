/**
 * The runs that a folder holds, whoever put them there: an interrupted sweep, shards of other machines, jobs of a
 * cluster. A sweep begins by taking them in, so that nothing is run twice, and adds its own to a file of its own.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { countPoints } from "./design.ts";
import { type RunFile, type RunRecord, type RunsHead, RunWriter, readRuns, runNumber } from "./runs.ts";
import type { SweepPlan } from "./sweep.ts";

/** The folder has runs of something else that is not finished, which nobody but its owner may throw away. */
export class OtherExperiment extends Error {}

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

export class RunStore {
  /** By number, see runNumber. */
  readonly done = new Map<number, RunRecord>();
  readonly #plan: SweepPlan;
  readonly #head: RunsHead;
  #writer: RunWriter | null = null;

  private constructor(head: RunsHead) {
    this.#head = head;
    this.#plan = head.plan;
  }

  /** Keeps runs in memory only. */
  static inMemory(head: RunsHead): RunStore {
    return new RunStore(head);
  }

  /** `fresh`: what is there is thrown away. */
  static open(folder: string, head: RunsHead, fresh: boolean): RunStore {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, runFileName(head.shard));
    const store = new RunStore(head);
    if (fresh) removeRuns(folder, head.shard);
    const others: RunFile[] = [];
    for (const file of runFilesIn(folder)) {
      if (isSibling(file, head.shard)) continue;
      const read = readRuns(file);
      if (read === null)
        rmSync(file); // Not even its head was finished.
      else if (read.head.fingerprint === head.fingerprint) store.#takeIn(read.records);
      else others.push(read);
    }
    if (others.length > 0) {
      const unfinished = others.find(({ head: other }) => doneOf(others, other) < runsIn(other.plan));
      if (unfinished !== undefined) throw new OtherExperiment(describeOther(others, unfinished.head, head));
      removeRuns(folder, null);
    }
    // At once, and not with the first run: by this file the folder is known as a sweep's.
    store.#writer = new RunWriter(path, head);
    return store;
  }

  /** In the order of their numbers. */
  missing(shard: Shard | null = this.#head.shard): number[] {
    const missing: number[] = [];
    const { index, count } = shard ?? { index: 1, count: 1 };
    const total = runsIn(this.#plan);
    // Every n-th, because neighbours take about as long: each shard gets its part of the long ones.
    for (let run = index - 1; run < total; run += count) if (!this.done.has(run)) missing.push(run);
    return missing;
  }

  add(record: RunRecord): void {
    this.#writer?.write(record);
    this.#takeIn([record]);
  }

  /** Takes in what others have written. */
  takeIn(records: readonly RunRecord[]): void {
    this.#takeIn(records);
  }

  close(): void {
    this.#writer?.close();
    this.#writer = null;
  }

  #takeIn(records: readonly RunRecord[]): void {
    for (const record of records) {
      const run = runNumber(record, this.#plan);
      if (run < runsIn(this.#plan)) this.done.set(run, record);
    }
  }
}

export function runsIn(plan: SweepPlan): number {
  return countPoints(plan.axes, plan.sample) * plan.policies.length * plan.replications;
}

/** By these names a folder is known to belong to a sweep. */
export function isRunFile(name: string): boolean {
  return name === "runs.jsonl" || /^shard-\d+-of-\d+\.jsonl$/.test(name);
}

export function runFilesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter(isRunFile)
    .sort()
    .map((name) => join(folder, name));
}

export function runFileName(shard: Shard | null): string {
  return shard === null ? "runs.jsonl" : `shard-${shard.index}-of-${shard.count}.jsonl`;
}

/** Another shard of the same cut has none of the runs of this one: with a thousand of them that saves much reading. */
function isSibling(file: string, shard: Shard | null): boolean {
  if (shard === null || !file.endsWith(`-of-${shard.count}.jsonl`)) return false;
  return basename(file) !== runFileName(shard);
}

/** A shard removes only its own: the others may be at work. */
function removeRuns(folder: string, shard: Shard | null): void {
  const files = shard === null ? runFilesIn(folder) : [join(folder, runFileName(shard))];
  for (const file of files) rmSync(file, { force: true });
}

function doneOf(files: readonly RunFile[], { fingerprint, plan }: RunsHead): number {
  const same = files.filter(({ head }) => head.fingerprint === fingerprint);
  return new Set(same.flatMap(({ records }) => records.map((record) => runNumber(record, plan)))).size;
}

function describeOther(files: readonly RunFile[], other: RunsHead, own: RunsHead): string {
  const done = `${doneOf(files, other)} of ${runsIn(other.plan)} runs`;
  return other.tool === own.tool
    ? `it holds an unfinished sweep of another experiment (${other.plan.scenario}, ${done})`
    : `it holds an unfinished sweep of schedlab ${other.tool}, and this is ${own.tool} (${other.plan.scenario}, ${done})`;
}
