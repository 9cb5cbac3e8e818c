/**
 * A queue of items by (rank, ticket). Ranks mostly arrive in order (first come, first served; equal tolerances), so
 * items whose rank is not below the last one's stay in a ring and cost O(1); only the others go through a heap.
 * An item may be withdrawn without being searched: its owner gives it a new ticket, and the old entry is left over.
 */
import { KeyedHeap } from "./keyed-heap.ts";

export class RankedQueue {
  /** Entries, left-over ones included. */
  size = 0;
  /** The first item; only meaningful while size > 0, as are its rank and ticket. */
  item = -1;
  readonly #first = new Float64Array(2);

  #rank = new Float64Array(16);
  #ticket = new Float64Array(16);
  #item = new Int32Array(16);
  /** Entries of the ring are at head … head + length − 1, modulo its capacity, which is a power of two. */
  #head = 0;
  #length = 0;
  /** Those that came out of order. */
  #late: KeyedHeap | null = null;

  get rank(): number {
    return this.#first[0]!;
  }
  get ticket(): number {
    return this.#first[1]!;
  }

  /** Tickets must grow from push to push. */
  push(rank: number, ticket: number, item: number): void {
    const mask = this.#item.length - 1;
    if (this.#length > 0 && rank < this.#rank[(this.#head + this.#length - 1) & mask]!) {
      this.#late ??= new KeyedHeap(16);
      this.#late.push(rank, ticket, item);
    } else {
      if (this.#length === this.#item.length) this.#grow();
      const at = (this.#head + this.#length++) & (this.#item.length - 1);
      this.#rank[at] = rank;
      this.#ticket[at] = ticket;
      this.#item[at] = item;
    }
    // An entry behind others, with a later ticket, comes first only by a smaller rank.
    if (this.size++ === 0 || rank < this.#first[0]!) this.#show(rank, ticket, item);
  }

  pop(): void {
    this.size--;
    if (this.#lateFirst()) {
      this.#late!.pop();
    } else {
      this.#head = (this.#head + 1) & (this.#item.length - 1);
      this.#length--;
    }
    if (this.size === 0) return;
    if (this.#lateFirst()) this.#show(this.#late!.key, this.#late!.tie, this.#late!.item);
    else this.#show(this.#rank[this.#head]!, this.#ticket[this.#head]!, this.#item[this.#head]!);
  }

  #show(rank: number, ticket: number, item: number): void {
    this.#first[0] = rank;
    this.#first[1] = ticket;
    this.item = item;
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
