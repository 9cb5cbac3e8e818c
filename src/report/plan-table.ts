/** A plan in a terminal: the answer in sentences, and the curve as a table. */
import type { PlanChoice, PlanDocument, TargetOutcome } from "../lab/result.ts";
import { formatFigureValue } from "./sweep-figures.ts";
import { displayWidth, fitText, printable, wrapText } from "./terminal-text.ts";
import { formatDecimal } from "./units.ts";

export function renderPlanTable(document: PlanDocument, width: number): string {
  const { scenario, policy, seed, survive, sentences } = document;
  const loss = survive === null ? "" : `, surviving the loss of a ${survive}`;
  const heading = wrapText(printable(`${scenario}: plan under ${policy}, seed ${seed}${loss}`), width);
  const told = sentences.flatMap((sentence) => {
    const [first, ...more] = wrapText(printable(sentence), width - 2);
    return [first ?? "", ...more.map((line) => `  ${line}`)];
  });
  return `${[...heading, "", ...told, "", ...tableLines(document, width)].join("\n")}\n`;
}

const UNITS = { price: "cost/h", cpu: "cores", machines: "machines" } as const;
const GAP = 2;
const WIDEST_HEADING = 16;

interface Column {
  /** Two lines over it. */
  readonly heading: readonly [string, string];
  readonly cells: readonly string[];
}

/** Targets that do not fit side by side are left to plan.csv. */
function tableLines(document: PlanDocument, width: number): string[] {
  const { choices, targets, unit, answer } = document;
  const columns: Column[] = [
    ...document.axes.map((path, i) => ({
      heading: inTwo(path),
      cells: choices.map(({ at }) => String(at[i])),
    })),
    { heading: ["", UNITS[unit]], cells: choices.map(({ cost }) => formatDecimal(cost)) },
    { heading: ["", "runs"], cells: choices.map(({ replications }) => String(replications)) },
    { heading: ["", ""], cells: choices.map((choice) => verdictOf(choice, answer)) },
    ...targets.map((target, i) => ({
      heading: [figureIn(target), target.slice(figureIn(target).length).trim()] as const,
      cells: choices.map((choice) => figureCell(choice.targets[i]!)),
    })),
  ];
  let used = -GAP;
  const shown = columns.flatMap((column) => {
    const size = widthOf(column);
    if (used + GAP + size > width) return [];
    used += GAP + size;
    return [{ ...column, size }];
  });
  const line = (cell: (column: Column) => string) =>
    shown
      .map((column) => fitText(printable(cell(column)), column.size, "right"))
      .join(" ".repeat(GAP))
      .trimEnd();
  const left = columns.length - shown.length;
  return [
    line(({ heading }) => heading[0]),
    line(({ heading }) => heading[1]),
    ...choices.map((_, row) => line(({ cells }) => cells[row]!)),
    ...(left > 0 ? ["", `${left} more ${left === 1 ? "column is" : "columns are"} in plan.csv.`] : []),
  ];
}

function widthOf({ heading, cells }: Column): number {
  const headings = heading.map((text) => Math.min(WIDEST_HEADING, displayWidth(printable(text))));
  return Math.max(...headings, ...cells.map(displayWidth));
}

/** `machines.0` over `count`. */
function inTwo(path: string): readonly [string, string] {
  const dot = path.lastIndexOf(".");
  return dot < 0 ? ["", path] : [path.slice(0, dot), path.slice(dot + 1)];
}

/** `wait.p99` of `wait.p99 <= 2s`. */
function figureIn(target: string): string {
  return /^[^<>=]+/.exec(target)![0].trim();
}

function verdictOf(choice: PlanChoice, answer: PlanDocument["answer"]): string {
  return answer !== null && isSame(choice, answer) ? "← answer" : choice.verdict;
}

function isSame(one: PlanChoice, other: PlanChoice): boolean {
  return one.at.every((value, i) => value === other.at[i]);
}

function figureCell({ target, value: { mean, high } }: TargetOutcome): string {
  const path = figureIn(target);
  const doubt = high === null || high === mean ? "" : ` ± ${formatFigureValue(path, high - mean)}`;
  return `${formatFigureValue(path, mean)}${doubt}`;
}
