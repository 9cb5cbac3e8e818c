/**
 * One cell of a CSV file. Names come from users, and a spreadsheet runs a cell that begins with = + - or @ as a
 * formula, so such text gets a quote in front, which spreadsheets take as "this is text".
 */

/** Text that no spreadsheet will run. For names only: numbers stay as they are, or -1 would become text. */
export function neutralized(text: string): string {
  return RUNNABLE.test(text) ? `'${text}` : text;
}

/** A neutralised name with the quotes that CSV needs (RFC 4180). */
export function csvText(text: string): string {
  const safe = neutralized(text);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const RUNNABLE = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;
