/** How a sweep ends: its report, the table or the document on the screen, and the exit code that goes with it. */
import { join } from "node:path";
import { parseMetricPath } from "../lab/metric-path.ts";
import type { SweepDocument } from "../lab/result.ts";
import { sweepDocument } from "../lab/sweep/document.ts";
import type { RunRecord } from "../lab/sweep/runs.ts";
import type { SweepPlan } from "../lab/sweep/sweep.ts";
import { renderSweepJson, writeSweepReport } from "../report/sweep.ts";
import type { SweepFolder } from "../report/sweep-folder.ts";
import { renderSweepTable } from "../report/sweep-table.ts";
import { nearest } from "../scenario/nearest.ts";
import { type Problem, problem, renderProblems } from "../scenario/problems.ts";
import { EXIT_FAILED, EXIT_INPUT, Failure } from "./failure.ts";
import { VERSION } from "./version.ts";

export interface FinishedSweep {
  readonly plan: SweepPlan;
  readonly metrics: readonly string[];
  /** Every run, by number. */
  readonly done: ReadonlyMap<number, RunRecord>;
  readonly folder: SweepFolder | null;
  /** As the user named the folder. */
  readonly out: string | null;
}

export async function finishSweep(
  { plan, metrics, done, folder, out }: FinishedSweep,
  { json, quiet }: { readonly json?: boolean; readonly quiet?: boolean },
): Promise<void> {
  const document = sweepDocument(plan, VERSION, metrics, done);
  if (folder !== null) await writeSweepReport(folder, document);
  const { stdout } = process;
  if (json) stdout.write(renderSweepJson(document));
  else if (!quiet) {
    const color = stdout.isTTY === true && process.env["NO_COLOR"] === undefined;
    stdout.write(renderSweepTable(document, { color, width: Math.min(stdout.columns ?? 80, 160) }));
    if (out !== null) stdout.write(`\nResults: ${join(out, "sweep.json")}, sweep.csv\n`);
  }
  tellLost(document);
}

/** Whether the figures asked for exist is known from the first run that ends. */
export function checkMetrics(paths: readonly string[], { metrics }: RunRecord): void {
  const problems = paths.flatMap((path): Problem[] => {
    const { metric, group } = parseMetricPath(path);
    const groups = Object.keys(metrics);
    const known = Object.keys(metrics[group] ?? metrics["all"] ?? {});
    if (!groups.includes(group))
      return [
        problem("--metrics", `there is no such group; there are ${few(groups)}`, {
          found: path,
          suggestion: nearest(group, groups),
        }),
      ];
    if (known.includes(metric)) return [];
    return [
      problem("--metrics", `there is no such figure; there are ${known.join(", ")}`, {
        found: path,
        suggestion: nearest(metric, known),
      }),
    ];
  });
  if (problems.length > 0) throw new Failure(EXIT_INPUT, renderProblems("the figures to show", problems));
}

function few(names: readonly string[]): string {
  const most = 30;
  return names.length <= most
    ? names.join(", ")
    : `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
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
