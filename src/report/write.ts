/** Writing a report: every form of a result, into an open folder. The one file here that joins pure text and disk. */
import type { ResultDocument } from "../lab/result.ts";
import { renderJson } from "./json.ts";
import type { ReportFolder } from "./report-folder.ts";

export { OutputError } from "./output-error.ts";
export { ReportFolder } from "./report-folder.ts";

/** Does not commit: a caller may have files of its own to add. */
export async function writeReport(folder: ReportFolder, document: ResultDocument): Promise<void> {
  // Loaded here so that a command which writes no report does not pay for them.
  const [{ comparisonCsv, metricsCsv, timelineCsv, waitsCsv }, { renderPage }] = await Promise.all([
    import("./csv.ts"),
    import("./page.ts"),
  ]);
  folder.write("result.json", renderJson(document));
  folder.write("metrics.csv", await metricsCsv(document));
  folder.write("waits.csv", await waitsCsv(document));
  folder.write("timeline.csv", await timelineCsv(document));
  if (document.comparison !== undefined)
    folder.write("comparison.csv", await comparisonCsv(document.comparison));
  folder.write("index.html", renderPage(document));
}
