/** TypeScript without its types, in memory; and the line of a syntax error, which Node does not tell. */
import { basename } from "node:path";
import { transformSync } from "@swc/wasm-typescript";

/** Lines and columns stay where they are: types become blanks. Throws a SyntaxError that names the line. */
export function stripTypes(source: string, file: string): string {
  try {
    return transformSync(source, { mode: "strip-only" }).code;
  } catch (error) {
    // What the parser throws is not an Error.
    const { message, startLine } = error as { readonly message: string; readonly startLine?: number };
    const words = message.replace(" in strip-only mode", ", since types are only taken out");
    throw new SyntaxError(startLine === undefined ? words : `${words} (${basename(file)}:${startLine})`);
  }
}
