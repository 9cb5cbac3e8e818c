/** A table as a CSV file, for spreadsheets. */
import { writeToString } from "fast-csv";
import { neutralized } from "./csv-cell.ts";
import type { Cell, Table } from "./tables.ts";

export type { Cell };

export function tableCsv({ columns, rows }: Table): Promise<string> {
  return toCsv(
    columns.map(({ name }) => name),
    rows,
  );
}

/** Names that a spreadsheet would run as formulas become text. */
export function toCsv(headers: string[], rows: readonly (readonly Cell[])[]): Promise<string> {
  const cells = rows.map((row) => row.map(cellText));
  return writeToString(cells, { headers, alwaysWriteHeaders: true, includeEndRowDelimiter: true });
}

function cellText(cell: Cell): string {
  if (typeof cell === "string") return neutralized(cell);
  // What was not measured is an empty cell: "NaN" would make a spreadsheet's column text.
  return cell === null || !Number.isFinite(cell) ? "" : String(cell);
}
