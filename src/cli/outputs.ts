/**
 * What a command writes: opened before the work begins, so that a folder that cannot be written is a message and not
 * a lost run; put in place only when everything is whole; and gone without a trace after Ctrl-C.
 */
import { createWriteStream, existsSync, openSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { OutputError, ReportFolder } from "../report/write.ts";
import { EXIT_INPUT, Failure } from "./failure.ts";

/** As shells count them: 128 and the number of the signal. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export class Outputs {
  readonly #files: { readonly path: string; readonly partial: string }[] = [];
  #folder: ReportFolder | null = null;
  #settled = false;

  /** Undoes everything when the process is interrupted. */
  static open(): Outputs {
    const outputs = new Outputs();
    for (const [signal, exitCode] of Object.entries(SIGNALS)) {
      process.once(signal, () => {
        if (outputs.#settled) return;
        outputs.discard();
        process.stderr.write("\nInterrupted: nothing was written.\n");
        process.exit(exitCode);
      });
    }
    return outputs;
  }

  /** For commands that have more to undo than files: a signal aborts them, and they discard in their own time. */
  static openUnder(interrupted: AbortController): Outputs {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => interrupted.abort());
    return new Outputs();
  }

  folder(path: string): ReportFolder {
    try {
      this.#folder = ReportFolder.open(path);
      return this.#folder;
    } catch (error) {
      if (error instanceof OutputError) throw this.#failure(error.message);
      throw error;
    }
  }

  /** A file beside the report, or in it. Written under another name until all is done. */
  file(path: string): Writable {
    const target = canonical(path);
    if (isFolder(target)) throw this.#failure(`${path}: this is a folder. Name a file in it`);
    if (this.#files.some((file) => file.path === target))
      throw this.#failure(`${path}: two outputs cannot go to one file`);
    // The report's folder is replaced as a whole, so what goes into it waits beside it.
    const inReport = this.#folder !== null && dirname(target) === this.#folder.path;
    const partial = `${inReport ? besideFolder(target) : target}.${process.pid}.partial`;
    let fd: number;
    try {
      fd = openSync(partial, "w");
    } catch (error) {
      throw this.#failure(`${path}: cannot be written (${reason(error)})`);
    }
    this.#files.push({ path: target, partial });
    // The stream gets the open file: if it opened it by name, later, it could bring back a file already discarded.
    return createWriteStream(partial, { fd });
  }

  commit(): void {
    this.#settled = true;
    try {
      this.#folder?.commit();
    } finally {
      for (const { path, partial } of this.#files) renameSync(partial, path);
    }
  }

  discard(): void {
    if (this.#settled) return;
    this.#settled = true;
    for (const { partial } of this.#files) rmSync(partial, { force: true });
    this.#folder?.discard();
  }

  #failure(message: string): Failure {
    this.discard();
    return new Failure(EXIT_INPUT, message);
  }
}

/** One name for one place, whatever links lead there. */
function canonical(path: string): string {
  const folder = dirname(resolve(path));
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(path));
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // Opening it for writing says what is wrong with the path.
  }
}

function besideFolder(path: string): string {
  const folder = dirname(path);
  return join(dirname(folder), `.${basename(folder)}.${basename(path)}`);
}

function reason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such folder";
  if (code === "ENOTDIR") return "a part of the path is a file, not a folder";
  return String(code);
}
