/**
 * Differences between policies on the same work, with their intervals: a panel a metric, a row a pair. An interval
 * that crosses zero names no winner, and its point is hollow.
 */
import type { Comparison, MetricComparison, PairedDifference, Verdict } from "../lab/result.ts";
import { type Chart, type ChartSpec, chartFrame, faded } from "./chart-style.ts";
import { metricWords } from "./metric-words.ts";
import { formatPercent, PERCENT_LABEL } from "./units.ts";

export function forestCharts(comparison: Comparison): readonly Chart[] {
  return comparison.metrics.flatMap((metric, index) => {
    const spec = panel(metric, comparison);
    return spec === null ? [] : [{ ...spec, id: `forest-${index + 1}` }];
  });
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

function panel(metric: MetricComparison, comparison: Comparison): Omit<Chart, "id"> | null {
  const words = metricWords(metric.path);
  const rows = metric.pairs.flatMap((pair) => {
    const { relative } = pair;
    if (relative === null || !Number.isFinite(relative.mean)) return [];
    return [
      {
        // Named alone where all are compared with the same one.
        row: pair.against === comparison.baseline ? pair.policy : `${pair.policy} − ${pair.against}`,
        series: pair.policy,
        against: pair.against,
        verdict: pair.verdict,
        mean: relative.mean,
        low: relative.low ?? relative.mean,
        high: relative.high ?? relative.mean,
        value: signed(relative.mean, formatPercent),
        difference: signed(pair.difference.mean, words.format),
        interval: interval(pair),
        words: VERDICT_SIGNS.find(({ verdict }) => verdict === pair.verdict)!.words,
      },
    ];
  });
  if (rows.length === 0) return null;
  const better = { less: "left is better", more: "right is better", neither: "" }[metric.better];
  const description = `Difference in ${words.title}${better === "" ? "" : ` (${better})`}. ${rows.map((row) => `${row.row}: ${row.value}, interval ${row.interval}, ${row.words}.`).join(" ")}`;
  const left = metric.pairs.length - rows.length;
  return {
    panel: words.title,
    description,
    note: left > 0 ? "Where the baseline has 0, a share of it cannot be given: see the table." : "",
    spec: forestSpec(rows, better, comparison.baseline, description),
    kind: "policy",
    only: null,
  };
}

interface Row {
  readonly row: string;
  readonly low: number;
  readonly high: number;
}

function forestSpec(rows: readonly Row[], better: string, baseline: string, description: string): ChartSpec {
  const least = rows.reduce((low, row) => Math.min(low, row.low), 0);
  const most = rows.reduce((high, row) => Math.max(high, row.high), 0);
  const room = Math.max(0.001, (most - least) * 0.06);
  const x = {
    type: "quantitative",
    scale: { domain: [least - room, most + room], nice: false, zero: false },
    axis: {
      title: `against ${baseline}${better === "" ? "" : `, ${better}`}`,
      titleLimit: 300,
      labelExpr: `(datum.value > 0 ? '+' : '') + ${PERCENT_LABEL}`,
      tickCount: 5,
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
            { field: "difference", title: "that is" },
            { field: "words", title: "verdict" },
          ],
        },
      },
    ],
  };
}

function interval({ relative }: PairedDifference): string {
  return relative === null || relative.low === null || relative.high === null
    ? "–"
    : `${signed(relative.low, formatPercent)} to ${signed(relative.high, formatPercent)}`;
}

/** With its sign, since it is a difference. */
export function signed(value: number, format: (value: number) => string): string {
  if (value < 0) return `−${format(-value)}`;
  return value > 0 ? `+${format(value)}` : format(value);
}
