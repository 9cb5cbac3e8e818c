/**
 * Best fit and worst fit by free cpu. Machines stand in buckets of free cpu, 1/1024 of the largest machine wide, and
 * a bitmap tells which buckets are not empty, so the next candidate bucket is a few bit operations away. Within one
 * bucket the machine that changed last is tried first.
 */
import type { Fleet, ShapeId } from "../fleet.ts";
import type { MachineId } from "../ports.ts";
import { CPU } from "../resources.ts";
import type { Placement } from "./placement.ts";

const BUCKETS = 1024;
const WORDS = (BUCKETS >> 5) + 1;

/** Machines by free cpu. Bucket 0 … 1024; a machine that is down is in none. */
class FreeCpu {
  readonly #fleet: Fleet;
  readonly #width: number;
  readonly #bucket: Int32Array;
  readonly #first = new Int32Array(BUCKETS + 1).fill(-1);
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #occupied = new Int32Array(WORDS);

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
    const largest = fleet.machines.reduce(
      (most, { capacity }) => (Number.isFinite(capacity[CPU]!) ? Math.max(most, capacity[CPU]!) : most),
      1,
    );
    this.#width = largest / BUCKETS;
    this.#bucket = new Int32Array(fleet.count).fill(-1);
    this.#next = new Int32Array(fleet.count);
    this.#previous = new Int32Array(fleet.count);
    // From the last to the first, so that at the start the lowest number is tried first.
    for (let machine = fleet.count - 1; machine >= 0; machine--) this.changed(machine);
  }

  changed(machine: MachineId): void {
    const free = this.#fleet.free[CPU]![machine]!;
    const bucket = free < 0 ? -1 : this.bucketOf(free);
    if (bucket === this.#bucket[machine]) return;
    this.#take(machine);
    if (bucket >= 0) this.#put(machine, bucket);
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
    return word * 32 + 31 - Math.clz32(bits & -bits);
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
    let machine = this.#first[bucket]!;
    while (machine >= 0 && !this.#fleet.fits(machine, shape)) machine = this.#next[machine]!;
    return machine;
  }

  #put(machine: MachineId, bucket: number): void {
    const first = this.#first[bucket]!;
    this.#bucket[machine] = bucket;
    this.#previous[machine] = -1;
    this.#next[machine] = first;
    if (first >= 0) this.#previous[first] = machine;
    this.#first[bucket] = machine;
    this.#occupied[bucket >> 5]! |= 1 << (bucket & 31);
  }

  #take(machine: MachineId): void {
    const bucket = this.#bucket[machine]!;
    if (bucket < 0) return;
    const previous = this.#previous[machine]!;
    const next = this.#next[machine]!;
    if (previous >= 0) this.#next[previous] = next;
    else this.#first[bucket] = next;
    if (next >= 0) this.#previous[next] = previous;
    if (this.#first[bucket]! < 0) this.#occupied[bucket >> 5]! &= ~(1 << (bucket & 31));
    this.#bucket[machine] = -1;
  }
}

/** What best and worst fit share: the index, and where in it the first machine with enough cpu may stand. */
abstract class ByFreeCpu implements Placement {
  protected readonly index: FreeCpu;
  readonly #fleet: Fleet;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
    this.index = new FreeCpu(fleet);
  }

  abstract find(shape: ShapeId): MachineId;

  changed(machine: MachineId): void {
    this.index.changed(machine);
  }

  rebuild(): void {}

  protected leastBucket(shape: ShapeId): number {
    return this.index.bucketOf(this.#fleet.shapes[shape]!.vector[CPU]!);
  }
}

/** The machine that will have the least cpu left. */
export class BestFit extends ByFreeCpu {
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
export class WorstFit extends ByFreeCpu {
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
