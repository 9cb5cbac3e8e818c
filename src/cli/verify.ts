/** `sim verify`: runs what a report was made from again, and says whether it is still what the report says. */
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Verification } from "../lab/result.ts";
import { MarkBook } from "../lab/verify/marks.ts";
import { verify as verifyReport } from "../lab/verify/verify.ts";
import { renderVerification } from "../report/verification.ts";
import { EXIT_FAILED, EXIT_INPUT, Failure } from "./failure.ts";
import { ProgressBar } from "./progress.ts";
import { loadPolicies, type Report, readReport, recordedScenario } from "./recorded.ts";
import { VERSION } from "./version.ts";

export interface VerifyOptions {
  readonly threads?: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export async function verify(path: string, options: VerifyOptions): Promise<void> {
  const report = readReport(path);
  const { recorded, result, folder } = report;
  refuseOtherPolicies(report);
  const scenario = recordedScenario(report);
  const catalogue = await loadPolicies(report, recorded.policies);
  const bar = new ProgressBar(!options.quiet && !options.json);
  let found: Verification;
  try {
    found = await verifyReport({
      scenario,
      policies: recorded.policies,
      catalogue,
      seed: recorded.seed,
      result,
      marks: readMarks(join(folder, "digests.json")),
      threads: options.threads ?? availableParallelism(),
      onProgress: ({ done, events }) => bar.update(done, events, "events"),
    });
  } finally {
    bar.clear();
  }
  const versions = { recorded: recorded.tool, now: VERSION };
  if (options.json) process.stdout.write(`${JSON.stringify(document(folder, found, versions), null, 2)}\n`);
  else if (!options.quiet)
    process.stdout.write(
      renderVerification(folder, found, versions, Math.min(process.stdout.columns ?? 80, 120)),
    );
  if (!found.confirmed) process.exitCode = EXIT_FAILED;
}

/** Marks help to find the place; without them the rest can still be confirmed. */
function readMarks(file: string): MarkBook | null {
  return existsSync(file) ? MarkBook.parse(readFileSync(file, "utf8")) : null;
}

function refuseOtherPolicies({ folder, recorded, result }: Report): void {
  const made = result.runs.map((run) => run.policy);
  const asked = recorded.policies.map((policy) => policy.name);
  if (made.join() === asked.join()) return;
  throw new Failure(
    EXIT_INPUT,
    `${folder}: result.json is of ${made.join(", ") || "no policy"}, and run.json of ${asked.join(", ")}: they do not belong together`,
  );
}

/** Without a number that JSON does not have. */
function document(report: string, found: Verification, versions: object): object {
  const { parted, ...rest } = found;
  return {
    version: 1,
    kind: "verification",
    report,
    tool: versions,
    ...rest,
    parted: parted && {
      ...parted,
      interval: parted.interval && {
        from: parted.interval.from,
        to: Math.min(parted.interval.to, parted.events),
      },
    },
  };
}
