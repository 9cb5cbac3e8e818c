/** Newline-delimited text out of a stream of bytes. A line beyond the limit is an error, never a growing buffer. */
import { StringDecoder } from "node:string_decoder";

/** Room for some ten thousand attempts in one greeting. */
export const MAX_LINE = 1 << 20;

export class LineReader {
  readonly #onLine: (line: string) => void;
  readonly #decoder = new StringDecoder("utf8");
  #rest = "";

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** Calls back for each line that is complete. Throws on one that is too long. */
  push(chunk: Buffer): void {
    const lines = (this.#rest + this.#decoder.write(chunk)).split("\n");
    this.#rest = lines.pop()!;
    for (const line of lines) {
      if (line.length > MAX_LINE) throw new RangeError("a line is too long");
      this.#onLine(line);
    }
    if (this.#rest.length > MAX_LINE) throw new RangeError("a line is too long");
  }
}
