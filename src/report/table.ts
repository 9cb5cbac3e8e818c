/**
 * The result as a table for people, in a terminal. What is compared stands next to each other: for each group one
 * row a policy, for the whole run one column a policy. Columns that do not fit are left out, least telling first.
 */
import picocolors from "picocolors";
import type { ResultDocument } from "../lab/result.ts";
import { type Figure, formatFigure, GROUP_FIGURES, isAlarming } from "./figures.ts";
import { type Group, type LabelledRun, labelledRuns, shownGroups } from "./groups.ts";
import { overallLines } from "./table-overall.ts";
import { recoveryLines } from "./table-recoveries.ts";
import { waitLines } from "./table-waits.ts";
import { displayWidth, fitText, type Paint, printable, truncateText, wrapText } from "./terminal-text.ts";
import { formatCount } from "./units.ts";
import { warningLines } from "./warning-lines.ts";

export interface TableOptions {
  readonly color: boolean;
  readonly width: number;
}

export function renderTable(document: ResultDocument, options: TableOptions): string {
  const width = Math.max(LEAST_WIDTH, options.width);
  const paint = picocolors.createColors(options.color);
  const runs = labelledRuns(document).map(({ label, run }) => ({ label: printable(label), run }));
  const sections = [
    headingLines(document, width, paint),
    runLines(runs, width),
    groupLines(document, runs, width, paint),
    waitLines(document, runs, width),
    overallLines(document, runs, width, paint),
    recoveryLines(runs, width),
    warningLines(document, width, paint),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.trimEnd()).join("\n"))
    .join("\n\n")}\n`;
}

/** Narrower, and the columns that matter no longer fit. */
const LEAST_WIDTH = 66;
const GROUPS_SHOWN = 20;
/** Left out in this order until the rest fits: titles of GROUP_FIGURES. */
const DISPENSABLE = [
  "response, p99",
  "wait, p95",
  "slowdown, mean",
  "done",
  "wait, median",
  "response, mean",
];
const GAP = 2;
const MIN_NAME_WIDTH = 13;
/** A longer name may be cut to this to save a column; `delay-tolerance` fits. */
const LEAST_NAME_WIDTH = 17;
const MAX_NAME_WIDTH = 32;

export function headingLines(document: ResultDocument, width: number, paint: Paint): string[] {
  const tool = truncateText(
    printable(`  schedlab ${document.tool}${document.world === "live" ? ", live" : ""}`),
    width >> 1,
  );
  const name = truncateText(printable(document.scenario), width - displayWidth(tool));
  const description = wrapText(printable(document.description), width - 2).map((line) => `  ${line}`);
  return [paint.bold(name) + tool, ...description];
}

function runLines(runs: readonly LabelledRun[], width: number): string[] {
  const rows = runs.map(({ label, run }) => [
    label,
    String(run.seed),
    formatCount(run.replications),
    formatCount(run.events),
    printable(run.digest),
  ]);
  const titles = ["policy", "seed", "replications", "events", "digest"];
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => displayWidth(row[column]!))),
  );
  widths[0] = Math.min(widths[0]!, MAX_NAME_WIDTH);
  const before = widths[0]! + widths[1]! + widths[2]! + widths[3]! + 4 * GAP;
  widths[4] = Math.min(widths[4]!, Math.max(8, width - before));
  return [titles, ...rows].map((row) => {
    const line = row
      .map((cell, column) => fitText(cell, widths[column]!, column === 0 || column === 4 ? "left" : "right"))
      .join(" ".repeat(GAP));
    return truncateText(line, width);
  });
}

interface Row {
  readonly name: string;
  readonly cells: readonly { readonly text: string; readonly figure: Figure; readonly alarming: boolean }[];
}

function groupLines(
  document: ResultDocument,
  runs: readonly LabelledRun[],
  width: number,
  paint: Paint,
): string[] {
  const { groups, hidden } = shownGroups(document, GROUPS_SHOWN);
  const rows: Row[] = [];
  const single = runs.length === 1;
  groups.forEach((group, index) => {
    if (single && group.kind !== "all" && groups[index - 1]?.kind !== group.kind)
      rows.push(title(group.kind));
    if (!single) rows.push(title(groupTitle(group)));
    for (const { label, run } of runs)
      rows.push({
        name: single ? (group.kind === "all" ? "all" : `  ${printable(group.name)}`) : `  ${label}`,
        cells: GROUP_FIGURES.map((figure) => ({
          text: formatFigure(figure, run, group.key),
          figure,
          alarming: isAlarming(figure, run, group.key),
        })),
      });
    const last = groups[index + 1]?.kind !== group.kind;
    if (last && hidden[group.kind] > 0)
      rows.push(title(`  … and ${formatCount(hidden[group.kind])} smaller ones in metrics.csv`));
  });
  return drawRows(rows, width, paint);
}

function drawRows(rows: readonly Row[], width: number, paint: Paint): string[] {
  const columns = GROUP_FIGURES.map((figure, index) => ({
    figure,
    index,
    width: Math.max(
      ...figure.heading.map((part) => part.length),
      ...rows.map((row) => displayWidth(row.cells[index]?.text ?? "")),
    ),
  }));
  const named = rows.filter((row) => row.cells.length > 0).map((row) => displayWidth(row.name));
  const wanted = Math.min(MAX_NAME_WIDTH, Math.max(MIN_NAME_WIDTH, ...named));
  const least = Math.min(wanted, LEAST_NAME_WIDTH);
  let kept = columns;
  const numbers = (): number => kept.reduce((sum, column) => sum + GAP + column.width, 0);
  for (const dispensable of DISPENSABLE)
    if (least + numbers() > width) kept = kept.filter((column) => column.figure.title !== dispensable);
  const name = Math.min(wanted, width - numbers());
  const heading = [0, 1].map(
    (line) =>
      " ".repeat(name) +
      kept
        .map((column) => " ".repeat(GAP) + fitText(column.figure.heading[line]!, column.width, "right"))
        .join(""),
  );
  const body = rows.map((row) => {
    if (row.cells.length === 0) return truncateText(row.name, width);
    const cells = kept.map((column) => {
      const cell = row.cells[column.index]!;
      const text = " ".repeat(GAP) + fitText(cell.text, column.width, "right");
      if (!cell.alarming) return text;
      return cell.figure.alarm === "late" ? paint.yellow(text) : paint.red(text);
    });
    return fitText(row.name, name) + cells.join("");
  });
  return [...heading, ...body];
}

function title(name: string): Row {
  return { name, cells: [] };
}

function groupTitle(group: Group): string {
  return group.kind === "all" || group.kind === "other"
    ? printable(group.name)
    : `${group.kind} ${printable(group.name)}`;
}
