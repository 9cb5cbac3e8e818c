/**
 * The machines: what each can hold, what is reserved on it, whether it is up. Tasks ask in shapes (interned resource
 * vectors), so that a question answered for one task is answered for all tasks of that shape.
 */
import { assert } from "../engine/assert.ts";
import type { MachineId } from "./ports.ts";
import { CPU, DIMENSIONS, type Vector } from "./resources.ts";
import type { MachineSpec } from "./spec.ts";

export type ShapeId = number;

/** The dimensions in which a shape asks for something, and how much. */
export interface Shape {
  readonly dimensions: Int32Array;
  readonly needs: Float64Array;
  readonly vector: Vector;
}

export class Fleet {
  readonly count: number;
  /** By dimension, then by machine. A machine that is down has free −1 everywhere, so that nothing fits on it. */
  readonly free: readonly Float64Array[];
  readonly up: Uint8Array;
  /** Ordered and not up yet: it costs already. */
  readonly booting: Uint8Array;
  /** When something was last started on it. */
  readonly usedAt: Float64Array;
  /** What energy costs now, 1 being usual. */
  price = 1;
  readonly shapes: Shape[] = [];
  /** Dimensions in which any shape asks for something: the only ones an index has to keep. */
  readonly asked: number[] = [];
  /** Of the machines that are up, by dimension; unlimited capacity does not count. */
  readonly capacity = new Float64Array(DIMENSIONS);
  readonly used = new Float64Array(DIMENSIONS);
  /** What each machine has, by dimension. */
  readonly #total: readonly Float64Array[];
  readonly #shapeIds = new Map<string, ShapeId>();
  readonly machines: readonly MachineSpec[];

  constructor(machines: readonly MachineSpec[]) {
    this.machines = machines;
    this.count = machines.length;
    this.up = new Uint8Array(this.count).fill(1);
    this.booting = new Uint8Array(this.count);
    this.usedAt = new Float64Array(this.count).fill(-1);
    const dimensions = Array.from({ length: DIMENSIONS }, (_, d) => d);
    this.free = dimensions.map((d) => Float64Array.from(machines, (machine) => machine.capacity[d]!));
    this.#total = this.free.map((free) => free.slice());
    for (let machine = 0; machine < this.count; machine++) this.#countCapacity(machine, 1);
  }

  /** The id of a resource vector; equal vectors share one. */
  shape(vector: Vector): ShapeId {
    const key = vector.join(",");
    const known = this.#shapeIds.get(key);
    if (known !== undefined) return known;
    let dimensions = vector.flatMap((need, d) => (need > 0 ? [d] : []));
    // A task that asks for nothing still needs a machine that is up: asking for no cpu finds one.
    if (dimensions.length === 0) dimensions = [CPU];
    const shape = {
      dimensions: Int32Array.from(dimensions),
      needs: Float64Array.from(dimensions, (d) => vector[d]!),
      vector,
    };
    for (const d of dimensions) if (!this.asked.includes(d)) this.asked.push(d);
    this.asked.sort((a, b) => a - b);
    this.shapes.push(shape);
    this.#shapeIds.set(key, this.shapes.length - 1);
    return this.shapes.length - 1;
  }

  fits(machine: MachineId, shape: ShapeId): boolean {
    const { dimensions, needs } = this.shapes[shape]!;
    for (let i = 0; i < dimensions.length; i++) {
      if (this.free[dimensions[i]!]![machine]! < needs[i]!) return false;
    }
    return true;
  }

  reserve(machine: MachineId, shape: ShapeId): void {
    const { dimensions, needs } = this.shapes[shape]!;
    for (let i = 0; i < dimensions.length; i++) {
      const d = dimensions[i]!;
      const free = this.free[d]!;
      const left = free[machine]! - needs[i]!;
      assert(left >= 0, "no machine is given more than it has");
      free[machine] = left;
      this.used[d]! += needs[i]!;
    }
  }

  release(machine: MachineId, shape: ShapeId): void {
    const { dimensions, needs } = this.shapes[shape]!;
    for (let i = 0; i < dimensions.length; i++) {
      const d = dimensions[i]!;
      const free = this.free[d]!;
      const left = free[machine]! + needs[i]!;
      assert(left <= this.#total[d]![machine]!, "nothing is released twice");
      free[machine] = left;
      this.used[d]! -= needs[i]!;
    }
  }

  setUp(machine: MachineId, up: boolean): void {
    assert((this.up[machine] === 1) !== up, "a machine goes down once and comes up once");
    this.up[machine] = up ? 1 : 0;
    this.#countCapacity(machine, up ? 1 : -1);
    for (let d = 0; d < DIMENSIONS; d++) {
      const free = this.free[d]!;
      const total = this.#total[d]![machine]!;
      assert(up || free[machine] === total, "what ran on a machine is released before it goes down");
      free[machine] = up ? total : -1;
    }
  }

  /** It would fit if the machine were up and empty. */
  couldHold(machine: MachineId, shape: ShapeId): boolean {
    const { dimensions, needs } = this.shapes[shape]!;
    for (let i = 0; i < dimensions.length; i++) {
      if (this.#total[dimensions[i]!]![machine]! < needs[i]!) return false;
    }
    return true;
  }

  /** Nothing is reserved on it. */
  isEmpty(machine: MachineId): boolean {
    for (const d of this.asked) {
      const free = this.free[d]![machine]!;
      if (free >= 0 && free !== this.#total[d]![machine]!) return false;
    }
    return true;
  }

  /** At least this share of cpu is in use. Without capacity there is no peak. */
  busy(share: number): boolean {
    const capacity = this.capacity[CPU]!;
    return capacity > 0 && this.used[CPU]! >= share * capacity;
  }

  /** Share of cpu in use on machines that are up. */
  get utilization(): number {
    const capacity = this.capacity[CPU]!;
    return capacity > 0 ? this.used[CPU]! / capacity : 0;
  }

  #countCapacity(machine: MachineId, sign: 1 | -1): void {
    for (let d = 0; d < DIMENSIONS; d++) {
      const capacity = this.machines[machine]!.capacity[d]!;
      if (capacity !== Number.POSITIVE_INFINITY) this.capacity[d]! += sign * capacity;
    }
  }
}
