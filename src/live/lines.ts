/** Newline-delimited text out of a stream of bytes. A line beyond the limit ends it; no buffer grows for ever. */
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

  /** Calls back for each line that is complete. False when one is too long: then the rest is of no use. */
  push(chunk: Buffer): boolean {
    const lines = (this.#rest + this.#decoder.write(chunk)).split("\n");
    this.#rest = lines.pop()!;
    for (const line of lines) {
      if (line.length > MAX_LINE) return false;
      this.#onLine(line);
    }
    return this.#rest.length <= MAX_LINE;
  }
}
