/**
 * A queue of items by (rank, ticket). Ranks mostly arrive in order (first come, first served; equal tolerances), so
 * items whose rank is not below the last one's stay in a ring and cost O(1); only the others go through a heap.
 * An item may be withdrawn without being searched: its owner gives it a new ticket, and the old entry is left over.
 */
import { KeyedHeap } from "./keyed-heap.ts";

export class RankedQueue {
  #rank = new Float64Array(16);
  #ticket = new Float64Array(16);
  #item = new Int32Array(16);
  /** Entries of the ring are at head … head + length − 1, modulo its capacity, which is a power of two. */
  #head = 0;
  #length = 0;
  #lastRank = Number.NEGATIVE_INFINITY;
  #late: KeyedHeap | null = null;

  /** Entries, left-over ones included. */
  get size(): number {
    return this.#length + (this.#late === null ? 0 : this.#late.size);
  }

  /** The first entry; only meaningful while size > 0. */
  get rank(): number {
    return this.#lateFirst() ? this.#late!.key : this.#rank[this.#head]!;
  }
  get ticket(): number {
    return this.#lateFirst() ? this.#late!.tie : this.#ticket[this.#head]!;
  }
  get item(): number {
    return this.#lateFirst() ? this.#late!.item : this.#item[this.#head]!;
  }

  /** Tickets must grow from push to push. */
  push(rank: number, ticket: number, item: number): void {
    if (this.#length > 0 && rank < this.#lastRank) {
      this.#late ??= new KeyedHeap(16);
      this.#late.push(rank, ticket, item);
      return;
    }
    if (this.#length === this.#item.length) this.#grow();
    const at = (this.#head + this.#length++) & (this.#item.length - 1);
    this.#rank[at] = rank;
    this.#ticket[at] = ticket;
    this.#item[at] = item;
    this.#lastRank = rank;
  }

  pop(): void {
    if (this.#lateFirst()) {
      this.#late!.pop();
    } else {
      this.#head = (this.#head + 1) & (this.#item.length - 1);
      this.#length--;
    }
  }

  #lateFirst(): boolean {
    const late = this.#late;
    if (late === null || late.size === 0) return false;
    if (this.#length === 0) return true;
    const rank = this.#rank[this.#head]!;
    return late.key < rank || (late.key === rank && late.tie < this.#ticket[this.#head]!);
  }

  #grow(): void {
    const before = this.#item.length;
    const rank = new Float64Array(before * 2);
    const ticket = new Float64Array(before * 2);
    const item = new Int32Array(before * 2);
    for (let i = 0; i < this.#length; i++) {
      const at = (this.#head + i) & (before - 1);
      rank[i] = this.#rank[at]!;
      ticket[i] = this.#ticket[at]!;
      item[i] = this.#item[at]!;
    }
    this.#rank = rank;
    this.#ticket = ticket;
    this.#item = item;
    this.#head = 0;
  }
}
