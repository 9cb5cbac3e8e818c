/**
 * How long tasks of each class wait in the middle, and how long the unlucky ones do: a panel a percentile, on one
 * logarithmic axis, with the interval over the replications.
 */
import type { ResultDocument } from "../lab/result.ts";
import type { Chart } from "./chart-style.ts";
import { dot, dotPlot } from "./dot-plot.ts";
import { labelledRuns, metric, shownGroups } from "./groups.ts";
import { logRange, logTimeAxis, onLog } from "./log-range.ts";
import { formatDuration } from "./units.ts";

export function percentileCharts(document: ResultDocument): readonly Chart[] {
  const runs = labelledRuns(document);
  const names = runs.map((run) => run.label);
  const shown = shownGroups(document, CLASSES_SHOWN).groups.filter((group) => group.kind === "class");
  const groups = shown.length === 0 ? shownGroups(document, 1).groups.slice(0, 1) : shown;
  const estimates = PERCENTILES.flatMap(({ name }) =>
    groups.flatMap((group) => runs.map(({ run }) => metric(run, group.key, name))),
  ).filter((estimate) => estimate !== undefined);
  const range = logRange(estimates.flatMap(({ mean, high }) => [mean, high ?? mean]));
  const place = (seconds: number) => onLog(seconds, range);
  return PERCENTILES.map(({ name, title }) => {
    const dots = groups
      .flatMap((group) =>
        runs.map(({ label, run }) =>
          dot(group.name, label, metric(run, group.key, name), place, formatDuration),
        ),
      )
      .filter((entry) => entry !== null);
    const description =
      dots.length === 0
        ? `Waiting time, ${title}: nothing was measured.`
        : `Waiting time, ${title}. ${dots.map((entry) => `${entry.row}${runs.length > 1 ? ` under ${entry.series}` : ""}: ${entry.value}.`).join(" ")}`;
    const spec = dotPlot({
      dots,
      names,
      x: logTimeAxis(range, "wait"),
      base: null,
      titles: { row: "class", series: "policy", value: `wait, ${title}` },
      description,
    });
    const id = name.replace(".", "-");
    return { id, panel: title, description, note: "", spec, kind: "policy", only: null };
  });
}

const CLASSES_SHOWN = 20;
const PERCENTILES = [
  { name: "wait.p50", title: "median" },
  { name: "wait.p95", title: "95th percentile" },
  { name: "wait.p99", title: "99th percentile" },
];
