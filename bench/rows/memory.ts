/** Memory grows with the tasks in flight and not with tasks in all. Peak resident set of the whole process. */
import { atMost, type Outcome, short } from "../harness/outcome.ts";
import { runScenario } from "../harness/programs.ts";
import type { Row, Setting } from "../harness/row.ts";
import { interleaved, type Measured, median } from "../harness/sample.ts";
import { crowd, flood, mmc } from "./scenarios.ts";

export const memoryRow: Row = {
  name: "memory",
  about: "bytes for each task in flight; peak memory by number of tasks",
  run({ smoke, rounds, progress }: Setting): Outcome {
    const [few, many] = smoke ? [20_000, 40_000] : [250_000, 1_000_000];
    const [short1, long1] = smoke ? [20_000, 100_000] : [1_000_000, 10_000_000];
    const measured = interleaved(
      [
        ...[few, many].map((tasks) =>
          at(`waiting, ${short(tasks)} at once`, () => flood(100, tasks, "fifo")),
        ),
        ...[few, many].map((tasks) => at(`running, ${short(tasks)} at once`, () => crowd(tasks))),
        ...[short1, long1].map((tasks) => at(`M/M/100, ${short(tasks)} in all`, () => mmc(100, 0.9, tasks))),
      ],
      Math.min(rounds, 3),
      progress,
    );
    const [fewWait, manyWait, fewRun, manyRun, shortRun, longRun] = measured.map(peak) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const each = (less: number, more: number) => (more - less) / (many - few);
    return {
      row: "memory",
      title: "Memory: peak resident set of sim run",
      notes: [
        `Bytes for each task in flight are the slope from ${short(few)} to ${short(many)} at once, what growing arrays leave behind included.`,
      ],
      tables: [
        {
          head: ["", "peak MB"],
          lines: measured.map((one) => [one.name, (peak(one) / 1e6).toFixed(0)]),
        },
      ],
      floors: [
        atMost("bytes for each waiting task", 250, each(fewWait, manyWait), "B"),
        atMost("bytes for each running task", 250, each(fewRun, manyRun), "B"),
        atMost(`peak of ${short(long1)} tasks / ${short(short1)}: flat`, 1.1, longRun / shortRun),
      ],
      charts: [],
      measured,
    };
  },
};

export const memoryLongRow: Row = {
  name: "memory-100m",
  about: "peak memory of 10⁸ tasks of M/M/c",
  long: true,
  run({ smoke, progress }: Setting): Outcome {
    const tasks = smoke ? 100_000 : 100_000_000;
    const measured = interleaved([at("M/M/100", () => mmc(100, 0.9, tasks))], 1, progress);
    return {
      row: "memory-100m",
      title: `Memory: ${tasks.toLocaleString("en")} tasks of M/M/c`,
      notes: [],
      tables: [],
      floors: [atMost("peak resident set", 300, peak(measured[0]!) / 1e6, "MB")],
      charts: [],
      measured,
    };
  },
};

function at(name: string, scenario: () => object) {
  return { name, run: () => runScenario(scenario()).sample };
}

function peak({ samples }: Measured): number {
  return median(samples.map(({ peakBytes }) => peakBytes));
}
