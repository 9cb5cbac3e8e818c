/** The part of the table that says who died, what was in flight then, and how long it took to go on. */
import type { LabelledRun } from "./groups.ts";
import { RECOVERY_HEADINGS, recoveryRow, tellingRecoveries } from "./recovery-rows.ts";
import { displayWidth, fitText, printable, truncateText } from "./terminal-text.ts";
import { formatCount } from "./units.ts";

export function recoveryLines(runs: readonly LabelledRun[], width: number): string[] {
  return runs.flatMap(({ label, run }, index) => {
    const { recoveries } = run;
    if (recoveries.length === 0) return [];
    const shown = tellingRecoveries(recoveries, ROWS_SHOWN);
    const rows = [RECOVERY_HEADINGS, ...shown.map((mark) => recoveryRow(mark).map(printable))];
    const widths = RECOVERY_HEADINGS.map((_, column) =>
      Math.max(...rows.map((row) => displayWidth(row[column]!))),
    );
    widths[NAMES] = Math.min(widths[NAMES]!, MAX_NAME_WIDTH);
    const lines = rows.map((row) =>
      row
        .map((cell, column) => fitText(cell, widths[column]!, column === NAMES ? "left" : "right"))
        .join("  "),
    );
    const left = recoveries.length - shown.length;
    return [
      ...(index > 0 ? [""] : []),
      `losses and recoveries${runs.length > 1 ? `, ${label}` : ""}`,
      ...lines,
      ...(left > 0 ? [`… and ${formatCount(left)} more in result.json`] : []),
    ].map((line) => truncateText(line, width));
  });
}

const ROWS_SHOWN = 6;
/** The column of names. */
const NAMES = 1;
const MAX_NAME_WIDTH = 24;
