/** How a machine is found for a shape without looking at all of them: one file each, chosen by name. */
import type { Random } from "../../engine/random.ts";
import type { Fleet, ShapeId } from "../fleet.ts";
import type { PlacementName } from "../policy.ts";
import type { MachineId } from "../ports.ts";
import { BestFit, WorstFit } from "./by-free-cpu.ts";
import { FirstFit } from "./first-fit.ts";
import { Near } from "./near.ts";
import { smallestFirst } from "./right-size.ts";
import { PowerOfTwo, RandomFit } from "./sampling.ts";

export interface Placement {
  /**
   * A machine that is up and has room, or −1 when there is none. `home` is the datacenter that the task is best
   * placed in, by its number, or ANYWHERE; only "near" looks at it, and nobody refuses a machine because of it.
   */
  find(shape: ShapeId, home: number): MachineId;
  /** What is free on this machine has changed. */
  changed(machine: MachineId): void;
  /** A dimension is asked for that was not before. */
  rebuild(): void;
}

export function placement(name: PlacementName, fleet: Fleet, random: Random): Placement {
  switch (name) {
    case "first-fit":
      return new FirstFit(fleet);
    case "right-size":
      return new FirstFit(fleet, smallestFirst(fleet.machines));
    case "near":
      return new Near(fleet);
    case "best-fit":
      return new BestFit(fleet);
    case "worst-fit":
      return new WorstFit(fleet);
    case "random":
      return new RandomFit(fleet, random);
    case "power-of-two":
      return new PowerOfTwo(fleet, random);
  }
}
