/** What watching every event for broken invariants costs. */
import { atMost, type Outcome, rateTable } from "../harness/outcome.ts";
import { runScenario } from "../harness/programs.ts";
import type { Row, Setting } from "../harness/row.ts";
import { interleaved, medianRate } from "../harness/sample.ts";
import { cellScenario } from "./cell.ts";
import { everything, mmc } from "./scenarios.ts";

export const checkRow: Row = {
  name: "check",
  about: "how much slower --check is",
  run({ smoke, rounds, progress }: Setting): Outcome {
    const tasks = smoke ? 20_000 : 500_000;
    const machines = smoke ? 100 : 1_000;
    const all: [string, object][] = [
      ["everything", everything(100, 0.9, tasks, "delay-tolerance")],
      ["M/M/100", mmc(100, 0.9, tasks)],
      [`cell, ${machines}`, cellScenario({ machines, utilization: 0.8, tasks, placement: "best-fit" })],
    ];
    const works = smoke ? all.slice(0, 1) : all;
    const measured = interleaved(
      works.flatMap(([name, scenario]) => [
        { name, run: () => runScenario(scenario).sample },
        { name: `${name}, --check`, run: () => runScenario(scenario, ["--check"]).sample },
      ]),
      Math.min(rounds, 3),
      progress,
    );
    return {
      row: "check",
      title: `--check, ${tasks.toLocaleString("en")} tasks`,
      notes: ["Start of the process included."],
      tables: [rateTable(measured)],
      floors: works.map(([name], i) =>
        atMost(
          `${name}: time with --check / without`,
          5,
          medianRate(measured[i * 2]!) / medianRate(measured[i * 2 + 1]!),
        ),
      ),
      charts: [],
      measured,
    };
  },
};
