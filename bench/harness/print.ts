/** Outcomes for people, in 80 columns. */
import { type Floor, figure, type Outcome, type Table, verdict } from "./outcome.ts";

const WIDTH = 80;

/** Where floors are not judged, because the sizes are those of a smoke test, only the ratios are shown. */
export function renderOutcome({ row, title, notes, tables, floors }: Outcome, judged: boolean): string {
  return [
    "",
    ...wrapped(`${title} (${row})`, ""),
    ...notes.flatMap((note) => wrapped(note, "  ")),
    ...tables.flatMap(renderTable),
    ...(floors.length === 0 ? [] : renderFloors(floors, judged)),
    "",
  ].join("\n");
}

function renderTable({ head, lines }: Table): string[] {
  const widths = head.map((name, i) => Math.max(name.length, ...lines.map((line) => (line[i] ?? "").length)));
  const others = widths.slice(1).reduce((sum, width) => sum + width + 2, 0);
  widths[0] = Math.min(widths[0]!, WIDTH - 2 - others);
  const row = (cells: readonly string[]) =>
    `  ${cells
      .map((cell, i) => (i === 0 ? cell.slice(0, widths[0]!).padEnd(widths[0]!) : cell.padStart(widths[i]!)))
      .join("  ")}`.trimEnd();
  return [row(head), ...lines.map(row)];
}

function renderFloors(floors: readonly Floor[], judged: boolean): string[] {
  const cells = floors.map((floor) => [
    `${floor.what} `,
    `${floor.bound === "at least" ? "≥" : "≤"} ${figure(floor.asked)} ${floor.unit}`.trimEnd(),
    figure(floor.seen),
    judged ? verdict(floor) : "",
  ]);
  const [what, asked, seen] = [0, 1, 2].map((i) => Math.max(...cells.map((line) => line[i]!.length)));
  return cells.map((line) =>
    `  ${line[0]!.padEnd(what!, ".")} ${line[1]!.padEnd(asked!)}  ${line[2]!.padStart(seen!)}  ${line[3]}`.trimEnd(),
  );
}

function wrapped(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && indent.length + line.length + 1 + word.length > WIDTH) {
      lines.push(indent + line);
      line = "";
    }
    line += (line === "" ? "" : " ") + word;
  }
  return [...lines, indent + line];
}
