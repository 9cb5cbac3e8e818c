/**
 * First fit: the first machine that has room, by its number or in another order. A segment tree holds, for each dimension asked for,
 * the most that is free below each node; whole subtrees that cannot hold the shape are passed over.
 */
import type { Fleet, Shape, ShapeId } from "../fleet.ts";
import type { MachineId } from "../ports.ts";
import type { Placement } from "./placement.ts";

export class FirstFit implements Placement {
  readonly #fleet: Fleet;
  /** The machines it may choose, first to last; null: all of them by their numbers. */
  readonly #order: Int32Array | null;
  /** By machine, where it stands in the order. */
  readonly #place: Int32Array | null;
  /** Number of leaves: the machines, rounded up to a power of two. The root is node 1, leaf i is node leaves + i. */
  readonly #leaves: number;
  /** By dimension; null where nobody asks. */
  #most: (Float64Array | null)[] = [];
  #asked: readonly number[] = [];

  constructor(fleet: Fleet, order: readonly MachineId[] | null = null) {
    this.#fleet = fleet;
    this.#order = order === null ? null : Int32Array.from(order);
    this.#place = order === null ? null : new Int32Array(fleet.count).fill(-1);
    this.#order?.forEach((machine, place) => {
      this.#place![machine] = place;
    });
    let leaves = 1;
    while (leaves < (order === null ? fleet.count : order.length)) leaves *= 2;
    this.#leaves = leaves;
    this.rebuild();
  }

  rebuild(): void {
    const leaves = this.#leaves;
    this.#asked = [...this.#fleet.asked];
    this.#most = this.#fleet.free.map((free, d) => {
      if (!this.#asked.includes(d)) return null;
      const most = new Float64Array(leaves * 2).fill(-1);
      most.set(
        this.#order === null ? free : Float64Array.from(this.#order, (machine) => free[machine]!),
        leaves,
      );
      for (let node = leaves - 1; node >= 1; node--)
        most[node] = Math.max(most[node * 2]!, most[node * 2 + 1]!);
      return most;
    });
  }

  changed(machine: MachineId): void {
    for (const d of this.#asked) {
      const most = this.#most[d]!;
      let node = this.#leaves + (this.#place === null ? machine : this.#place[machine]!);
      most[node] = this.#fleet.free[d]![machine]!;
      while (node > 1) {
        node >>= 1;
        const left = most[node * 2]!;
        const right = most[node * 2 + 1]!;
        const larger = left > right ? left : right;
        if (most[node] === larger) break;
        most[node] = larger;
      }
    }
  }

  find(shape: ShapeId): MachineId {
    const place = this.#firstPlace(shape);
    return this.#order === null || place < 0 ? place : this.#order[place]!;
  }

  #firstPlace(shapeId: ShapeId): number {
    const shape = this.#fleet.shapes[shapeId]!;
    const leaves = this.#leaves;
    if (shape.dimensions.length === 1) {
      // With one dimension the most that is free below a node is on one machine: no way down is in vain.
      const most = this.#most[shape.dimensions[0]!]!;
      const need = shape.needs[0]!;
      if (most[1]! < need) return -1;
      let node = 1;
      while (node < leaves) {
        node *= 2;
        if (most[node]! < need) node++;
      }
      return node - leaves;
    }
    let node = 1;
    if (!this.#mayHold(node, shape)) return -1;
    while (node < leaves) {
      if (this.#mayHold(node * 2, shape)) {
        node = node * 2;
      } else if (this.#mayHold(node * 2 + 1, shape)) {
        node = node * 2 + 1;
      } else {
        // The most cpu and the most memory below this node are on different machines: go on to the right of it.
        while (node % 2 === 1 || !this.#mayHold(node + 1, shape)) {
          node >>= 1;
          if (node <= 1) return -1;
        }
        node++;
      }
    }
    return node - leaves;
  }

  #mayHold(node: number, shape: Shape): boolean {
    const { dimensions, needs } = shape;
    for (let i = 0; i < dimensions.length; i++) {
      if (this.#most[dimensions[i]!]![node]! < needs[i]!) return false;
    }
    return true;
  }
}
