/** M/M/c with FIFO, beside everybody else who can run it. Same arrivals, same answer: who disagrees is an error. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atLeast, type Outcome, rateChart, rateTable } from "../harness/outcome.ts";
import { PROJECT, runNode, runPeer, runScenario } from "../harness/programs.ts";
import type { Row, Setting } from "../harness/row.ts";
import { type Contender, interleaved, type Measured, medianRate, type Sample } from "../harness/sample.ts";
import { streamWords } from "../harness/stream-words.ts";
import { mmc, SEED } from "./scenarios.ts";

const SERVERS = 100;
const UTILIZATION = 0.9;
const JAVASCRIPT = fileURLToPath(new URL("../peers/mmc.js", import.meta.url));

export const mmcRow: Row = {
  name: "mmc",
  about: "M/M/c beside C++, SimPy, sim.js and our engine alone",
  run(setting: Setting): Outcome {
    const tasks = setting.smoke ? 100_000 : 5_000_000;
    const contenders = contendersFor(tasks, setting);
    const measured = interleaved(contenders, setting.rounds, setting.progress);
    agree(measured);
    const rateOf = (name: string) => medianRate(measured.find((each) => each.name === name)!);
    const against = (name: string, asked: number) =>
      measured.some((each) => each.name === name)
        ? [atLeast(`sim run / ${name}`, asked, rateOf(OURS) / rateOf(name))]
        : [];
    return {
      row: "mmc",
      title: `M/M/c, c = ${SERVERS}, utilisation ${UTILIZATION}, FIFO, ${tasks.toLocaleString("en")} tasks`,
      notes: [
        "Tasks a second of processor time (user and system), start of the process included. C++, sim.js and our own draw the same arrivals and durations as sim run and must find the same mean wait; SimPy draws its own and must be close to Erlang C.",
        ...setting.peers.missing.map((what) => `Left out: ${what}.`),
      ],
      tables: [rateTable(measured)],
      floors: [...against(STD, 0.4), ...against(SIMPY, 20), ...against(SIM_JS, 4)],
      charts: [rateChart("mmc", `M/M/${SERVERS} at ${UTILIZATION}, FIFO`, measured)],
      measured,
    };
  },
};

const OURS = "sim run";
const STD = "C++, std::priority_queue";
const SIMPY = "SimPy";
const SIM_JS = "sim.js";

function contendersFor(tasks: number, { peers, smoke }: Setting): Contender[] {
  // The slow ones do less, at the same rate.
  const fewer = smoke ? tasks / 4 : tasks / 5;
  const fewest = smoke ? tasks / 10 : tasks / 20;
  const words = [...streamWords(SEED, "arrivals", "t/job"), ...streamWords(SEED, "duration", "t/job/0")];
  const model = (count: number) => [SERVERS, UTILIZATION, count].map(String);
  return [
    { name: OURS, run: () => runScenario(mmc(SERVERS, UTILIZATION, tasks)).sample },
    ...(peers.cpp === null
      ? []
      : [
          {
            name: STD,
            run: () => runPeer(join(peers.cpp!, "mmc"), [...model(tasks), ...words.map(String)], tasks),
          },
        ]),
    { name: SIM_JS, run: () => javascript("sim.js", fewer) },
    ...(peers.python === null
      ? []
      : [
          {
            name: SIMPY,
            run: () => {
              const program = join(PROJECT, "bench/peers/mmc.py");
              return runPeer(peers.python!, [program, ...model(fewest), String(SEED)], fewest);
            },
          },
        ]),
    { name: "our engine, no scheduler", run: () => javascript("engine", tasks) },
    { name: "specialised JavaScript", run: () => javascript("specialised", tasks) },
  ];
}

function javascript(name: string, tasks: number): Sample {
  const args = [JAVASCRIPT, name, ...[SERVERS, UTILIZATION, tasks, SEED].map(String)];
  const { stdout, seconds, wallSeconds, peakBytes } = runNode(args);
  const { meanWait } = JSON.parse(stdout) as { meanWait: number };
  return { work: tasks, seconds, wallSeconds, peakBytes, meanWait };
}

/** Those that draw the same numbers agree but for rounding; all agree with theory as far as chance allows. */
function agree(measured: readonly Measured[]): void {
  const exact = meanWait(SERVERS, UTILIZATION);
  const ours = measured[0]!.samples[0]!;
  for (const { name, samples } of measured) {
    for (const { meanWait: seen, work } of samples) {
      if (seen === null) throw new Error(`${name} tells no mean wait`);
      const allowed = tolerance(work);
      if (Math.abs(seen / exact - 1) > allowed)
        throw new Error(
          `${name}: mean wait ${seen} s, Erlang C says ${exact} s; chance explains ${(allowed * 100).toFixed(0)}%`,
        );
      if (name !== SIMPY && work === ours.work && Math.abs(seen / ours.meanWait! - 1) > 1e-4)
        throw new Error(`${name}: mean wait ${seen} s, sim run on the same arrivals ${ours.meanWait} s`);
    }
  }
}

/** Erlang C with a mean service of one, in seconds. */
function meanWait(servers: number, utilization: number): number {
  return delayed(servers, utilization) / (servers * (1 - utilization));
}

function delayed(servers: number, utilization: number): number {
  const load = servers * utilization;
  let blocking = 1;
  for (let n = 1; n <= servers; n++) blocking = (load * blocking) / (n + load * blocking);
  return blocking / (1 - utilization * (1 - blocking));
}

/**
 * Five standard errors of the mean wait over this many tasks, relative. Waits are exponential given that they are not 0,
 * which gives their variance; they are correlated for about as long as a queue of c servers takes to forget,
 * 1 / (c (1 − √ρ)²) services, so that a run holds so many independent ones.
 */
function tolerance(tasks: number): number {
  const chance = delayed(SERVERS, UTILIZATION);
  const variation = Math.sqrt(2 / chance - 1);
  const memory = 1 / (SERVERS * (1 - Math.sqrt(UTILIZATION)) ** 2);
  const independent = tasks / (SERVERS * UTILIZATION) / (2 * memory);
  return (5 * variation) / Math.sqrt(independent);
}
