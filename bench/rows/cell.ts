/** A cell of many machines: three kinds of them, five shapes of task with cpu and memory, for `sim run` and for the C++ reference. */
import { streamWords } from "../harness/stream-words.ts";
import { SEED } from "./scenarios.ts";

/** Shares of the machines; cores and GiB of each. */
const KINDS = [
  { name: "small", share: 0.5, cpu: 8, memory: 32 },
  { name: "medium", share: 0.3, cpu: 16, memory: 64 },
  { name: "large", share: 0.2, cpu: 32, memory: 96 },
] as const;

/** Shares of the tasks; cores and GiB of each. */
export const SHAPES = [
  { class: "tiny", share: 0.4, cpu: 0.5, memory: 1 },
  { class: "web", share: 0.25, cpu: 1, memory: 2 },
  { class: "cache", share: 0.15, cpu: 1, memory: 8 },
  { class: "compute", share: 0.12, cpu: 4, memory: 4 },
  { class: "database", share: 0.08, cpu: 4, memory: 16 },
] as const;

const MEAN_SECONDS = 100;
const SECOND = 1e6;

export interface Cell {
  readonly machines: number;
  /** Share of all cores that the load takes. */
  readonly utilization: number;
  readonly tasks: number;
  readonly placement: "best-fit" | "first-fit";
}

/** First come, first served, but who does not fit is overtaken: strict order would leave the cell half empty. */
export function cellScenario({ machines, utilization, tasks, placement }: Cell): object {
  return {
    name: "cell",
    seed: SEED,
    stop: { tasks },
    tenants: [
      {
        name: "t",
        workloads: SHAPES.map(({ class: name, cpu, memory, share }) => ({
          class: name,
          arrivals: { process: "poisson", rate: share * taskRate(machines, utilization, MEAN_SECONDS) },
          duration: { dist: "exponential", mean: MEAN_SECONDS },
          resources: { cpu, memory: `${memory}GiB` },
        })),
      },
    ],
    machines: cellMachines(machines),
    policy: { name: "fifo", placement, overtaking: true },
  };
}

export function cellMachines(machines: number): object[] {
  return KINDS.map(({ name, share, cpu, memory }) => ({
    name,
    count: Math.round(machines * share),
    cpu,
    memory: `${memory}GiB`,
  }));
}

/** The same for the C++ reference, with the same streams. */
export function cellArguments({ machines, utilization, tasks, placement }: Cell): string[] {
  const kinds = KINDS.flatMap(({ share, cpu, memory }) => [Math.round(machines * share), cpu * 1000, memory]);
  const shapes = SHAPES.flatMap(({ class: name, share, cpu, memory }) => [
    cpu * 1000,
    memory,
    SECOND / (share * taskRate(machines, utilization, MEAN_SECONDS)),
    MEAN_SECONDS * SECOND,
    ...streamWords(SEED, "arrivals", `t/${name}`),
    ...streamWords(SEED, "duration", `t/${name}/0`),
  ]);
  const which = placement === "best-fit" ? "best" : "first";
  return [which, tasks, KINDS.length, ...kinds, SHAPES.length, ...shapes].map(String);
}

/** Tasks a second that keep this share of all cores busy. */
export function taskRate(machines: number, utilization: number, meanSeconds: number): number {
  const cores = machines * KINDS.reduce((sum, { share, cpu }) => sum + share * cpu, 0);
  const coresOfTask = SHAPES.reduce((sum, { share, cpu }) => sum + share * cpu, 0);
  return (cores * utilization) / (coresOfTask * meanSeconds);
}
