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

/** Targets that do not fit side by side are left to plan.csv. */
function tableLines(document: PlanDocument, width: number): string[] {
  const { axes, choices, targets, unit, answer } = document;
  const columns: { readonly heading: string; readonly cells: readonly string[] }[] = [
    ...axes.map((path, i) => ({ heading: path, cells: choices.map(({ at }) => String(at[i])) })),
    { heading: UNITS[unit], cells: choices.map(({ cost }) => formatDecimal(cost)) },
    { heading: "runs", cells: choices.map(({ replications }) => String(replications)) },
    { heading: "", cells: choices.map((choice) => verdictOf(choice, answer)) },
    ...targets.map((target, i) => ({
      heading: target,
      cells: choices.map((choice) => figureCell(choice.targets[i]!)),
    })),
  ];
  const sizes = columns.map(({ heading, cells }) => {
    const longest = Math.max(...cells.map(displayWidth));
    return Math.max(longest, Math.min(displayWidth(heading), 22));
  });
  let used = 0;
  const shown = columns.filter((_, i) => {
    used += sizes[i]! + (i === 0 ? 0 : GAP);
    return used <= width;
  });
  const line = (cell: (column: (typeof columns)[number]) => string) =>
    shown
      .map((column, i) => fitText(printable(cell(column)), sizes[i]!, "right"))
      .join(" ".repeat(GAP))
      .trimEnd();
  const left = columns.length - shown.length;
  return [
    line(({ heading }) => heading),
    ...choices.map((_, row) => line(({ cells }) => cells[row]!)),
    ...(left > 0 ? ["", `${left} more ${left === 1 ? "target is" : "targets are"} in plan.csv.`] : []),
  ];
}

function verdictOf(choice: PlanChoice, answer: PlanDocument["answer"]): string {
  return answer !== null && isSame(choice, answer) ? "← answer" : choice.verdict;
}

function isSame(one: PlanChoice, other: PlanChoice): boolean {
  return one.at.every((value, i) => value === other.at[i]);
}

function figureCell({ target, value: { mean, high } }: TargetOutcome): string {
  const path = /^[^<>=]+/.exec(target)![0].trim();
  const doubt = high === null || high === mean ? "" : ` ± ${formatFigureValue(path, high - mean)}`;
  return `${formatFigureValue(path, mean)}${doubt}`;
}
