/**
 * Differences between policies on the same work, with their intervals: a panel a metric, a row a pair. An interval
 * that crosses zero names no winner, and its point is hollow.
 */
import type { Comparison, MetricComparison, PairedDifference, Verdict } from "../lab/result.ts";
import { type Chart, type ChartSpec, chartFrame, faded } from "./chart-style.ts";
import { type MetricWords, metricWords } from "./metric-words.ts";
import { formatPercent } from "./units.ts";

/** At most PANELS of the metrics: those in which somebody won come before those in which nobody did. */
export function forestCharts(comparison: Comparison): readonly Chart[] {
  const metrics = comparison.metrics.filter(({ pairs }) => pairs.some(isMeasured));
  const telling = metrics.filter(({ pairs }) => pairs.some(({ verdict }) => verdict !== "undecided"));
  const shown = new Set([...new Set([...telling, ...metrics])].slice(0, PANELS));
  return metrics
    .filter((metric) => shown.has(metric))
    .map((metric, index) => ({ ...panel(metric, comparison), id: `forest-${index + 1}` }));
}

const PANELS = 12;

function isMeasured({ difference }: PairedDifference): boolean {
  return Number.isFinite(difference.mean ?? Number.NaN);
}

/** What the signs mean, for the page's legend. */
export const VERDICT_SIGNS: readonly { readonly verdict: Verdict; readonly words: string }[] = [
  { verdict: "better", words: "better" },
  { verdict: "worse", words: "worse" },
  { verdict: "different", words: "different" },
  { verdict: "undecided", words: "cannot be told apart" },
  { verdict: "equal", words: "the same in every replication" },
];

export const VERDICT_COLORS: Readonly<Record<Verdict, string>> = {
  better: "var(--series-1, #0072b2)",
  worse: "var(--series-2, #d55e00)",
  different: "var(--series-4, #b3578f)",
  undecided: "var(--quiet, #5c656e)",
  equal: "var(--quiet, #5c656e)",
};

export const VERDICT_SHAPES: Readonly<Record<Verdict, string>> = {
  better: "circle",
  worse: "square",
  different: "diamond",
  undecided: "circle",
  equal: "stroke",
};

/** Their winner cannot be named, so their points are not filled. */
export function isHollow(verdict: Verdict): boolean {
  return verdict === "undecided";
}

const VERDICTS = VERDICT_SIGNS.map(({ verdict }) => verdict);

function panel(metric: MetricComparison, comparison: Comparison): Omit<Chart, "id"> {
  const words = metricWords(metric.path);
  const rows = metric.pairs.filter(isMeasured).map((pair) => {
    const { mean, low, high } = pair.difference;
    return {
      // Named alone where all are compared with the same one.
      row: pair.against === comparison.baseline ? pair.policy : `${pair.policy} − ${pair.against}`,
      series: pair.policy,
      against: pair.against,
      verdict: pair.verdict,
      mean,
      low: low ?? mean,
      high: high ?? mean,
      value: signed(mean, words.format),
      interval:
        low === null || high === null ? "–" : `${signed(low, words.format)} to ${signed(high, words.format)}`,
      relative: pair.relative === null ? "–" : signed(pair.relative.mean, formatPercent),
      words: VERDICT_SIGNS.find(({ verdict }) => verdict === pair.verdict)!.words,
    };
  });
  const better = { less: "left is better", more: "right is better", neither: "" }[metric.better];
  const description = `Difference in ${words.title}${better === "" ? "" : ` (${better})`}. ${rows.map((row) => `${row.row}: ${row.value}, interval ${row.interval}, ${row.words}.`).join(" ")}`;
  const spec = forestSpec(rows, better, words, description);
  return { panel: words.title, description, note: "", spec, kind: "policy", only: null };
}

interface Row {
  readonly row: string;
  readonly low: number;
  readonly high: number;
}

function forestSpec(
  rows: readonly Row[],
  better: string,
  words: MetricWords,
  description: string,
): ChartSpec {
  const least = rows.reduce((low, row) => Math.min(low, row.low), 0);
  const most = rows.reduce((high, row) => Math.max(high, row.high), 0);
  const room = (most - least) * 0.06 || 1;
  const ticks = words.ticks(least - room, most + room);
  const x = {
    type: "quantitative",
    scale: { domain: [least - room, most + room], nice: false, zero: false },
    axis: {
      title: better === "" ? null : better,
      labelExpr: `(datum.value > 0 ? '+' : '') + (${words.label})`,
      ...(ticks === null ? { tickCount: 4 } : { values: ticks }),
      labelOverlap: "greedy",
    },
  };
  const y = {
    field: "row",
    type: "nominal",
    sort: null,
    axis: { title: null, grid: false, labelLimit: 130, labelFontSize: 12 },
  };
  const scale = (range: (verdict: Verdict) => string) => ({
    field: "verdict",
    type: "nominal",
    legend: null,
    scale: { domain: VERDICTS, range: VERDICTS.map(range) },
  });
  const color = scale((verdict) => VERDICT_COLORS[verdict]);
  const shape = scale((verdict) => VERDICT_SHAPES[verdict]);
  const fill = scale((verdict) => (isHollow(verdict) ? "var(--paper, #ffffff)" : VERDICT_COLORS[verdict]));
  return {
    ...chartFrame(Math.max(34, rows.length * 24), description),
    layer: [
      {
        data: { values: [{ zero: 0 }] },
        mark: { type: "rule", color: "currentColor", opacity: 0.55 },
        encoding: { x: { field: "zero", ...x } },
      },
      {
        data: { values: rows },
        mark: { type: "rule", strokeWidth: 2 },
        encoding: { x: { field: "low", ...x }, x2: { field: "high" }, y, color, opacity: faded() },
      },
      {
        data: { values: rows },
        mark: { type: "point", size: 80, strokeWidth: 2 },
        encoding: {
          x: { field: "mean", ...x },
          y,
          stroke: color,
          fill,
          shape,
          opacity: faded(),
          tooltip: [
            { field: "series", title: "policy" },
            { field: "against", title: "against" },
            { field: "value", title: "difference" },
            { field: "interval", title: "interval" },
            { field: "relative", title: "relative" },
            { field: "words", title: "verdict" },
          ],
        },
      },
    ],
  };
}

/** With its sign, since it is a difference. */
export function signed(value: number, format: (value: number) => string): string {
  if (value < 0) return `−${format(-value)}`;
  return value > 0 ? `+${format(value)}` : format(value);
}
