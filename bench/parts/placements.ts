/** Placements: find, reserve and release on a fleet that is 80% full, cpu and memory. */
import { Fleet } from "../../src/cluster/fleet.ts";
import { ANYWHERE } from "../../src/cluster/placement/near.ts";
import { placement } from "../../src/cluster/placement/placement.ts";
import { PLACEMENTS, type PlacementName } from "../../src/cluster/policy.ts";
import { Streams } from "../../src/engine/random.ts";
import type { Group, Part } from "./part.ts";

const BATCH = 1_000;

export const placementGroups: readonly Group[] = PLACEMENTS.map((name) => ({
  name: `placements:${name}`,
  parts: (smoke) =>
    (smoke ? [100, 1_000] : [100, 1_000, 10_000, 100_000]).map((machines) => placing(name, machines)),
}));

function placing(name: PlacementName, machines: number): Part {
  const capacity = (cores: number, memory: number) => [
    cores * 1_000,
    memory,
    ...Array(4).fill(Number.POSITIVE_INFINITY),
  ];
  const kinds = [capacity(8, 64), capacity(16, 128), capacity(32, 192)];
  const fleet = new Fleet(
    Array.from({ length: machines }, (_, i) => ({
      name: "m",
      group: "m",
      datacenter: "d",
      capacity: kinds[i % kinds.length]!,
      speed: 1,
      cost: 0,
    })),
  );
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
    name: `${name}, ${machines.toLocaleString("en")} machines`,
    operations: BATCH,
    run: () => {
      for (let i = 0; i < BATCH; i++) {
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
