/** How a sweep ends: its report, the table or the document on the screen, and the exit code that goes with it. */
import { join } from "node:path";
import type { SweepDocument } from "../lab/result.ts";
import { sweepDocument } from "../lab/sweep/document.ts";
import type { RunRecord } from "../lab/sweep/runs.ts";
import type { SweepPlan } from "../lab/sweep/sweep.ts";
import { renderSweepJson, writeSweepReport } from "../report/sweep.ts";
import type { SweepFolder } from "../report/sweep-folder.ts";
import { renderSweepTable } from "../report/sweep-table.ts";
import type { ReportForms } from "../report/write.ts";
import { EXIT_FAILED } from "./failure.ts";
import { VERSION } from "./version.ts";

export interface FinishedSweep {
  readonly plan: SweepPlan;
  readonly metrics: readonly string[];
  /** Every run, by number. */
  readonly done: ReadonlyMap<number, RunRecord>;
  readonly folder: SweepFolder | null;
  /** As the user named the folder. */
  readonly out: string | null;
  /** In which further forms charts are written. */
  readonly forms: ReportForms;
}

export async function finishSweep(
  { plan, metrics, done, folder, out, forms }: FinishedSweep,
  { json, quiet }: { readonly json?: boolean; readonly quiet?: boolean },
): Promise<void> {
  const document = sweepDocument(plan, VERSION, metrics, done);
  if (folder !== null) await writeSweepReport(folder, document, forms);
  const { stdout } = process;
  if (json) stdout.write(renderSweepJson(document));
  else if (!quiet) {
    const color = stdout.isTTY === true && process.env["NO_COLOR"] === undefined;
    stdout.write(renderSweepTable(document, { color, width: Math.min(stdout.columns ?? 80, 160) }));
    if (out !== null) stdout.write(`\nReport: ${join(out, "index.html")}\n`);
  }
  tellLost(document);
}

function tellLost({ points, policies }: SweepDocument): void {
  for (const policy of policies) {
    const runs = points.flatMap((point) => point.runs.filter((run) => run.policy === policy));
    const losing = runs.filter((run) => (run.metrics["all"]?.["lost"]?.mean ?? 0) > 0).length;
    if (losing === 0) continue;
    process.stderr.write(
      `${policy}: at ${losing} of ${points.length} points accepted tasks never ended (see lost in sweep.csv).\n`,
    );
    process.exitCode = EXIT_FAILED;
  }
}
