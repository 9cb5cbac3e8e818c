/** Follows the files of runs in a folder that others write to, reading each byte once. */
import { closeSync, openSync, readSync } from "node:fs";
import { headOf, parseRecord, type RunRecord } from "./runs.ts";
import { runFilesIn } from "./store.ts";

interface Followed {
  offset: number;
  /** Bytes of a line that is not whole yet. */
  rest: Buffer;
  /** Whether its head is that of this experiment; null before it was read. */
  ours: boolean | null;
}

export class RunWatcher {
  readonly #folder: string;
  readonly #fingerprint: string;
  readonly #files = new Map<string, Followed>();

  constructor(folder: string, fingerprint: string) {
    this.#folder = folder;
    this.#fingerprint = fingerprint;
  }

  /** The runs that appeared since the last look. */
  look(): RunRecord[] {
    return runFilesIn(this.#folder).flatMap((path) => {
      let file = this.#files.get(path);
      if (file === undefined) {
        file = { offset: 0, rest: Buffer.alloc(0), ours: null };
        this.#files.set(path, file);
      }
      return this.#newIn(path, file);
    });
  }

  #newIn(path: string, file: Followed): RunRecord[] {
    const bytes = Buffer.concat([file.rest, bytesFrom(path, file.offset)]);
    file.offset += bytes.length - file.rest.length;
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    file.rest = Buffer.from(bytes.subarray(end));
    const lines = bytes.toString("utf8", 0, end).split("\n").slice(0, -1);
    if (file.ours === null && lines.length > 0)
      file.ours = headOf(lines.shift()!)?.fingerprint === this.#fingerprint;
    return file.ours ? lines.flatMap((line) => parseRecord(line) ?? []) : [];
  }
}

const NEWLINE = 10;
const CHUNK = 1 << 20;

function bytesFrom(path: string, offset: number): Buffer {
  const fd = openSync(path, "r");
  try {
    const chunks: Buffer[] = [];
    for (let at = offset; ; ) {
      const chunk = Buffer.alloc(CHUNK);
      const read = readSync(fd, chunk, 0, CHUNK, at);
      if (read === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, read));
      at += read;
    }
  } finally {
    closeSync(fd);
  }
}
