/**
 * The result document as text: what `--json` prints and result.json holds. Keys keep the document's order and
 * numbers their shortest exact form, so equal documents give equal bytes; JSON itself turns NaN and Infinity into
 * null.
 */
import type { ResultDocument } from "../lab/result.ts";

export function renderJson(document: ResultDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** JSON to stand inside a script element: without `<` no text in it can end the element or open a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
