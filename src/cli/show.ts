/** The result on the screen: a table for people or the document for programs, and the exit code that goes with it. */
import { join } from "node:path";
import type { ResultDocument } from "../lab/result.ts";
import { renderComparison } from "../report/comparison-table.ts";
import { renderJson } from "../report/json.ts";
import { renderTable } from "../report/table.ts";
import { EXIT_FAILED } from "./failure.ts";

export interface ShowOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function show(document: ResultDocument, out: string | null, { json, quiet }: ShowOptions): void {
  const { stdout } = process;
  if (json) {
    stdout.write(renderJson(document));
  } else if (!quiet) {
    const color = stdout.isTTY === true && process.env["NO_COLOR"] === undefined;
    const render = document.comparison === undefined ? renderTable : renderComparison;
    stdout.write(render(document, { color, width: Math.min(stdout.columns ?? 80, 120) }));
    if (out !== null) stdout.write(`\nReport: ${join(out, "index.html")}\n`);
  }
  for (const { policy, metrics } of document.runs) {
    const lost = metrics["all"]?.["lost"]?.mean ?? 0;
    if (lost === 0) continue;
    process.stderr.write(
      `${policy}: ${lost} accepted tasks never ended: no machine that could run them came back, or the policy never let them start.\n`,
    );
    process.exitCode = EXIT_FAILED;
  }
}

/** A scenario's name as a folder's. */
export function folderName(scenario: string): string {
  return scenario.replace(/[^\w.-]+/g, "-").replace(/^\.+/, "") || "scenario";
}
