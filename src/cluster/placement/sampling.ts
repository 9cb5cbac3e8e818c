/**
 * Placement by chance: any machine that fits, or the emptier of two. A few blind tries come first; when they fail,
 * the machines that fit are counted and one of them is drawn. Both ways are uniform over those that fit, so the
 * mixture is.
 */
import type { Random } from "../../engine/random.ts";
import type { Fleet, ShapeId } from "../fleet.ts";
import type { MachineId } from "../ports.ts";
import { CPU } from "../resources.ts";
import type { Placement } from "./placement.ts";

const TRIES = 8;

export class RandomFit implements Placement {
  readonly #fleet: Fleet;
  readonly #random: Random;

  constructor(fleet: Fleet, random: Random) {
    this.#fleet = fleet;
    this.#random = random;
  }

  find(shape: ShapeId): MachineId {
    const fleet = this.#fleet;
    for (let i = 0; i < TRIES; i++) {
      const machine = this.#random.below(fleet.count);
      if (fleet.fits(machine, shape)) return machine;
    }
    let fitting = 0;
    for (let machine = 0; machine < fleet.count; machine++) if (fleet.fits(machine, shape)) fitting++;
    if (fitting === 0) return -1;
    let left = this.#random.below(fitting);
    for (let machine = 0; ; machine++) if (fleet.fits(machine, shape) && left-- === 0) return machine;
  }

  changed(): void {}
  rebuild(): void {}
}

export class PowerOfTwo implements Placement {
  readonly #fleet: Fleet;
  readonly #any: RandomFit;

  constructor(fleet: Fleet, random: Random) {
    this.#fleet = fleet;
    this.#any = new RandomFit(fleet, random);
  }

  find(shape: ShapeId): MachineId {
    const one = this.#any.find(shape);
    if (one < 0) return -1;
    const other = this.#any.find(shape);
    const free = this.#fleet.free[CPU]!;
    return free[other]! > free[one]! ? other : one;
  }

  changed(): void {}
  rebuild(): void {}
}
