/**
 * `npm run bench [-- --only mmc,start] [-- --smoke]`: parts and wholes, each in a process of its own, interleaved, beside
 * their peers. Prints tables and writes a report. Asserts no time, because machines are noisy: compare as ratios within
 * one run. A peer that finds another answer is an error.
 */
import { join } from "node:path";
import type { Outcome } from "./harness/outcome.ts";
import { findPeers } from "./harness/peers.ts";
import { renderOutcome } from "./harness/print.ts";
import { help, readOptions, UsageError } from "./options.ts";
import { writeReport } from "./report/write.ts";
import { ROWS } from "./rows/index.ts";

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${help(ROWS)}`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), ROWS);
  if (options === "help") {
    process.stdout.write(help(ROWS));
    return;
  }
  const { smoke, rounds, rows, out } = options;
  const peers = findPeers();
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    const outcome = await row.run({
      smoke,
      rounds,
      peers,
      progress: (what) => progress(`${row.name}: ${what}`),
    });
    progress("");
    outcomes.push(outcome);
    process.stdout.write(renderOutcome(outcome, !smoke));
    // After each row, so that an interrupted run leaves what it has.
    await writeReport(out, outcomes, { rounds, smoke });
  }
  if (smoke) process.stdout.write("\nA smoke test: sizes are too small to judge any floor.\n");
  process.stdout.write(`\nReport: ${join(out, "index.html")}\n`);
}

function progress(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what}`);
}
