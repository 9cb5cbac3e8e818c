/**
 * Best fit and worst fit by free cpu. Machines stand in buckets of free cpu, 1/1024 of the largest machine wide, and
 * within a bucket in classes of what else is asked for most, memory as a rule: of a machine in a higher class than the
 * task's it is known that there is enough, and those in a lower one need not be looked at. Bitmaps tell which buckets
 * and classes are not empty, so the next candidate is a few bit operations away. Within one class the machine that
 * changed last is tried first.
 */
import type { Fleet, ShapeId } from "../fleet.ts";
import type { MachineId } from "../ports.ts";
import { CPU } from "../resources.ts";
import type { Placement } from "./placement.ts";

const BUCKETS = 1024;
const WORDS = (BUCKETS >> 5) + 1;
/** As many as a word has bits: four to each power of two, the highest from the largest machine's amount on. */
const CLASSES = 32;
const LARGEST = 2 ** 7;

/** Machines by free cpu and the other dimension. Bucket 0 … 1024; a machine that is down is in none. */
class FreeRoom {
  readonly #fleet: Fleet;
  readonly #width: number;
  /** By machine: its bucket times 32 plus its class; −1: in none. */
  readonly #cell: Int32Array;
  readonly #first = new Int32Array((BUCKETS + 1) * CLASSES).fill(-1);
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  /** By bucket: which of its classes are not empty. */
  readonly #classes = new Int32Array(BUCKETS + 1);
  readonly #occupied = new Int32Array(WORDS);
  /** The other dimension, or −1 where cpu alone is asked for, and what makes its amounts comparable. */
  #other = -1;
  #unit = 0;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
    this.#width = largest(fleet, CPU) / BUCKETS;
    this.#cell = new Int32Array(fleet.count).fill(-1);
    this.#next = new Int32Array(fleet.count);
    this.#previous = new Int32Array(fleet.count);
    this.rebuild();
  }

  rebuild(): void {
    this.#other = this.#fleet.asked.find((d) => d !== CPU) ?? -1;
    this.#unit = this.#other < 0 ? 0 : LARGEST / largest(this.#fleet, this.#other);
    for (let machine = 0; machine < this.#fleet.count; machine++) this.#take(machine);
    // From the last to the first, so that at the start the lowest number is tried first.
    for (let machine = this.#fleet.count - 1; machine >= 0; machine--) this.changed(machine);
  }

  changed(machine: MachineId): void {
    const free = this.#fleet.free[CPU]![machine]!;
    const cell = free < 0 ? -1 : this.bucketOf(free) * CLASSES + this.#classOf(machine);
    if (cell === this.#cell[machine]) return;
    this.#take(machine);
    if (cell >= 0) this.#put(machine, cell);
  }

  bucketOf(cpu: number): number {
    return cpu >= this.#width * BUCKETS ? BUCKETS : Math.floor(cpu / this.#width);
  }

  /** The first occupied bucket at or above, or −1. */
  above(bucket: number): number {
    let word = bucket >> 5;
    let bits = this.#occupied[word]! & (-1 << (bucket & 31));
    while (bits === 0) {
      if (++word === WORDS) return -1;
      bits = this.#occupied[word]!;
    }
    return word * 32 + lowestBit(bits);
  }

  /** The first occupied bucket at or below, or −1. */
  below(bucket: number): number {
    let word = bucket >> 5;
    let bits = this.#occupied[word]! & (-1 >>> (31 - (bucket & 31)));
    while (bits === 0) {
      if (--word < 0) return -1;
      bits = this.#occupied[word]!;
    }
    return word * 32 + 31 - Math.clz32(bits);
  }

  /** A machine in the bucket with room for the shape, or −1. */
  fitting(bucket: number, shape: ShapeId): MachineId {
    const fleet = this.#fleet;
    const least = this.#other < 0 ? 0 : classOf(fleet.shapes[shape]!.vector[this.#other]! * this.#unit);
    let classes = this.#classes[bucket]! & (-1 << least);
    while (classes !== 0) {
      let machine = this.#first[bucket * CLASSES + lowestBit(classes)]!;
      while (machine >= 0 && !fleet.fits(machine, shape)) machine = this.#next[machine]!;
      if (machine >= 0) return machine;
      classes &= classes - 1;
    }
    return -1;
  }

  #classOf(machine: MachineId): number {
    return this.#other < 0 ? 0 : classOf(this.#fleet.free[this.#other]![machine]! * this.#unit);
  }

  #put(machine: MachineId, cell: number): void {
    const bucket = cell >> 5;
    const first = this.#first[cell]!;
    this.#cell[machine] = cell;
    this.#previous[machine] = -1;
    this.#next[machine] = first;
    if (first >= 0) this.#previous[first] = machine;
    this.#first[cell] = machine;
    this.#classes[bucket]! |= 1 << (cell & 31);
    this.#occupied[bucket >> 5]! |= 1 << (bucket & 31);
  }

  #take(machine: MachineId): void {
    const cell = this.#cell[machine]!;
    if (cell < 0) return;
    const previous = this.#previous[machine]!;
    const next = this.#next[machine]!;
    if (previous >= 0) this.#next[previous] = next;
    else this.#first[cell] = next;
    if (next >= 0) this.#previous[next] = previous;
    this.#cell[machine] = -1;
    if (this.#first[cell]! >= 0) return;
    const bucket = cell >> 5;
    this.#classes[bucket]! &= ~(1 << (cell & 31));
    if (this.#classes[bucket] === 0) this.#occupied[bucket >> 5]! &= ~(1 << (bucket & 31));
  }
}

/** The most that any machine has; 1 where all have it without limit. */
function largest(fleet: Fleet, dimension: number): number {
  return fleet.machines.reduce((most, { capacity }) => {
    const amount = capacity[dimension]!;
    return Number.isFinite(amount) ? Math.max(most, amount) : most;
  }, 1);
}

/** Never falls as the amount grows. */
function classOf(amount: number): number {
  if (amount < 1) return 0;
  if (amount >= 2 * LARGEST) return CLASSES - 1;
  const exponent = 31 - Math.clz32(amount);
  return exponent * 4 + (Math.floor((amount * 4) / (1 << exponent)) & 3);
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/** What best and worst fit share: the index, and where in it the first machine with enough cpu may stand. */
abstract class ByFreeRoom implements Placement {
  protected readonly index: FreeRoom;
  readonly #fleet: Fleet;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
    this.index = new FreeRoom(fleet);
  }

  abstract find(shape: ShapeId): MachineId;

  changed(machine: MachineId): void {
    this.index.changed(machine);
  }

  rebuild(): void {
    this.index.rebuild();
  }

  protected leastBucket(shape: ShapeId): number {
    return this.index.bucketOf(this.#fleet.shapes[shape]!.vector[CPU]!);
  }
}

/** The machine that will have the least cpu left. */
export class BestFit extends ByFreeRoom {
  find(shape: ShapeId): MachineId {
    let bucket = this.index.above(this.leastBucket(shape));
    while (bucket >= 0) {
      const machine = this.index.fitting(bucket, shape);
      if (machine >= 0) return machine;
      if (bucket === BUCKETS) return -1;
      bucket = this.index.above(bucket + 1);
    }
    return -1;
  }
}

/** The machine that will have the most cpu left. */
export class WorstFit extends ByFreeRoom {
  find(shape: ShapeId): MachineId {
    const least = this.leastBucket(shape);
    let bucket = this.index.below(BUCKETS);
    while (bucket >= least) {
      const machine = this.index.fitting(bucket, shape);
      if (machine >= 0) return machine;
      bucket = bucket === 0 ? -1 : this.index.below(bucket - 1);
    }
    return -1;
  }
}
