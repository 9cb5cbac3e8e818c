/**
 * A comparison in a terminal: first what was found in sentences, then figure by figure. Two policies are compared in
 * a table; of many, it says who is best in each figure, or that the data does not support anybody.
 */
import picocolors from "picocolors";
import type {
  Comparison,
  Estimate,
  MetricComparison,
  PairedDifference,
  ResultDocument,
  Verdict,
} from "../lab/result.ts";
import { metric } from "./groups.ts";
import { headingLines, type TableOptions } from "./table.ts";
import { displayWidth, fitText, type Paint, printable, wrapText } from "./terminal-text.ts";
import { formatDecimal, formatDuration, formatPercent, NOTHING } from "./units.ts";
import { warningLines } from "./warning-lines.ts";

export function renderComparison(document: ResultDocument, options: TableOptions): string {
  const width = Math.max(LEAST_WIDTH, options.width);
  const paint = picocolors.createColors(options.color);
  const comparison = document.comparison!;
  const others = document.runs.map(({ policy }) => policy).filter((policy) => policy !== comparison.baseline);
  const sections = [
    headingLines(document, width, paint),
    wrapText(printable(setting(document, comparison)), width),
    ...comparison.sentences.map((sentence) => bullet(sentence, width)),
    ...(others.length <= TABLES
      ? others.map((policy) => pairTable(document, comparison, policy, width, paint))
      : [winnerTable(comparison, width, paint)]),
    wrapText(printable(footnote(comparison)), width),
    warningLines(document, width, paint),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.trimEnd()).join("\n"))
    .join("\n\n")}\n`;
}

const LEAST_WIDTH = 66;
/** With more policies than this, a table each would bury what was found. */
const TABLES = 3;
const GAP = 2;
const NO_GAIN = 1.05;

function setting(document: ResultDocument, { comparisons }: Comparison): string {
  const { replications, seed } = document.runs[0]!;
  const times = replications === 1 ? "1 replication" : `${replications} replications`;
  const corrected = comparisons > 1 ? `, corrected for ${comparisons} comparisons` : "";
  return `${document.runs.length} policies on the same work, ${times} each, seed ${seed}. Intervals are of paired differences, and all of them hold together with 95% confidence${corrected}.`;
}

function bullet(sentence: string, width: number): string[] {
  return wrapText(printable(`${sentence}.`), width - GAP).map((line, i) =>
    i === 0 ? `• ${line}` : `  ${line}`,
  );
}

function footnote({ ending, pairingGain, comparisons, metrics }: Comparison): string {
  const parts: string[] = [];
  if (ending !== "") parts.push(`${ending}.`);
  if (pairingGain !== null)
    parts.push(
      pairingGain < NO_GAIN
        ? "Pairing gained nothing here: what chance does to one policy it does not do to the other."
        : `Pairing: without it, as narrow intervals would have taken ${Number(pairingGain.toPrecision(2))} times as many replications (median over the pairs).`,
    );
  const undecided = metrics.some(({ pairs }) => pairs.some(({ verdict }) => verdict === "undecided"));
  if (undecided && comparisons > 1)
    parts.push("To decide more: ask about fewer figures (--metrics), or more precisely (--until).");
  return parts.join(" ");
}

function pairTable(
  document: ResultDocument,
  comparison: Comparison,
  policy: string,
  width: number,
  paint: Paint,
): string[] {
  const rows = comparison.metrics.flatMap((compared) => {
    const pair = compared.pairs.find((found) => found.policy === policy);
    if (pair === undefined) return [];
    const value = (name: string) => meanOf(document, name, compared.path);
    return [
      {
        cells: [compared.path, value(pair.against), value(policy), change(compared, pair), pair.verdict],
        pair,
      },
    ];
  });
  const titles = ["", comparison.baseline, policy, "difference", ""];
  const natural = titles.map((title, column) =>
    Math.max(
      Math.min(displayWidth(printable(title)), MOST_TITLE),
      ...rows.map(({ cells }) => displayWidth(printable(cells[column]!))),
    ),
  );
  const numbers = natural.slice(1).reduce((sum, column) => sum + GAP + column, 0);
  const widths = [Math.min(natural[0]!, width - numbers), ...natural.slice(1)];
  const draw = (cells: readonly string[]) =>
    cells.map((cell, i) => fitText(printable(cell), widths[i]!, i === 0 || i === 4 ? "left" : "right"));
  return [
    paint.bold(draw(titles).join(" ".repeat(GAP))),
    ...rows.map(({ cells, pair }) => {
      const drawn = draw(cells);
      return [...drawn.slice(0, 4), colored(pair.verdict, drawn[4]!, paint)].join(" ".repeat(GAP));
    }),
  ];
}

const MOST_TITLE = 15;

/** More names than this are a number. */
const NAMED = 4;

function winnerTable({ metrics }: Comparison, width: number, paint: Paint): string[] {
  const rows = metrics.filter(({ contenders }) => contenders.length > 0);
  if (rows.length === 0) return [];
  const column = Math.min(width >> 1, Math.max(...rows.map(({ path }) => displayWidth(printable(path)))));
  return [
    paint.bold("Best in each figure"),
    ...rows.flatMap(({ path, winner, contenders }) => {
      const names = contenders.length > NAMED ? `${contenders.length} of them` : contenders.join(", ");
      const who = winner ?? `no winner: ${names} cannot be told apart`;
      const [first = "", ...rest] = wrapText(printable(who), width - column - GAP);
      const name = fitText(printable(path), column) + " ".repeat(GAP);
      return [
        name + (winner === null ? first : paint.green(first)),
        ...rest.map((line) => " ".repeat(column + GAP) + line),
      ];
    }),
  ];
}

function colored(verdict: Verdict, text: string, paint: Paint): string {
  if (verdict === "better") return paint.green(text);
  return verdict === "worse" ? paint.red(text) : text;
}

/** As a share of the baseline's where that makes sense, or in the figure's own unit. */
function change({ path }: MetricComparison, { verdict, difference, relative }: PairedDifference): string {
  if (verdict === "equal") return "none";
  if (relative !== null) return relativeChange(relative);
  const { mean, low, high } = difference;
  const show = formatOf(path);
  const signed = `${mean > 0 ? "+" : ""}${show(mean)}`;
  return low === null || high === null ? signed : `${signed} ± ${show((high - low) / 2)}`;
}

/** The interval of a ratio is not as wide to both sides: `-53 % (-67 … -22)`. */
function relativeChange({ mean, low, high }: Estimate): string {
  const smallest = 100 * Math.min(...[mean, low ?? mean, high ?? mean].map(Math.abs));
  const decimals = smallest >= 0.95 ? 0 : smallest >= 0.095 ? 1 : 2;
  const show = (share: number) => `${share > 0 ? "+" : ""}${(share * 100).toFixed(decimals)}`;
  return low === null || high === null ? `${show(mean)} %` : `${show(mean)} % (${show(low)} … ${show(high)})`;
}

function meanOf(document: ResultDocument, policy: string, path: string): string {
  const [, name, group = "all"] = /^([^:]*)(?::(.*))?$/s.exec(path)!;
  const run = document.runs.find((found) => found.policy === policy)!;
  const estimate = metric(run, group, name!);
  return estimate === undefined ? NOTHING : formatOf(path)(estimate.mean);
}

function formatOf(path: string): (value: number) => string {
  if (/^(?:wait|response)\.|^makespan\b/.test(path)) return formatDuration;
  return /Ratio\b|^utilization\./.test(path) ? formatPercent : formatDecimal;
}
