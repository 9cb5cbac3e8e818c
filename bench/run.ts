/**
 * `npm run bench [-- --only mmc,start] [-- --smoke]`: parts and wholes, each in a process of its own, interleaved, beside
 * their peers. Prints tables. Asserts no time, because machines are noisy: compare as ratios within one run.
 */

import { findPeers } from "./harness/peers.ts";
import { renderOutcome } from "./harness/print.ts";
import { help, readOptions, UsageError } from "./options.ts";
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
  const { smoke, rounds, rows } = options;
  const peers = findPeers(["mmc", "placement"]);
  for (const row of rows) {
    const outcome = await row.run({
      smoke,
      rounds,
      peers,
      progress: (what) => progress(`${row.name}: ${what}`),
    });
    progress("");
    process.stdout.write(renderOutcome(outcome));
  }
}

function progress(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what}`);
}
