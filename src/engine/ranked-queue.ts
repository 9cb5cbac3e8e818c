/**
 * A queue of items by (rank, ticket). Ranks mostly arrive in order (first come, first served; equal tolerances), so
 * items whose rank is not below the last one's stay in a ring and cost O(1); only the others go through a heap.
 * An item may be withdrawn without being searched: its owner gives it a new ticket, and the old entry is left over.
 */
import { KeyedHeap } from "./keyed-heap.ts";

export class RankedQueue {
  /** Entries, left-over ones included. */
  size = 0;
  /** Of these, how many their owner knows to be left over: while there are none, the first need not be questioned. */
  leftOver = 0;

  #rank = new Float64Array(16);
  #ticket = new Float64Array(16);
  #item = new Int32Array(16);
  /** Entries of the ring are at head … head + length − 1, modulo its capacity, which is a power of two. */
  #head = 0;
  #length = 0;
  /** Those that came out of order. */
  #late: KeyedHeap | null = null;

  /** The first item; only meaningful while size > 0, as are its rank and ticket. */
  get item(): number {
    return this.#lateFirst() ? this.#late!.item : this.#item[this.#head]!;
  }
  get rank(): number {
    return this.#lateFirst() ? this.#late!.key : this.#rank[this.#head]!;
  }
  get ticket(): number {
    return this.#lateFirst() ? this.#late!.tie : this.#ticket[this.#head]!;
  }

  /** Tickets must grow from push to push. */
  push(rank: number, ticket: number, item: number): void {
    this.size++;
    const mask = this.#item.length - 1;
    const length = this.#length;
    if (length > 0 && rank < this.#rank[(this.#head + length - 1) & mask]!) {
      this.#late ??= new KeyedHeap(16);
      this.#late.push(rank, ticket, item);
      return;
    }
    if (length > mask) this.#grow();
    const at = (this.#head + length) & (this.#item.length - 1);
    this.#length = length + 1;
    this.#rank[at] = rank;
    this.#ticket[at] = ticket;
    this.#item[at] = item;
  }

  pop(): void {
    this.size--;
    if (this.#lateFirst()) {
      this.#late!.pop();
    } else {
      this.#head = (this.#head + 1) & (this.#item.length - 1);
      this.#length--;
    }
  }

  /** Whether the first of this queue goes before the first of another. Neither is empty. */
  isBefore(other: RankedQueue): boolean {
    const { rank } = this;
    const otherRank = other.rank;
    return rank < otherRank || (rank === otherRank && this.ticket < other.ticket);
  }

  /**
   * The first item in order that is accepted, or −1; `foundRank` and `foundTicket` are then its own. Takes time in
   * proportion to the entries that are refused before it.
   */
  find(accepts: (item: number, ticket: number) => boolean): number {
    const mask = this.#item.length - 1;
    const late = this.#late === null ? -1 : this.#late.find(accepts);
    for (let i = 0; i < this.#length; i++) {
      const at = (this.#head + i) & mask;
      if (!accepts(this.#item[at]!, this.#ticket[at]!)) continue;
      const rank = this.#rank[at]!;
      const ticket = this.#ticket[at]!;
      if (late >= 0 && this.#late!.isBefore(late, rank, ticket)) break;
      this.foundRank = rank;
      this.foundTicket = ticket;
      return this.#item[at]!;
    }
    if (late < 0) return -1;
    this.foundRank = this.#late!.keyAt(late);
    this.foundTicket = this.#late!.tieAt(late);
    return this.#late!.itemAt(late);
  }
  foundRank = 0;
  foundTicket = 0;

  /** Visits every entry, left-over ones included, in no order. */
  each(visit: (rank: number, ticket: number, item: number) => void): void {
    const mask = this.#item.length - 1;
    for (let i = 0; i < this.#length; i++) {
      const at = (this.#head + i) & mask;
      visit(this.#rank[at]!, this.#ticket[at]!, this.#item[at]!);
    }
    const late = this.#late;
    for (let i = 0; late !== null && i < late.size; i++) visit(late.keyAt(i), late.tieAt(i), late.itemAt(i));
  }

  #lateFirst(): boolean {
    return this.#late !== null && this.#late.size > 0 && this.#lateBeforeRing(this.#late);
  }

  #lateBeforeRing(late: KeyedHeap): boolean {
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
