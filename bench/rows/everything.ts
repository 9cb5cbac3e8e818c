/** What the features cost that a real scenario has: the plain M/M/c run beside the same load with all of them. */
import { atLeast, type Outcome, rateChart, rateTable } from "../harness/outcome.ts";
import { runScenario } from "../harness/programs.ts";
import type { Row, Setting } from "../harness/row.ts";
import { interleaved, medianRate } from "../harness/sample.ts";
import { everything, mmc } from "./scenarios.ts";

export const everythingRow: Row = {
  name: "everything",
  about: "the same with tenants, limiter, lanes, tolerances, caps and failures",
  run({ smoke, rounds, progress }: Setting): Outcome {
    const tasks = smoke ? 20_000 : 5_000_000;
    const with_ = (policy: string) => ({
      name: `everything, ${policy}`,
      run: () => runScenario(everything(100, 0.9, tasks, policy)).sample,
    });
    const measured = interleaved(
      [
        { name: "plain M/M/c, fifo", run: () => runScenario(mmc(100, 0.9, tasks)).sample },
        with_("delay-tolerance"),
        with_("off-peak"),
      ],
      rounds,
      progress,
    );
    const [plain, ...full] = measured;
    return {
      row: "everything",
      title: `M/M/c with 10 tenants, limiter, three classes, caps and 1% failures, ${tasks.toLocaleString("en")} tasks`,
      notes: [
        "delay-tolerance ranks all tasks in one lane; off-peak has them in three lanes and holds one of these back at the peak.",
      ],
      tables: [rateTable(measured)],
      floors: full.map((each) => atLeast(`${each.name} / plain`, 0.5, medianRate(each) / medianRate(plain!))),
      charts: [rateChart("everything", "What the features cost", measured)],
      measured,
    };
  },
};
