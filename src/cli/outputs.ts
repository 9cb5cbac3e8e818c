/**
 * What a command writes: opened before the work begins, so that a folder that cannot be written is a message and not
 * a lost run; put in place only when everything is whole; and gone without a trace after Ctrl-C.
 */
import { closeSync, createWriteStream, openSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { Writable } from "node:stream";
import { OutputError, ReportFolder } from "../report/write.ts";
import { EXIT_INPUT, Failure } from "./failure.ts";

export class Outputs {
  readonly #files: { readonly path: string; readonly partial: string }[] = [];
  #folder: ReportFolder | null = null;
  #settled = false;

  /** Undoes everything when the process is interrupted. */
  static open(): Outputs {
    const outputs = new Outputs();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => {
        if (outputs.#settled) return;
        outputs.discard();
        process.stderr.write("\nInterrupted: nothing was written.\n");
        process.exit(signal === "SIGINT" ? 130 : 143);
      });
    }
    return outputs;
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

  /** A file beside the report. Written under another name until all is done. */
  file(path: string): Writable {
    const partial = `${resolve(path)}.${process.pid}.partial`;
    try {
      closeSync(openSync(partial, "w"));
    } catch (error) {
      throw this.#failure(`${path}: cannot be written (${(error as NodeJS.ErrnoException).code})`);
    }
    this.#files.push({ path: resolve(path), partial });
    return createWriteStream(partial);
  }

  commit(): void {
    this.#settled = true;
    for (const { path, partial } of this.#files) renameSync(partial, path);
    this.#folder?.commit();
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
