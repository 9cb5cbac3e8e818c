/**
 * One coordinator a run. The lock is an open transaction on a file of its own: the operating system lets go of it
 * when the process dies, however it dies, so no crash leaves it behind for hours.
 */
import { join } from "node:path";
import Database from "libsql";
import { LiveError, messageOf } from "./errors.ts";

export interface RunLock {
  release(): void;
}

export function lockRun(folder: string): RunLock {
  let db: Database.Database;
  try {
    db = new Database(join(folder, "lock.db"));
  } catch (error) {
    throw new LiveError(
      "STORE_FAILED",
      `cannot write in ${folder}: ${messageOf(error)}. Choose another folder.`,
    );
  }
  try {
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    throw new LiveError(
      "RUN_IN_USE",
      `another process runs the run in ${folder} (${messageOf(error)}); wait for its end or stop it first`,
    );
  }
  return {
    release: () => {
      db.exec("ROLLBACK");
      db.close();
    },
  };
}
