/** Near: the first machine with room in the datacenter of the task's owner, or else the first anywhere. */
import type { Fleet, ShapeId } from "../fleet.ts";
import type { MachineId } from "../ports.ts";
import type { ClusterSpec, MachineSpec } from "../spec.ts";
import { FirstFit } from "./first-fit.ts";
import type { Placement } from "./placement.ts";

/** The home of a task that has none. */
export const ANYWHERE = -1;

export class Near implements Placement {
  readonly #anywhere: FirstFit;
  /** By datacenter. */
  readonly #within: readonly FirstFit[];
  /** By machine: its datacenter. */
  readonly #datacenter: Int32Array;

  constructor(fleet: Fleet) {
    const names = datacenters(fleet.machines);
    this.#datacenter = Int32Array.from(fleet.machines, ({ datacenter }) => names.indexOf(datacenter));
    this.#anywhere = new FirstFit(fleet);
    this.#within = names.map((name) => {
      const machines = fleet.machines.flatMap(({ datacenter }, machine) =>
        datacenter === name ? [machine] : [],
      );
      return new FirstFit(fleet, machines);
    });
  }

  find(shape: ShapeId, home: number): MachineId {
    const machine = home === ANYWHERE ? -1 : this.#within[home]!.find(shape);
    return machine >= 0 ? machine : this.#anywhere.find(shape);
  }

  changed(machine: MachineId): void {
    this.#within[this.#datacenter[machine]!]!.changed(machine);
    this.#anywhere.changed(machine);
  }

  rebuild(): void {
    for (const within of this.#within) within.rebuild();
    this.#anywhere.rebuild();
  }
}

/** By tenant: the number of the datacenter its clients are in, or ANYWHERE when it has none or no machine is there. */
export function homes({ tenants, machines }: ClusterSpec): Int32Array {
  const names = datacenters(machines);
  return Int32Array.from(tenants, ({ datacenter }) => names.indexOf(datacenter));
}

/** In the order in which the machines name them. */
function datacenters(machines: readonly MachineSpec[]): string[] {
  return [...new Set(machines.map(({ datacenter }) => datacenter))];
}
