/** Warnings in a terminal: each kind that concerns many figures in one paragraph. */
import type { ResultDocument, Warning } from "../lab/result.ts";
import { type Paint, printable, wrapText } from "./terminal-text.ts";

export function warningLines(document: ResultDocument, width: number, paint: Paint): string[] {
  const { warnings = [], runs } = document;
  const few = warnings.filter(({ kind }) => kind === "few-samples");
  const others = warnings.filter(({ kind }) => kind !== "few-samples");
  return [...others, ...gathered(few)].flatMap((warning) => {
    const whose = warning.policies.length === runs.length ? "" : `${warning.policies.join(", ")}: `;
    const [first, ...rest] = wrapText(printable(`${LABEL} ${whose}${warning.text}`), width - INDENT);
    return [
      paint.yellow(LABEL) + first!.slice(LABEL.length),
      ...rest.map((line) => " ".repeat(INDENT) + line),
    ];
  });
}

const LABEL = "Warning:";
const INDENT = 2;
/** Of more, the others are in the report. */
const SHOWN = 2;

/** Many classes may have few tasks: the first of them stand for all. */
function gathered(few: readonly Warning[]): readonly Warning[] {
  if (few.length <= SHOWN) return few;
  const shown = few.slice(0, SHOWN);
  const paths = [...new Set(few.slice(SHOWN).map(({ path }) => path))];
  const more = `So do ${paths.length} more: ${paths.join(", ")}.`;
  return [...shown.slice(0, -1), { ...shown.at(-1)!, text: `${shown.at(-1)!.text} ${more}` }];
}
