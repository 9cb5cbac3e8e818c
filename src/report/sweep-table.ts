/** A sweep as a table for people, in a terminal: one row a point and policy, as many figures as fit. */
import picocolors from "picocolors";
import type { Estimate, FieldValue, SweepDocument, SweepRun } from "../lab/result.ts";
import { figureHeading, figureOf, formatFigureValue } from "./sweep-figures.ts";
import type { TableOptions } from "./table.ts";
import { displayWidth, fitText, printable, truncateText, wrapText } from "./terminal-text.ts";
import { formatCount, formatDecimal, NOTHING } from "./units.ts";

export function renderSweepTable(document: SweepDocument, { color, width }: TableOptions): string {
  const paint = picocolors.createColors(color);
  const { scenario, tool, description } = document;
  const heading = [
    `${paint.bold(truncateText(printable(scenario), width >> 1))}  schedlab ${printable(tool)}`,
    ...wrapText(printable(description), width - 2).map((line) => `  ${line}`),
  ];
  const sections = [heading, wrapText(designOf(document), width), rowsOf(document, width)];
  const lines = sections.map((section) => section.map((line) => line.trimEnd()).join("\n"));
  return `${lines.join("\n\n")}\n`;
}

/** More are for a spreadsheet. */
const MOST_ROWS = 60;
const GAP = "  ";
const WIDEST_NAME = 24;

interface Column {
  readonly heading: readonly [string, string];
  readonly align: "left" | "right";
  readonly cells: readonly string[];
  /** At most so wide. */
  readonly most: number;
}

function designOf({ design, points, policies, replications, seed }: SweepDocument): string {
  const what = design === "grid" ? "a grid of" : "a Latin hypercube of";
  const several = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
  const parts = [
    `${what} ${several(points.length, "point")}`,
    policies.length === 1
      ? printable(policies[0]!)
      : several(policies.length, "policy").replace("policys", "policies"),
    several(replications, "replication"),
    `seed ${seed}`,
  ];
  return parts.join(", ");
}

function rowsOf(document: SweepDocument, width: number): string[] {
  const { axes, points, policies, metrics } = document;
  const rows = points.flatMap(({ at, runs }) => runs.map((run) => ({ at, run })));
  const shown = rows.slice(0, MOST_ROWS);
  const names = shortNames(axes.map(({ path }) => path));
  const columns: Column[] = axes.map((_, place) => ({
    heading: ["", names[place]!],
    align: "right",
    cells: shown.map(({ at }) => fieldText(at[place]!)),
    // However many axes there are, some figures are to be seen beside them.
    most: Math.max(4, Math.floor(width / 2 / axes.length) - GAP.length),
  }));
  if (policies.length > 1)
    columns.push({
      heading: ["", "policy"],
      align: "left",
      cells: shown.map(({ run }) => printable(run.policy)),
      most: WIDEST_NAME,
    });
  const used = (some: readonly Column[]) =>
    some.reduce((sum, column) => sum + widthOf(column) + GAP.length, 0);
  const runs = shown.map(({ run }) => run);
  // Intervals are left out before figures are: they are in the files.
  const precise = metrics.map((path) => figureColumn(path, runs, true));
  const fits = used([...columns, ...precise]) <= width + GAP.length;
  const left: string[] = [];
  for (const [i, path] of metrics.entries()) {
    const column = fits ? precise[i]! : figureColumn(path, runs, false);
    if (used([...columns, column]) <= width + GAP.length) columns.push(column);
    else left.push(path);
  }
  const lines = [0, 1].map((line) => lineOf(columns, (column) => column.heading[line]!));
  const body = shown.map((_, row) => lineOf(columns, (column) => column.cells[row]!));
  return [
    ...lines.filter((line) => line.trim() !== ""),
    ...body,
    ...(rows.length > shown.length ? [`… and ${formatCount(rows.length - shown.length)} more rows`] : []),
    ...(left.length > 0
      ? ["", ...wrapText(`not shown, for want of room: ${printable(left.join(", "))}`, width)]
      : []),
  ];
}

function lineOf(columns: readonly Column[], text: (column: Column) => string): string {
  return columns.map((column) => fitText(text(column), widthOf(column), column.align)).join(GAP);
}

function figureColumn(path: string, runs: readonly SweepRun[], precise: boolean): Column {
  const [metric, group] = figureHeading(path);
  return {
    heading: group === "" ? ["", printable(metric)] : [printable(metric), printable(group)],
    align: "right",
    cells: runs.map((run) => estimateText(path, figureOf(run, path), precise)),
    most: WIDEST_NAME,
  };
}

/** With half the width of the interval as a share of the mean: `1.44 s ±3 %`. */
function estimateText(path: string, estimate: Estimate | undefined, precise: boolean): string {
  if (estimate === undefined || !Number.isFinite(estimate.mean ?? Number.NaN)) return NOTHING;
  const { mean, low, high } = estimate;
  const text = formatFigureValue(path, mean);
  if (!precise || low === null || high === null || !(high > low) || mean === 0) return text;
  const percent = ((high - low) / 2 / Math.abs(mean)) * 100;
  return `${text} ±${percent < 9.95 ? percent.toFixed(1) : percent.toFixed(0)} %`;
}

function widthOf({ heading, cells, most }: Column): number {
  return Math.min(most, Math.max(...[...heading, ...cells].map(displayWidth)));
}

function fieldText(value: FieldValue): string {
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : formatDecimal(value);
  return printable(String(value));
}

/** The end of each path, as far as it takes to tell them apart; indexes alone say nothing. */
function shortNames(paths: readonly string[]): string[] {
  return paths.map((path) => {
    const parts = path.split(".");
    for (let from = parts.length - 1; from > 0; from--) {
      const name = parts.slice(from).join(".");
      const unique = paths.filter((other) => other === name || other.endsWith(`.${name}`)).length === 1;
      if (unique && !/^\d/.test(name)) return printable(name);
    }
    return printable(path);
  });
}
