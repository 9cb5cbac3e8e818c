/** Opens a run folder: for a new run it must hold none yet, to resume it must hold the same one. */
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { LiveError } from "./errors.ts";
import { lockRun, type RunLock } from "./lock.ts";
import type { RunRecord } from "./round-record.ts";
import { holdsRun, Store } from "./store.ts";

export type RunIdentity = Omit<RunRecord, "schemaVersion" | "epoch" | "socket">;

export interface RunFolder {
  readonly store: Store;
  readonly run: RunRecord;
  /** Where the effects of tasks are applied. */
  readonly effects: string;
  /** Where tasks save their progress. */
  readonly checkpoints: string;
  close(): void;
}

export function openRunFolder(folder: string, wanted: RunIdentity, resume: boolean): RunFolder {
  if (resume && !holdsRun(folder)) {
    throw new LiveError(
      "RUN_MISSING",
      `there is no run to resume in ${folder}; leave out --resume to begin one`,
    );
  }
  // Absolute, because agents and tasks have current folders of their own.
  const effects = resolve(folder, "effects");
  const checkpoints = resolve(folder, "checkpoints");
  for (const path of [effects, checkpoints]) mkdirSync(path, { recursive: true });
  const lock = lockRun(folder);
  let store: Store | null = null;
  try {
    store = new Store(folder);
    const run = beginOrFind(store, folder, wanted, resume);
    return { store, run, effects, checkpoints, close: closer(store, lock) };
  } catch (error) {
    store?.close();
    lock.release();
    throw error;
  }
}

function beginOrFind(store: Store, folder: string, wanted: RunIdentity, resume: boolean): RunRecord {
  const found = store.run();
  if (found === null) {
    store.create(wanted);
    return store.run()!;
  }
  if (!resume) {
    throw new LiveError(
      "RUN_EXISTS",
      `${folder} holds a run already; resume it with --resume or choose another folder`,
    );
  }
  const differing = (["policy", "seed", "speed", "agents", "scenario"] as const).filter(
    (field) => found[field] !== wanted[field],
  );
  if (differing.length > 0) {
    const said = differing.map((field) =>
      field === "scenario" ? "another scenario" : `${field} ${found[field]} instead of ${wanted[field]}`,
    );
    throw new LiveError(
      "RUN_DIFFERS",
      `the run in ${folder} has ${said.join(", ")}; resume it as it was begun`,
    );
  }
  return found;
}

function closer(store: Store, lock: RunLock): () => void {
  return () => {
    store.close();
    lock.release();
  };
}
