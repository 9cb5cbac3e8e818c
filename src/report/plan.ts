/** The report of a plan: what programs read, what spreadsheets do, and the page for people. */
import type { PlanDocument } from "../lab/result.ts";
import { type Cell, toCsv } from "./csv.ts";
import { type ReportFiles, type ReportForms, writePictures } from "./write.ts";

export async function writePlanReport(
  folder: ReportFiles,
  document: PlanDocument,
  { charts: images = [] }: Pick<ReportForms, "charts"> = {},
): Promise<void> {
  folder.write("plan.json", renderPlanJson(document));
  folder.write("plan.csv", await planCsv(document));
  const [{ planSections }, { renderPlanPage }] = await Promise.all([
    import("./chart-plan.ts"),
    import("./plan-page.ts"),
  ]);
  await writePictures(folder, planSections(document), document, images);
  folder.write("index.html", renderPlanPage(document, { images }));
}

/** Equal documents give equal bytes; JSON itself turns NaN into null. */
export function renderPlanJson(document: PlanDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The curve: one row a choice that was looked at and a target, cheapest first. */
export function planCsv({ axes, choices }: PlanDocument): Promise<string> {
  const headers = [
    ...axes,
    ...[
      "cost",
      "replications",
      "choice",
      "target",
      "mean",
      "low",
      "high",
      "limit",
      "verdict",
      "margin",
      "under",
    ],
  ];
  const rows = choices.flatMap(({ at, cost, replications, verdict, targets }) =>
    targets.map((outcome): Cell[] => [
      ...at.map((value) => (typeof value === "boolean" ? String(value) : value)),
      ...[cost, replications, verdict, outcome.target],
      ...[outcome.value.mean, outcome.value.low, outcome.value.high, outcome.limit],
      ...[outcome.verdict, outcome.margin, outcome.under],
    ]),
  );
  return toCsv(headers, rows);
}
