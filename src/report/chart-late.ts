/** Which classes run late: one bar a class and policy, with the confidence interval that the run computed. */
import type { ResultDocument } from "../lab/result.ts";
import { type Chart, type ChartSpec, chartFrame, colorScale, PERCENT_LABEL } from "./chart-style.ts";
import { labelledRuns, metric, shownGroups } from "./groups.ts";
import { formatPercent } from "./units.ts";

export function lateCharts(document: ResultDocument): readonly Chart[] {
  const runs = labelledRuns(document);
  const names = runs.map((run) => run.label);
  const bars = shownGroups(document, CLASSES_SHOWN)
    .groups.filter((group) => group.kind === "class")
    .flatMap((group) =>
      runs.flatMap(({ label, run }) => {
        const late = metric(run, group.key, "lateRatio");
        return late === undefined || !Number.isFinite(late.mean)
          ? []
          : [{ class: group.name, policy: label, ...late, late: formatPercent(late.mean) }];
      }),
    );
  const worst = bars.reduce<(typeof bars)[number] | null>(
    (most, bar) => (most === null || bar.mean > most.mean ? bar : most),
    null,
  );
  const description =
    worst === null
      ? "Share of late tasks by class: nothing was measured."
      : worst.mean === 0
        ? "Share of late tasks by class: no task of any class was late."
        : `Share of late tasks by class. ${bars.map((bar) => `${bar.class}${runs.length > 1 ? ` under ${bar.policy}` : ""}: ${bar.late}.`).join(" ")}`;
  return [{ id: "late", panel: "", description, note: "", spec: lateSpec(bars, names, description) }];
}

const CLASSES_SHOWN = 40;

interface Bar {
  readonly class: string;
  readonly policy: string;
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly late: string;
}

function lateSpec(bars: readonly Bar[], names: readonly string[], description: string): ChartSpec {
  const most = bars.reduce((highest, bar) => Math.max(highest, bar.mean, bar.high ?? 0), 0);
  const y = {
    field: "class",
    type: "nominal",
    sort: null,
    axis: { title: null, grid: false, labelLimit: 140, labelFontSize: 12 },
    scale: { paddingInner: names.length > 1 ? 0.3 : 0.4 },
  };
  const yOffset =
    names.length > 1 ? { yOffset: { field: "policy", scale: { domain: names, paddingInner: 0.15 } } } : {};
  const classes = new Set(bars.map((bar) => bar.class)).size;
  const height = Math.max(40, classes * (names.length > 1 ? 12 + 16 * names.length : 30));
  return {
    ...chartFrame(height, description),
    encoding: { y, ...yOffset },
    layer: [
      {
        data: { values: bars },
        mark: { type: "bar", cornerRadiusEnd: 2 },
        encoding: {
          x: {
            field: "mean",
            type: "quantitative",
            // An axis that ends at a tiny share would make nothing look like much.
            scale: { domain: [0, Math.max(0.01, most)], nice: true },
            axis: { title: "late tasks", labelExpr: PERCENT_LABEL, tickCount: 5 },
          },
          color: { field: "policy", type: "nominal", scale: colorScale(names), legend: null },
          tooltip: [
            { field: "class", title: "class" },
            { field: "policy", title: "policy" },
            { field: "late", title: "late" },
          ],
        },
      },
      {
        data: { values: bars.filter((bar) => bar.low !== null && bar.high !== null) },
        mark: { type: "rule", color: "currentColor", opacity: 0.75, strokeWidth: 1.5, clip: true },
        encoding: { x: { field: "low", type: "quantitative" }, x2: { field: "high" } },
      },
    ],
  };
}
