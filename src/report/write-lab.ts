/** Writing the reports of sweeps and plans, into an open folder. */
import type { PlanDocument, SweepDocument } from "../lab/result.ts";
import type { ChartSection } from "./charts.ts";
import type { ReportFolder } from "./report-folder.ts";
import { type ReportForms, writeTables } from "./write.ts";

/** Neither commits: a caller may have files of its own to add. */
export async function writeSweepReport(
  folder: ReportFolder,
  document: SweepDocument,
  forms: ReportForms = {},
): Promise<void> {
  const { sweepTable } = await import("./lab-tables.ts");
  const { sweepSections } = await import("./chart-sweep.ts");
  const { renderSweepPage } = await import("./sweep-page.ts");
  folder.write("sweep.json", `${JSON.stringify(document, null, 2)}\n`);
  const files = await writeTables(folder, [sweepTable(document)], forms);
  const images = await pictures(folder, sweepSections(document), document, forms);
  folder.write("index.html", renderSweepPage(document, { images, files }));
}

export async function writePlanReport(
  folder: ReportFolder,
  document: PlanDocument,
  forms: ReportForms = {},
): Promise<void> {
  const { planTable } = await import("./lab-tables.ts");
  const { planSections } = await import("./chart-plan.ts");
  const { renderPlanPage } = await import("./plan-page.ts");
  folder.write("plan.json", `${JSON.stringify(document, null, 2)}\n`);
  const files = await writeTables(folder, [planTable(document)], forms);
  const images = await pictures(folder, planSections(document), document, forms);
  folder.write("index.html", renderPlanPage(document, { images, files }));
}

async function pictures(
  folder: ReportFolder,
  sections: readonly ChartSection[],
  { scenario, tool }: { readonly scenario: string; readonly tool: string },
  { charts = [] }: ReportForms,
): Promise<NonNullable<ReportForms["charts"]>> {
  if (charts.length === 0) return [];
  const { writeCharts } = await import("./chart-files.ts");
  await writeCharts(folder, sections, `${scenario}, schedlab ${tool}`, charts);
  return charts;
}
