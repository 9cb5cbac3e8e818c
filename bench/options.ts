/** The words after `npm run bench --`. */
import { parseArgs } from "node:util";
import type { Row } from "./harness/row.ts";

export interface Options {
  readonly smoke: boolean;
  readonly rows: readonly Row[];
  readonly rounds: number;
  readonly out: string;
}

/** What the user got wrong, without a stack. */
export class UsageError extends Error {}

export function readOptions(words: readonly string[], rows: readonly Row[]): Options | "help" {
  const { values } = parse(words);
  if (values.help) return "help";
  const smoke = values.smoke ?? false;
  const known = rows.map(({ name }) => name);
  const wanted = values.only?.split(",").map((name) => name.trim());
  const unknown = wanted?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`no row "${unknown}"; there are ${known.join(", ")}`);
  const rounds = values.rounds === undefined ? (smoke ? 1 : 5) : Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new UsageError(`--rounds takes a whole number from 1 on, not "${values.rounds}"`);
  return {
    smoke,
    rounds,
    out: values.out ?? "reports/bench",
    rows: rows.filter(({ name, long }) =>
      wanted === undefined ? !long || values.long : wanted.includes(name),
    ),
  };
}

export function help(rows: readonly Row[]): string {
  return [
    "npm run bench [-- options]",
    "  --only <rows>    only these, comma-separated",
    "  --smoke          everything small, in a minute: shows that it works, not how fast it is",
    "  --rounds <n>     how often each is measured (5; with --smoke 1)",
    "  --long           with the rows that take many minutes",
    "  --out <dir>      where the report goes (reports/bench)",
    "Rows:",
    ...rows.map(({ name, about, long }) => `  ${name.padEnd(15)}  ${about}${long ? " (long)" : ""}`),
    "",
  ].join("\n");
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        only: { type: "string" },
        smoke: { type: "boolean" },
        long: { type: "boolean" },
        rounds: { type: "string" },
        out: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
