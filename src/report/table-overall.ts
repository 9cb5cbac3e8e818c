/** The last part of the table: figures of a run as a whole, one column a policy, and its load over time as bars. */
import type { ResultDocument } from "../lab/result.ts";
import { formatWithInterval, isAlarming, overallFigures } from "./figures.ts";
import type { LabelledRun } from "./groups.ts";
import { displayWidth, fitText, type Paint, sparkline, truncateText } from "./terminal-text.ts";
import { formatDuration, formatPercent } from "./units.ts";

export function overallLines(
  document: ResultDocument,
  runs: readonly LabelledRun[],
  width: number,
  paint: Paint,
): string[] {
  const figures = overallFigures(document);
  const names = Math.min(width >> 1, Math.max(0, ...figures.map((figure) => figure.title.length)));
  const columns = runs.map((labelled) => ({
    labelled,
    width: Math.max(
      Math.min(displayWidth(labelled.label), MAX_LABEL_WIDTH),
      ...figures.map((figure) => displayWidth(formatWithInterval(figure, labelled.run, "all"))),
    ),
  }));
  const lines: string[] = [];
  if (figures.length > 0)
    for (const block of blocksThatFit(columns, width - names)) {
      if (lines.length > 0) lines.push("");
      if (runs.length > 1)
        lines.push(
          " ".repeat(names) + block.map(({ labelled, width }) => cell(labelled.label, width)).join(""),
        );
      for (const figure of figures)
        lines.push(
          fitText(figure.title, names) +
            block
              .map(({ labelled, width }) => {
                const text = cell(formatWithInterval(figure, labelled.run, "all"), width);
                return isAlarming(figure, labelled.run, "all") ? paint.red(text) : text;
              })
              .join(""),
        );
    }
  return [...lines, ...loadLines(runs, width)];
}

const GAP = 3;
const MAX_LABEL_WIDTH = 24;
const LONGEST_SPARKLINE = 48;

function cell(text: string, width: number): string {
  return " ".repeat(GAP) + fitText(text, width, "right");
}

/** As many policies side by side as the terminal is wide; the others below them. */
function blocksThatFit<Column extends { readonly width: number }>(
  columns: readonly Column[],
  width: number,
): Column[][] {
  const blocks: Column[][] = [];
  let left = 0;
  for (const column of columns) {
    if (blocks.length === 0 || left < column.width + GAP) {
      blocks.push([]);
      left = width;
    }
    blocks.at(-1)!.push(column);
    left -= column.width + GAP;
  }
  return blocks;
}

function loadLines(runs: readonly LabelledRun[], width: number): string[] {
  const drawn = runs.filter(({ run }) => run.timeline.points.length > 1);
  if (drawn.length === 0) return [];
  const names = Math.min(MAX_LABEL_WIDTH, Math.max(...drawn.map(({ label }) => displayWidth(label))));
  const rows = drawn.map(({ label, run }) => {
    const loads = run.timeline.points.map((point) => point.utilization);
    const most = loads.reduce((highest, load) => Math.max(highest, load), 0);
    const bars = sparkline(loads, Math.min(LONGEST_SPARKLINE, width - names - 20));
    return truncateText(`${fitText(label, names)}  ${bars}  at most ${formatPercent(most)}`, width);
  });
  const span = Math.max(...drawn.map(({ run }) => run.timeline.points.length * run.timeline.every));
  return ["", truncateText(`utilisation over ${formatDuration(span)}`, width), ...rows];
}
