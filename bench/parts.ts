/** The parts of the engine, each beside what it replaces. Rates in millions a second; medians. */
import seedrandom from "seedrandom";
import { Bench } from "tinybench";
import { Fleet } from "../src/cluster/fleet.ts";
import { ANYWHERE } from "../src/cluster/placement/near.ts";
import { placement } from "../src/cluster/placement/placement.ts";
import { PLACEMENTS } from "../src/cluster/policy.ts";
import { EventQueue, type EventQueueContract } from "../src/engine/event-queue.ts";
import { Histogram } from "../src/engine/histogram.ts";
import { Streams } from "../src/engine/random.ts";
import { HeapJsQueue } from "./peers/heap-js-queue.ts";

export interface Part {
  readonly name: string;
  /** What one run of the task does this many times. */
  readonly operations: number;
  readonly run: () => void;
}

const BATCH = 10_000;

export function parts(smoke: boolean): Part[] {
  const sizes = smoke ? [100, 10_000] : [100, 10_000, 1_000_000];
  const fleets = smoke ? [100, 1_000] : [100, 1_000, 10_000];
  return [
    ...sizes.flatMap((pending) => [
      hold(`event queue, ${pending} pending`, new EventQueue(), pending),
      hold(`heap-js queue, ${pending} pending`, new HeapJsQueue(), pending),
    ]),
    ...randomness(),
    histogram(),
    ...fleets.flatMap((machines) => PLACEMENTS.map((name) => placing(name, machines))),
  ];
}

export async function measure(list: readonly Part[], milliseconds: number): Promise<Map<string, number>> {
  const bench = new Bench({ time: milliseconds, warmupTime: milliseconds / 4 });
  for (const { name, run } of list) bench.add(name, run);
  await bench.run();
  return new Map(
    list.map(({ name, operations }, i) => {
      const { result } = bench.tasks[i]!;
      const median = result !== undefined && "latency" in result ? result.latency.p50 : Number.NaN;
      return [name, operations / median / 1000];
    }),
  );
}

/** The hold model: take the next event out and schedule another one an exponential time later. */
function hold(name: string, queue: EventQueueContract, pending: number): Part {
  const random = new Streams(1, 0).stream("hold");
  for (let i = 0; i < pending; i++) queue.schedule(Math.round(random.exponential() * 1e6), 0, 0, i, 0);
  return {
    name,
    operations: BATCH,
    run: () => {
      for (let i = 0; i < BATCH; i++) {
        queue.pop();
        queue.schedule(queue.at + Math.round(random.exponential() * 1e6), 0, 0, queue.a, 0);
      }
    },
  };
}

function randomness(): Part[] {
  const random = new Streams(1, 0).stream("bench");
  const xor128 = seedrandom.xor128("bench");
  const sources: [string, () => number][] = [
    ["uniform (sfc32)", () => random.uniform()],
    ["uniform (seedrandom xor128, 53 bits)", () => xor128.double()],
    ["exponential (ziggurat)", () => random.exponential()],
    ["exponential (-log of xor128)", () => -Math.log(1 - xor128.double())],
    ["normal (ziggurat)", () => random.normal()],
  ];
  return sources.map(([name, draw]) => ({
    name,
    operations: BATCH,
    run: () => {
      let sum = 0;
      for (let i = 0; i < BATCH; i++) sum += draw();
      if (Number.isNaN(sum)) throw new Error("not a number");
    },
  }));
}

function histogram(): Part {
  const values = new Histogram();
  return {
    name: "histogram record",
    operations: BATCH,
    run: () => {
      for (let i = 0; i < BATCH; i++) values.record((i * 7919) % 100_003);
    },
  };
}

/** Place and release on a fleet that is 80% full, cpu and memory. */
function placing(name: (typeof PLACEMENTS)[number], machines: number): Part {
  const capacity = [8_000, 64, ...Array(4).fill(Number.POSITIVE_INFINITY)];
  const spec = { name: "m", group: "m", datacenter: "d", capacity, speed: 1, cost: 0 };
  const fleet = new Fleet(Array.from({ length: machines }, () => spec));
  const random = new Streams(2, 0).stream("placing");
  const index = placement(name, fleet, random);
  const shapes = [1, 2, 4].map((cores) => fleet.shape([cores * 1_000, cores * 6, 0, 0, 0, 0]));
  index.rebuild();
  const running: { machine: number; shape: number }[] = [];
  const place = () => {
    const shape = shapes[random.below(shapes.length)]!;
    const machine = index.find(shape, ANYWHERE);
    if (machine < 0) return;
    fleet.reserve(machine, shape);
    index.changed(machine);
    running.push({ machine, shape });
  };
  while (fleet.utilization < 0.8) place();
  return {
    name: `${name}, ${machines} machines`,
    operations: 1_000,
    run: () => {
      for (let i = 0; i < 1_000; i++) {
        const at = random.below(running.length);
        const { machine, shape } = running[at]!;
        running[at] = running[running.length - 1]!;
        running.pop();
        fleet.release(machine, shape);
        index.changed(machine);
        place();
      }
    },
  };
}
