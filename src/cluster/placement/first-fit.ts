/**
 * First fit: the first machine that has room, by its number or in another order. A segment tree holds, for each
 * dimension asked for, the most that is free below each node; whole subtrees that cannot hold the shape are passed
 * over. The most cpu and the most memory may be on different machines, so with several dimensions a node also holds
 * the most of the scarcest of them, each as a share of the largest machine: one machine has that much of all.
 */
import type { Fleet, ShapeId } from "../fleet.ts";
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
  #asked: readonly number[] = [];
  /** By dimension asked for: what makes a share of an amount. */
  #unit = new Float64Array(0);
  /** Numbers a node has, side by side: one for each dimension asked for, and the one for all if there are several. */
  #stride = 0;
  #nodes = new Float64Array(0);
  /** By shape: what a node must have. Made when first asked for. */
  #needs: (Float64Array | undefined)[] = [];

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
    const { asked, machines, count } = this.#fleet;
    this.#asked = [...asked];
    this.#unit = Float64Array.from(asked, (d) => {
      const amounts = machines.map(({ capacity }) => capacity[d]!).filter(Number.isFinite);
      return 1 / amounts.reduce((most, amount) => Math.max(most, amount), 1);
    });
    this.#stride = asked.length > 1 ? asked.length + 1 : asked.length;
    this.#needs = [];
    this.#nodes = new Float64Array(this.#leaves * 2 * this.#stride).fill(-1);
    const places = this.#order === null ? count : this.#order.length;
    for (let place = 0; place < places; place++)
      this.#setLeaf(place, this.#order === null ? place : this.#order[place]!);
    for (let node = this.#leaves - 1; node >= 1; node--) this.#update(node);
  }

  changed(machine: MachineId): void {
    const place = this.#place === null ? machine : this.#place[machine]!;
    this.#setLeaf(place, machine);
    let node = (this.#leaves + place) >> 1;
    while (node >= 1 && this.#update(node)) node >>= 1;
  }

  find(shape: ShapeId): MachineId {
    const place = this.#firstPlace(this.#needs[shape] ?? this.#needOf(shape));
    return this.#order === null || place < 0 ? place : this.#order[place]!;
  }

  #firstPlace(need: Float64Array): number {
    const leaves = this.#leaves;
    if (!this.#mayHold(1, need)) return -1;
    let node = 1;
    while (node < leaves) {
      node *= 2;
      if (this.#mayHold(node, need)) continue;
      node++;
      if (this.#mayHold(node, need)) continue;
      // It came here in vain: on to the next subtree to the right that may hold it.
      do {
        while ((node & 1) === 1) node >>= 1;
        if (node <= 1) return -1;
        node++;
      } while (!this.#mayHold(node, need));
    }
    return node - leaves;
  }

  #mayHold(node: number, need: Float64Array): boolean {
    const nodes = this.#nodes;
    const at = node * need.length;
    for (let i = 0; i < need.length; i++) if (nodes[at + i]! < need[i]!) return false;
    return true;
  }

  #needOf(shape: ShapeId): Float64Array {
    const { vector } = this.#fleet.shapes[shape]!;
    const need = new Float64Array(this.#stride);
    this.#asked.forEach((d, i) => {
      need[i] = vector[d]!;
    });
    this.#addScarcest(need, 0);
    this.#needs[shape] = need;
    return need;
  }

  #setLeaf(place: number, machine: MachineId): void {
    const asked = this.#asked;
    const at = (this.#leaves + place) * this.#stride;
    for (let i = 0; i < asked.length; i++) this.#nodes[at + i] = this.#fleet.free[asked[i]!]![machine]!;
    this.#addScarcest(this.#nodes, at);
  }

  #addScarcest(numbers: Float64Array, at: number): void {
    const unit = this.#unit;
    if (unit.length < 2) return;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < unit.length; i++) least = Math.min(least, numbers[at + i]! * unit[i]!);
    numbers[at + unit.length] = least;
  }

  /** Takes over from its children; false when it is as it was. */
  #update(node: number): boolean {
    const nodes = this.#nodes;
    const stride = this.#stride;
    const at = node * stride;
    const left = at * 2;
    const right = left + stride;
    let changed = false;
    for (let i = 0; i < stride; i++) {
      const one = nodes[left + i]!;
      const other = nodes[right + i]!;
      const larger = one > other ? one : other;
      if (nodes[at + i] === larger) continue;
      nodes[at + i] = larger;
      changed = true;
    }
    return changed;
  }
}
