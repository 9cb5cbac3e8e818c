/** How long it takes until `sim` is there, over what Node itself takes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atMost, type Outcome } from "../harness/outcome.ts";
import { PROJECT, type Ran, runNode, runSim } from "../harness/programs.ts";
import type { Row, Setting } from "../harness/row.ts";
import { interleaved, type Measured, median, type Sample } from "../harness/sample.ts";

export const startRow: Row = {
  name: "start",
  about: "start of sim --help and sim run scenarios/smoke.json",
  run({ smoke, rounds, progress }: Setting): Outcome {
    const folder = mkdtempSync(join(tmpdir(), "schedlab-start-"));
    try {
      const scenario = join(PROJECT, "scenarios/smoke.json");
      const measured = interleaved(
        [
          { name: "node -e 0", run: () => sample(runNode(["-e", "0"])) },
          { name: "sim --help", run: () => sample(runSim(["--help"])) },
          {
            name: "sim run scenarios/smoke.json",
            run: () => sample(runSim(["run", scenario, "--out", join(folder, "report")])),
          },
        ],
        smoke ? 1 : Math.max(rounds, 11),
        progress,
      );
      const [node, help, run] = measured.map((each) => median(processor(each))) as [number, number, number];
      return {
        row: "start",
        title: "Start, milliseconds",
        notes: [
          "Floors are judged by processor time, because on a shared machine the clock on the wall also counts the work of others; the least time on the wall is what a user waits on an idle one. The report is written.",
        ],
        tables: [
          {
            head: ["", "processor", "lowest", "highest", "least on the wall"],
            lines: measured.map((each) => [
              each.name,
              median(processor(each)).toFixed(0),
              Math.min(...processor(each)).toFixed(0),
              Math.max(...processor(each)).toFixed(0),
              (Math.min(...each.samples.map(({ wallSeconds }) => wallSeconds)) * 1000).toFixed(0),
            ]),
          },
        ],
        floors: [
          atMost("sim --help over bare node", 150, help - node, "ms"),
          atMost("sim run scenarios/smoke.json over bare node", 400, run - node, "ms"),
        ],
        charts: [],
        measured,
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

function sample({ seconds, wallSeconds, peakBytes }: Ran): Sample {
  return { work: 1, seconds, wallSeconds, peakBytes, meanWait: null };
}

function processor({ samples }: Measured): number[] {
  return samples.map(({ seconds }) => seconds * 1000);
}
