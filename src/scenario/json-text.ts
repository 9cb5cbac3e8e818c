/**
 * Reads JSON text and, where it is not JSON, says where and why. The built-in parser gives the value but, depending
 * on the version, no position; so a small scanner looks for the first wrong character when it fails.
 */
import { type Problem, problem } from "./problems.ts";

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: Problem };

export function readJson(text: string): JsonReading {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
  try {
    return { ok: true, value: JSON.parse(json) };
  } catch {
    return { ok: false, problem: describe(json, findError(json)) };
  }
}

/** Where the text stops being JSON, and why; null where it is JSON throughout. */
export function findError(text: string): JsonError | null {
  const scanner = new Scanner(text);
  try {
    scanner.document();
    return null;
  } catch (error) {
    if (error instanceof Found) return { offset: error.offset, reason: error.message };
    throw error;
  }
}

export interface JsonError {
  readonly offset: number;
  readonly reason: string;
}

/** Deeper than any scenario, and shallow enough for the stack. */
const DEEPEST = 200;

class Found extends Error {
  readonly offset: number;

  constructor(offset: number, reason: string) {
    super(reason);
    this.offset = offset;
  }
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): void {
    this.#skipSpace();
    if (this.#at === this.#text.length) this.#fail("the file is empty");
    this.#value(0);
    if (this.#at < this.#text.length) this.#fail("something follows the end of the document");
  }

  #value(depth: number): void {
    if (depth > DEEPEST) this.#fail("nested too deeply");
    const start = this.#text[this.#at];
    if (start === "{") this.#members("}", depth, true);
    else if (start === "[") this.#members("]", depth, false);
    else if (start === '"') this.#string();
    else this.#word();
    this.#skipSpace();
  }

  #members(end: string, depth: number, named: boolean): void {
    this.#at++;
    this.#skipSpace();
    if (this.#take(end)) return;
    do {
      this.#skipSpace();
      if (named) this.#name();
      if (this.#text[this.#at] === end) this.#fail(`a comma before ${end} has nothing after it`);
      this.#value(depth + 1);
    } while (this.#take(","));
    if (!this.#take(end)) this.#fail(`expected a comma or ${end}`);
  }

  #name(): void {
    if (this.#text[this.#at] === "}") this.#fail("a comma before } has nothing after it");
    if (this.#text[this.#at] !== '"') this.#fail("expected a key in double quotes");
    this.#string();
    this.#skipSpace();
    if (!this.#take(":")) this.#fail("expected a colon after the key");
    this.#skipSpace();
    if (this.#text[this.#at] === "}") this.#fail("expected a value after the colon");
  }

  #string(): void {
    const start = this.#at;
    STRING.lastIndex = start;
    if (STRING.test(this.#text)) {
      this.#at = STRING.lastIndex;
      return;
    }
    const lineEnd = this.#text.indexOf("\n", start);
    const closing = this.#text.indexOf('"', start + 1);
    if (closing === -1 || (lineEnd !== -1 && closing > lineEnd)) this.#fail("this text has no closing quote");
    this.#fail("this text has a backslash or a control character that JSON does not allow");
  }

  #word(): void {
    WORD.lastIndex = this.#at;
    if (WORD.test(this.#text)) {
      this.#at = WORD.lastIndex;
      return;
    }
    if (this.#at >= this.#text.length) this.#fail("the file ends too early");
    if (this.#text.startsWith("//", this.#at) || this.#text.startsWith("/*", this.#at)) {
      this.#fail("JSON has no comments; use the description");
    }
    this.#fail("expected a value: text in double quotes, a number, true, false, null, { or [");
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && " \t\n\r".includes(this.#text[this.#at]!)) this.#at++;
  }

  #fail(reason: string): never {
    throw new Found(this.#at, reason);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside text
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

function describe(text: string, error: JsonError | null): Problem {
  if (error === null) return problem("", "this is not JSON");
  const before = text.slice(0, error.offset);
  const line = before.split("\n").length;
  const column = error.offset - before.lastIndexOf("\n");
  const written = text.split("\n")[line - 1]?.trim() ?? "";
  const shown = written.length > 80 ? `${written.slice(0, 79)}…` : written;
  const message = `not JSON: line ${line}, column ${column}: ${error.reason}`;
  return shown === "" ? { path: "", message } : { path: "", found: shown, message };
}
