/**
 * The capacity curve: what each target's figure is at each price that was looked at, against its limit. Whether a
 * choice meets it is said by shape as well as colour; where that is undecided the point is hollow.
 */
import type { PlanChoice, PlanDocument } from "../lab/result.ts";
import { type Chart, type ChartSpec, chartFrame, WARNING_COLOR } from "./chart-style.ts";
import type { ChartSection } from "./charts.ts";
import { type MetricWords, metricWords } from "./metric-words.ts";
import { pointInWords } from "./sweep-values.ts";
import { formatDecimal } from "./units.ts";

export function planSections(document: PlanDocument): readonly ChartSection[] {
  const charts = document.targets.map((target, index) => curve(document, target, index));
  if (document.choices.length === 0 || charts.length === 0) return [];
  return [
    {
      id: "capacity",
      title: "What each price buys",
      caption:
        "A panel a target, a point a choice, with its interval; the dashed line is the limit. Circles meet the target, crosses miss it, hollow triangles are undecided. The answer is ringed.",
      legend: null,
      charts,
      csv: "plan.csv",
    },
  ];
}

export const VERDICT_WORDS: Readonly<Record<PlanChoice["verdict"], string>> = {
  meets: "meets it",
  misses: "misses it",
  undecided: "undecided",
};

/** What a choice's cost counts. */
export const UNIT_WORDS: Readonly<Record<PlanDocument["unit"], string>> = {
  price: "cost an hour",
  cpu: "cpus",
  machines: "machines",
};

const VERDICTS = ["meets", "misses", "undecided"] as const;
const COLORS = ["var(--series-1, #0072b2)", "var(--series-2, #d55e00)", "var(--quiet, #5c656e)"];
const FILLS = [COLORS[0], COLORS[1], "var(--paper, #ffffff)"];
const SHAPES = ["circle", "cross", "triangle-up"];
/** From this ratio of the largest to the least on, a plain axis would hide what happens at the limit. */
const WIDE = 30;

/** The figure that a target names: what stands before its comparison. */
export function targetPath(target: string): string {
  return target.split(/[<>=!]/)[0]!.trim();
}

function curve(document: PlanDocument, target: string, index: number): Chart {
  const words = metricWords(targetPath(target));
  const rows = document.choices.flatMap((choice) => {
    const outcome = choice.targets[index];
    if (outcome === undefined || !Number.isFinite(outcome.value.mean ?? Number.NaN)) return [];
    const { mean, low, high } = outcome.value;
    return [
      {
        cost: choice.cost,
        mean,
        low: low ?? mean,
        high: high ?? mean,
        verdict: outcome.verdict,
        answer: choice === document.answer || sameChoice(choice, document.answer),
        where: pointInWords(document.axes, choice.at),
        price: formatDecimal(choice.cost),
        value: words.format(mean),
        interval: low === null || high === null ? "–" : `${words.format(low)} to ${words.format(high)}`,
        words: VERDICT_WORDS[outcome.verdict],
        under: outcome.under ?? "–",
      },
    ];
  });
  const limit = document.choices[0]?.targets[index]?.limit ?? Number.NaN;
  const description = `${target}. ${rows.map((row) => `At ${row.price} ${UNIT_WORDS[document.unit]} (${row.where}): ${row.value}, ${row.words}.`).join(" ")}`;
  const spec = curveSpec(
    rows,
    limit,
    words,
    UNIT_WORDS[document.unit],
    document.survive !== null,
    description,
  );
  return { id: `capacity-${index + 1}`, panel: target, description, note: "", spec, kind: null, only: null };
}

function sameChoice(choice: PlanChoice, other: PlanChoice | null): boolean {
  return other !== null && JSON.stringify(choice.at) === JSON.stringify(other.at);
}

interface Row {
  readonly cost: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly answer: boolean;
}

function curveSpec(
  rows: readonly Row[],
  limit: number,
  { title, label, ticks }: MetricWords,
  unit: string,
  lossy: boolean,
  description: string,
): ChartSpec {
  const numbers = [...rows.flatMap(({ mean, high }) => [mean, high]), limit].filter((value) => value > 0);
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  const log = limit > 0 && rows.every(({ mean }) => mean > 0) && most / least > WIDE;
  const low = Math.min(least, ...rows.map((row) => (row.low > 0 ? row.low : least)));
  const top = Math.max(most, limit * 1.1, 1e-9);
  const places = log ? null : ticks(0, top);
  const scale = log
    ? { type: "log", domain: [low, most], nice: false }
    : { zero: true, nice: true, domainMax: top };
  const x = {
    type: "quantitative",
    scale: { zero: false, nice: false, padding: 14 },
    axis: { title: unit, tickCount: 6, labelOverlap: "greedy" },
  };
  const y = {
    type: "quantitative",
    scale,
    axis: {
      title,
      labelExpr: label,
      labelOverlap: "greedy",
      ...(places === null ? { tickCount: 5 } : { values: places }),
    },
  };
  const by = (range: readonly unknown[]) => ({
    field: "verdict",
    type: "nominal",
    legend: null,
    scale: { domain: VERDICTS, range },
  });
  // On a log scale an interval that reaches down to nothing ends at the axis.
  const placed = rows.map((row) => ({ ...row, low: log ? Math.max(low, row.low) : row.low }));
  const answers = placed.filter(({ answer }) => answer);
  const ring = answers.map((answer) => ({
    data: { values: [answer] },
    mark: {
      type: "point",
      shape: "circle",
      size: 420,
      stroke: "currentColor",
      strokeWidth: 1.5,
      filled: false,
    },
    encoding: { x: { field: "cost", ...x }, y: { field: "mean", ...y } },
  }));
  return {
    ...chartFrame(240, description),
    layer: [
      {
        data: { values: Number.isFinite(limit) && (!log || limit > 0) ? [{ limit }] : [] },
        mark: { type: "rule", strokeDash: [5, 4], strokeWidth: 1.5, color: WARNING_COLOR },
        encoding: { y: { field: "limit", ...y } },
      },
      {
        data: { values: placed },
        mark: { type: "line", color: "currentColor", opacity: 0.3, strokeWidth: 1.5 },
        encoding: { x: { field: "cost", ...x }, y: { field: "mean", ...y } },
      },
      {
        data: { values: placed },
        mark: { type: "rule", strokeWidth: 1.5 },
        encoding: {
          x: { field: "cost", ...x },
          y: { field: "low", ...y },
          y2: { field: "high" },
          color: by(COLORS),
        },
      },
      ...ring,
      {
        data: { values: placed },
        mark: { type: "point", size: 80, strokeWidth: 1.5 },
        encoding: {
          x: { field: "cost", ...x },
          y: { field: "mean", ...y },
          stroke: by(COLORS),
          fill: by(FILLS),
          shape: by(SHAPES),
          tooltip: [
            { field: "where", title: "choice" },
            { field: "price", title: unit },
            { field: "value", title },
            { field: "interval", title: "interval" },
            { field: "words", title: "verdict" },
            ...(lossy ? [{ field: "under", title: "under the loss of" }] : []),
          ],
        },
      },
    ],
  };
}
