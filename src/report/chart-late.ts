/** Which classes run late: a point a class and policy on a line from nothing, with the interval that the run computed. */
import type { ResultDocument } from "../lab/result.ts";
import type { Chart } from "./chart-style.ts";
import { dot, dotPlot } from "./dot-plot.ts";
import { labelledRuns, metric, shownGroups } from "./groups.ts";
import { formatPercent, PERCENT_LABEL } from "./units.ts";

export function lateCharts(document: ResultDocument): readonly Chart[] {
  const runs = labelledRuns(document);
  const names = runs.map((run) => run.label);
  const dots = shownGroups(document, CLASSES_SHOWN)
    .groups.filter((group) => group.kind === "class")
    .flatMap((group) =>
      runs.map(({ label, run }) =>
        dot(group.name, label, metric(run, group.key, "lateRatio"), (share) => share, formatPercent),
      ),
    )
    .filter((entry) => entry !== null);
  const most = dots.reduce((highest, entry) => Math.max(highest, entry.x, entry.high ?? 0), 0);
  const description =
    dots.length === 0
      ? "Share of late tasks by class: nothing was measured."
      : most === 0
        ? "Share of late tasks by class: no task of any class was late."
        : `Share of late tasks by class. ${dots.map((entry) => `${entry.row}${runs.length > 1 ? ` under ${entry.series}` : ""}: ${entry.value}.`).join(" ")}`;
  const spec = dotPlot({
    dots,
    names,
    x: {
      // An axis that ends at a tiny share would make nothing look like much.
      scale: { domain: [0, Math.max(0.01, most)], nice: true },
      axis: { title: "late tasks", labelExpr: PERCENT_LABEL, tickCount: 5 },
    },
    base: 0,
    titles: { row: "class", series: "policy", value: "late" },
    description,
  });
  const note = dots.length > 0 && most === 0 ? "No task of any class was late." : "";
  return [{ id: "late", panel: "", description, note, spec, kind: "policy", only: null }];
}

const CLASSES_SHOWN = 40;
