/** Whether tenants are served alike: the mean slowdown of each, and Jain's index over all of them in words. */
import type { ResultDocument } from "../lab/result.ts";
import type { Chart } from "./chart-style.ts";
import { dot, dotPlot } from "./dot-plot.ts";
import { labelledRuns, mean, metric, shownGroups } from "./groups.ts";
import { formatCount, formatDecimal } from "./units.ts";

/** Nothing where there are not two tenants to compare. */
export function fairnessCharts(document: ResultDocument): readonly Chart[] {
  const runs = labelledRuns(document);
  const { groups, hidden } = shownGroups(document, TENANTS_SHOWN);
  const tenants = groups.filter((group) => group.kind === "tenant");
  if (tenants.length < 2) return [];
  const dots = tenants
    .flatMap((group) =>
      runs.map(({ label, run }) =>
        dot(group.name, label, metric(run, group.key, "slowdown.mean"), atLeastOne, formatDecimal),
      ),
    )
    .filter((entry) => entry !== null);
  if (dots.length === 0) return [];
  const most = dots.reduce((highest, entry) => Math.max(highest, entry.x, entry.high ?? 0), 1);
  const indices = runs
    .map(({ label, run }) => ({ label, index: mean(run, "all", "fairness") }))
    .filter(({ index }) => Number.isFinite(index))
    .map(({ label, index }) => (runs.length > 1 ? `${label} ${formatDecimal(index)}` : formatDecimal(index)));
  const jain = indices.length === 0 ? "" : `Jain's index over all tenants: ${indices.join(", ")}.`;
  const more = hidden.tenant > 0 ? ` ${formatCount(hidden.tenant)} smaller tenants are in metrics.csv.` : "";
  const description = `Mean slowdown of each tenant. ${dots.map((entry) => `${entry.row}${runs.length > 1 ? ` under ${entry.series}` : ""}: ${entry.value}.`).join(" ")} ${jain}`;
  const spec = dotPlot({
    dots,
    names: runs.map((run) => run.label),
    x: {
      scale:
        most > WIDE
          ? { type: "log", domain: [1, most], nice: true }
          : { domain: [1, Math.max(1.1, most)], nice: true },
      axis: { title: "mean slowdown", tickCount: 5, format: "~r", labelOverlap: "greedy" },
    },
    base: 1,
    titles: { row: "tenant", series: "policy", value: "mean slowdown" },
    description,
  });
  return [
    { id: "fairness", panel: "", description, note: `${jain}${more}`, spec, kind: "policy", only: null },
  ];
}

const TENANTS_SHOWN = 20;
/** From this on a plain axis would press all but one tenant to its left end. */
const WIDE = 20;

/** Nobody is served faster than at once. */
function atLeastOne(slowdown: number): number {
  return Math.max(1, slowdown);
}
