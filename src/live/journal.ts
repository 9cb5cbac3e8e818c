/** Reads what a live run has recorded: its inputs and its decisions. Works on a run that is still going on. */
import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Decision } from "./decisions.ts";
import { LiveError } from "./errors.ts";
import type { JournalEntry } from "./inputs.ts";
import type { RunRecord } from "./round-record.ts";
import { databasePath, holdsRun, Store } from "./store.ts";

export interface Journal {
  readonly run: RunRecord;
  readonly entries: readonly JournalEntry[];
  readonly decisions: readonly { readonly round: number; readonly decision: Decision }[];
}

/** `path` is a run folder or the run.db in it. */
export function readJournal(path: string): Journal {
  const folder = basename(path) === "run.db" && !isFolder(path) ? dirname(path) : path;
  // Opening would make an empty database, and a typing error would leave one behind.
  if (!holdsRun(folder)) throw missing(folder);
  const store = new Store(folder);
  try {
    return journalOf(store, folder);
  } finally {
    store.close();
  }
}

export function journalOf(store: Store, folder: string): Journal {
  const run = store.run();
  if (run === null) throw missing(folder);
  return { run, entries: store.journal(), decisions: store.decisions() };
}

function missing(folder: string): LiveError {
  return new LiveError(
    "RUN_MISSING",
    `there is no live run in ${folder} (${databasePath(folder)} is missing or empty)`,
  );
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
