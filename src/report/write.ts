/** Writing a report: every form of a result, into an open folder. The one place here that joins pure text and disk. */
import type { ResultDocument } from "../lab/result.ts";
import type { Gantt } from "./chart-gantt.ts";
import type { ChartSection } from "./charts.ts";
import { renderJson } from "./json.ts";
import type { ImageKind } from "./page-charts.ts";
import type { Table } from "./tables.ts";

export { OutputError } from "./output-error.ts";
export { ReportFolder } from "./report-folder.ts";

/** Where a report's files go. */
export interface ReportFiles {
  write(name: string, content: string | Uint8Array): void;
}

/** What a report may hold besides what it always has. */
export interface ReportForms {
  /** Pictures of each chart. Drawing them takes about a second. */
  readonly charts?: readonly ImageKind[];
  readonly parquet?: boolean;
}

export interface ReportExtras extends ReportForms {
  readonly gantts?: readonly Gantt[];
}

/** Does not commit: a caller may have files of its own to add. */
export async function writeReport(
  folder: ReportFiles,
  document: ResultDocument,
  extras: ReportExtras = {},
): Promise<void> {
  const { gantts = [], charts: images = [] } = extras;
  // Loaded here so that a command which writes no report does not pay for them.
  const [{ tablesOf }, { renderPage }] = await Promise.all([import("./tables.ts"), import("./page.ts")]);
  folder.write("result.json", renderJson(document));
  const files = await writeTables(folder, tablesOf(document, gantts), extras);
  if (images.length > 0) {
    const { causeSections, ganttSections, verdictSections } = await import("./charts.ts");
    await writePictures(
      folder,
      [...verdictSections(document), ...causeSections(document), ...ganttSections(document, gantts)],
      document,
      images,
    );
  }
  folder.write("index.html", renderPage(document, { gantts, images, files }));
}

/** CSV files, and Parquet where asked for; answers the names of the latter. */
export async function writeTables(
  folder: ReportFiles,
  tables: readonly Table[],
  { parquet = false }: ReportForms,
): Promise<readonly string[]> {
  const { tableCsv } = await import("./csv.ts");
  for (const table of tables) folder.write(`${table.name}.csv`, await tableCsv(table));
  if (!parquet) return [];
  const { tableParquet } = await import("./parquet.ts");
  return tables.map((table) => {
    const name = `${table.name}.parquet`;
    folder.write(name, tableParquet(table));
    return name;
  });
}

/** A picture of each chart in each of these forms. */
export async function writePictures(
  folder: ReportFiles,
  sections: readonly ChartSection[],
  { scenario, tool }: { readonly scenario: string; readonly tool: string },
  images: readonly ImageKind[],
): Promise<void> {
  if (images.length === 0) return;
  const { writeCharts } = await import("./chart-files.ts");
  await writeCharts(folder, sections, `${scenario}, schedlab ${tool}`, images);
}
