/** A day of a whole cell with everything that goes wrong in it, under each of four policies. */
import { atMost, type Outcome, short } from "../harness/outcome.ts";
import { runScenario } from "../harness/programs.ts";
import type { Row, Setting } from "../harness/row.ts";
import { interleaved, median } from "../harness/sample.ts";
import { cellMachines, SHAPES, taskRate } from "./cell.ts";
import { SEED } from "./scenarios.ts";

const POLICIES = ["fifo", "delay-tolerance", "top-k", "off-peak"];
const DAY = 86_400;

export const cellDayRow: Row = {
  name: "cell-day",
  about: "a day of 12,000 machines and 10 M tasks with faults, under four policies",
  run({ smoke, rounds, progress }: Setting): Outcome {
    const machines = smoke ? 120 : 12_000;
    const tasks = smoke ? 5_000 : 10_000_000;
    const scenario = cellDay(machines, tasks, smoke ? DAY / 24 : DAY);
    const faults = new Map<string, number>();
    const measured = interleaved(
      (smoke ? POLICIES.slice(0, 2) : POLICIES).map((policy) => ({
        name: policy,
        run: () => {
          const { sample, result } = runScenario(scenario, ["--policy", policy]);
          faults.set(policy, result.timeline.faults.length);
          return sample;
        },
      })),
      Math.min(rounds, 3),
      progress,
    );
    const seconds = measured.map(({ samples }) => median(samples.map((sample) => sample.seconds)));
    return {
      row: "cell-day",
      title: `A day of a cell: ${machines.toLocaleString("en")} machines, ${short(tasks)} tasks, faults on`,
      notes: [
        "Load follows the day. Machines crash all the time, once a tenth of them at once; submitters and the leading manager crash; 1% of attempts fail. Processor time of the whole process.",
      ],
      tables: [
        {
          head: ["", "seconds", "on the wall", "M tasks/s", "peak MB", "wait ms", "faults"],
          lines: measured.map(({ name, samples }, i) => [
            name,
            seconds[i]!.toFixed(1),
            median(samples.map((sample) => sample.wallSeconds)).toFixed(1),
            (samples[0]!.work / seconds[i]! / 1e6).toFixed(3),
            (median(samples.map((sample) => sample.peakBytes)) / 1e6).toFixed(0),
            ((samples[0]!.meanWait ?? 0) * 1000).toFixed(0),
            String(faults.get(name)),
          ]),
        },
      ],
      floors: measured.map(({ name }, i) => atMost(`${name}: the day`, 60, seconds[i]!, "s")),
      charts: [
        {
          name: "cell-day",
          title: `A day of ${machines.toLocaleString("en")} machines and ${short(tasks)} tasks`,
          kind: "bars",
          x: "",
          y: "seconds of processor time",
          points: measured.map(({ name, samples }, i) => ({
            series: name,
            x: 0,
            y: seconds[i]!,
            low: Math.min(...samples.map((sample) => sample.seconds)),
            high: Math.max(...samples.map((sample) => sample.seconds)),
          })),
        },
      ],
      measured,
    };
  },
};

/** The day's load, an hour each; the mean is 1. */
const PROFILE = [
  0.7, 0.62, 0.56, 0.52, 0.5, 0.52, 0.6, 0.75, 0.92, 1.08, 1.2, 1.26, 1.28, 1.26, 1.24, 1.22, 1.22, 1.24,
  1.28, 1.32, 1.28, 1.14, 0.98, 0.81,
];

function cellDay(machines: number, tasks: number, seconds: number): object {
  // 65% of all cores over the day, 86% in its busiest hour.
  const rate = tasks / seconds;
  const meanSeconds = taskRate(machines, 0.65, 1) / rate;
  const workloads = SHAPES.map(({ class: name, cpu, memory, share }, i) => ({
    class: name,
    arrivals: { process: "diurnal", rate: share * rate, profile: PROFILE },
    duration: { dist: "lognormal", mean: meanSeconds, cv: 1.5 },
    resources: { cpu, memory: `${memory}GiB` },
    delayTolerance: ["5s", "1m", "10m", "1h", "6h"][i],
    executionCap: 20 * meanSeconds,
    failure: "1%",
    attempts: 5,
    ...(i === SHAPES.length - 1 && { offPeak: true }),
  }));
  const exponential = (mean: string) => ({ dist: "exponential", mean });
  return {
    name: "cell-day",
    seed: SEED,
    stop: { tasks },
    tenants: [{ name: "t", workloads }],
    machines: cellMachines(machines),
    policy: "fifo",
    control: {
      clients: { timeout: "10s", tries: 10, backoff: "1s" },
      submitters: { nodes: 3, heartbeat: "1s", timeout: "5s" },
      manager: { replicas: 3, lease: "5s", every: "1s" },
      queues: { backoff: { first: "1s", limit: "1m" } },
      monitor: { heartbeat: "1s", timeout: "5s" },
    },
    faults: [
      { kind: "machine-crash", every: exponential("2m"), for: exponential("10m") },
      { kind: "machine-crash", count: "10%", at: "14h", for: "20m" },
      { kind: "submitter-crash", every: exponential("2h"), for: "1m" },
      { kind: "manager-crash", every: exponential("6h"), for: "1m" },
      { kind: "machine-slow", every: exponential("10m"), for: exponential("10m"), factor: 2 },
    ],
  };
}
