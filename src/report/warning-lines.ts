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
const SHOWN = 6;

/** Many classes may have few tasks: one sentence for all of them. */
function gathered(few: readonly Warning[]): readonly Warning[] {
  if (few.length < 2) return few;
  const paths = [...new Set(few.map(({ path }) => path ?? "all"))];
  const shown = paths.slice(0, SHOWN).join(", ");
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : "";
  const text = `These percentiles rest on too few tasks, fewer than 10 beyond them a replication: ${shown}${more}. Make the run longer.`;
  return [{ ...few[0]!, policies: [...new Set(few.flatMap(({ policies }) => policies))], text }];
}
