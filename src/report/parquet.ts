/** The result's tables as Parquet files, for data frames and DuckDB: the same columns as the CSV files, with types. */
import { parquetWriteBuffer } from "hyparquet-writer";
import type { Table } from "./tables.ts";

export function tableParquet(table: Table): Uint8Array {
  const columnData = table.columns.map(({ name, type }, index) => ({
    name,
    type: type === "text" ? ("STRING" as const) : ("DOUBLE" as const),
    nullable: type === "number",
    data: table.rows.map((row) => measured(row[index] ?? null)),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

/** What was not measured is null, not NaN. */
function measured(cell: string | number | null): string | number | null {
  return typeof cell === "number" && !Number.isFinite(cell) ? null : cell;
}
