/**
 * How far a task has got, in a file of its own that is replaced as a whole, so that a crash leaves the old one or the
 * new one. What the scheduler believes to be saved is read from there by the next attempt, wherever it runs.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";

/** False when a later attempt has saved something already: this one is no longer the task's. */
export function saveCheckpoint(folder: string, task: string, token: number, progress: number): boolean {
  const before = readCheckpoint(folder, task);
  if (before !== null && before.token > token) return false;
  const path = join(folder, task);
  const written = `${path}.${token}`;
  const file = openSync(written, "w", 0o600);
  writeSync(file, `${JSON.stringify({ token, progress })}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(written, path);
  return true;
}

/** The work that is saved, in ticks on a machine of speed 1; 0 when there is nothing that could be read. */
export function savedProgress(folder: string, task: string): number {
  return readCheckpoint(folder, task)?.progress ?? 0;
}

function readCheckpoint(folder: string, task: string): { token: number; progress: number } | null {
  try {
    const { token, progress } = JSON.parse(readFileSync(join(folder, task), "utf8"));
    return Number.isSafeInteger(token) && Number.isSafeInteger(progress) ? { token, progress } : null;
  } catch {
    return null;
  }
}
