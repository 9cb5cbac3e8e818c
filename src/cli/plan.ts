/** `sim plan`: the cheapest choice that meets the targets. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { answer } from "../lab/plan/plan.ts";
import type { PlanDocument } from "../lab/result.ts";
import { renderPlanJson, writePlanReport } from "../report/plan.ts";
import { renderPlanTable } from "../report/plan-table.ts";
import { EXIT_FAILED, EXIT_INPUT, Failure } from "./failure.ts";
import { Outputs } from "./outputs.ts";
import { type PlanInputOptions, readPlanInput } from "./plan-input.ts";
import { ProgressBar } from "./progress.ts";
import { folderName } from "./show.ts";
import { VERSION } from "./version.ts";

export interface PlanOptions extends PlanInputOptions {
  readonly replications: number;
  readonly threads?: number;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export async function plan(file: string, options: PlanOptions): Promise<void> {
  const { json, quiet, replications } = options;
  if (replications < 2)
    throw new Failure(EXIT_INPUT, "--replications: one says nothing of chance; a plan needs at least 2.");
  const { scenario, policy, question } = await readPlanInput(file, options);
  // With --json the document on stdout is the report, unless a folder is asked for.
  const out = options.out ?? (json ? null : join("reports", `${folderName(scenario.name)}-plan`));
  const outputs = Outputs.open();
  const bar = new ProgressBar(!quiet && !json);
  try {
    const folder = out === null ? null : outputs.folder(out);
    const document: PlanDocument = {
      version: 1,
      kind: "plan",
      scenario: scenario.name,
      description: scenario.description,
      tool: VERSION,
      policy,
      seed: question.seed,
      axes: question.grid.axes.map(({ path }) => path),
      ...(await answer({
        ...question,
        most: replications,
        threads: options.threads ?? availableParallelism(),
        onProgress: (done, runs) => bar.update(done, runs, "runs"),
      })),
    };
    if (folder !== null) await writePlanReport(folder, document);
    bar.clear();
    outputs.commit();
    const { stdout } = process;
    if (json) stdout.write(renderPlanJson(document));
    else if (!quiet) {
      stdout.write(renderPlanTable(document, Math.min(stdout.columns ?? 80, 120)));
      if (out !== null) stdout.write(`\nReport: ${join(out, "index.html")}\n`);
    }
    if (document.answer === null) process.exitCode = EXIT_FAILED;
  } finally {
    bar.clear();
    outputs.discard();
  }
}
