/** Many machines with cpu and memory: best fit and first fit, at 80% and 95%, beside C++ with the same indexes. */
import { join } from "node:path";
import { atLeast, type Floor, type Outcome, rateChart, rateTable, short } from "../harness/outcome.ts";
import { runPeer, runScenario } from "../harness/programs.ts";
import type { Row, Setting } from "../harness/row.ts";
import { type Contender, interleaved, type Measured, medianRate, type Sample } from "../harness/sample.ts";
import { type Cell, cellArguments, cellScenario } from "./cell.ts";

export const placementRow: Row = {
  name: "placement",
  about: "10,000 machines of three kinds, cpu and memory, best fit and first fit, 80% and 95%",
  run(setting: Setting): Outcome {
    const { smoke, rounds, peers, progress } = setting;
    const [few, many] = smoke ? [100, 1_000] : [100, 10_000];
    const tasks = smoke ? 20_000 : 2_000_000;
    const measured: Measured[] = [];
    const floors: Floor[] = [];
    for (const placement of smoke ? (["first-fit"] as const) : (["best-fit", "first-fit"] as const)) {
      for (const utilization of smoke ? [0.8] : [0.8, 0.95]) {
        const what = `${placement} ${utilization * 100}%`;
        const cell = (machines: number): Cell => ({ machines, utilization, tasks, placement });
        const [large, small, cpp] = interleaved(
          [
            ours(`${what}, ${short(many)}`, cell(many)),
            ours(`${what}, ${short(few)}`, cell(few)),
            ...(peers.cpp === null ? [] : [reference(`${what}, ${short(many)}, C++`, peers.cpp, cell(many))]),
          ],
          rounds,
          progress,
        );
        measured.push(...[large, small, cpp].filter((each) => each !== undefined));
        if (peers.cpp !== null && cpp !== undefined) {
          agree(large!, cpp.samples[0]!);
          agree(small!, reference("", peers.cpp, cell(few)).run());
          floors.push(atLeast(`${what}: sim run / C++`, 0.3, medianRate(large!) / medianRate(cpp)));
        }
        floors.push(atLeast(`${what}: rate / rate on ${few}`, 0.5, medianRate(large!) / medianRate(small!)));
      }
    }
    return {
      row: "placement",
      title: `${many.toLocaleString("en")} machines of three kinds, cpu and memory, ${tasks.toLocaleString("en")} tasks`,
      notes: [
        "First come, first served, and who does not fit is overtaken. The C++ reference has the same machines, arrivals, durations and indexes (best fit by buckets of free cpu with a bitmap, first fit by segment tree) and std::priority_queue.",
      ],
      tables: [rateTable(measured)],
      floors,
      charts: [rateChart("placement", `Placement on ${many.toLocaleString("en")} machines`, measured)],
      measured,
    };
  },
};

function ours(name: string, cell: Cell): Contender {
  return { name, run: () => runScenario(cellScenario(cell)).sample };
}

function reference(name: string, folder: string, cell: Cell): Contender {
  return { name, run: () => runPeer(join(folder, "placement"), cellArguments(cell), cell.tasks) };
}

/** Among equal machines the two might choose differently, and then waits differ a little. */
function agree(ours: Measured, reference: Sample): void {
  const [own, other] = [ours.samples[0]!.meanWait!, reference.meanWait!];
  if (Math.abs(own - other) > 0.02 * other + 1e-4)
    throw new Error(`${ours.name}: mean wait ${own} s, the C++ reference on the same arrivals ${other} s`);
}
