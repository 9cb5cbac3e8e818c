/**
 * A task's effect, applied at most once per idempotency key: a file of that name is created, which only one attempt
 * can do. It is on disk before the attempt reports success, so that what the coordinator stores as done is done.
 */
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** False when an earlier attempt has applied it already. */
export function applyEffect(folder: string, key: string, token: number): boolean {
  let file: number;
  try {
    file = openSync(join(folder, key), "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  writeSync(file, `${token}\n`);
  fsyncSync(file);
  closeSync(file);
  const directory = openSync(folder, "r");
  fsyncSync(directory);
  closeSync(directory);
  return true;
}
