/**
 * Text into a stream, from code that cannot wait: pieces are gathered into large chunks, and whoever writes looks
 * at needsDrain between steps of its own. A failure of the stream is kept and thrown at the next chance to hear it.
 */
import { once } from "node:events";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";

export class TextSink {
  readonly #stream: Writable;
  #pending = "";
  #failure: Error | null = null;

  constructor(stream: Writable) {
    this.#stream = stream;
    // Without a listener an error of the disk would end the process in the middle of a run.
    stream.on("error", (error) => {
      this.#failure = error;
    });
  }

  /** The stream has more than it wants: call drained() before much more is written. */
  get needsDrain(): boolean {
    return this.#stream.writableNeedDrain || this.#failure !== null;
  }

  write(text: string): void {
    this.#pending += text;
    if (this.#pending.length >= CHUNK_CHARACTERS) this.#flush();
  }

  async drained(): Promise<void> {
    this.#throwFailure();
    if (this.#stream.writableNeedDrain) await once(this.#stream, "drain");
    this.#throwFailure();
  }

  /** Resolves when everything has reached the stream's end. */
  async end(): Promise<void> {
    this.#throwFailure();
    this.#flush();
    const done = finished(this.#stream);
    this.#stream.end();
    await done;
  }

  #flush(): void {
    if (this.#failure === null) this.#stream.write(this.#pending);
    this.#pending = "";
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure;
  }
}

/** Large enough that the stream's own cost per write vanishes, small enough not to matter in memory. */
const CHUNK_CHARACTERS = 1 << 16;
