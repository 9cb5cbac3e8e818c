/**
 * A ladder under a heap (after Tang, Goh and Thng, "Ladder queue", 2005): the nearest events are in a small heap, those
 * behind them unsorted in buckets of time, finer ones on lower rungs, the far future in one list. An event is put into a
 * bucket once or a few times and sorted only among the few of its bucket. Few events are a heap and nothing else.
 */
import { KeyedHeap } from "../../src/engine/keyed-heap.ts";
import { ChunkedLists, EMPTY } from "./chunked-lists.ts";

/** The heap holds no more than this before what is later goes to a rung. */
const SPILL = 192;
/** A bucket with more than this is divided into a rung of its own. */
const DIVIDE = 96;
/** Entries that a bucket of a new rung gets on average. */
const SHARE = 8;

/** Equal stretches of time, a power of two long each, so that their limits are exact. */
class Rung {
  list = new Int32Array(16);
  count = new Int32Array(16);
  start = 0;
  /** The last bucket may be cut short by it: behind it another rung begins. */
  end = 0;
  width = 1;
  perTick = 1;
  buckets = 0;
  /** The first bucket that has not been handed on. */
  current = 0;

  reset(start: number, end: number, entries: number): void {
    const span = end - start;
    let width = 1;
    while (width * entries < span * SHARE) width *= 2;
    this.start = start;
    this.end = end;
    this.width = width;
    this.perTick = 1 / width;
    this.buckets = Math.ceil(span / width);
    this.current = 0;
    if (this.buckets > this.list.length) {
      let length = this.list.length;
      while (length < this.buckets) length *= 2;
      this.list = new Int32Array(length);
      this.count = new Int32Array(length);
    }
    this.list.fill(EMPTY, 0, this.buckets);
    this.count.fill(0, 0, this.buckets);
  }
}

export class Ladder {
  /** Of entries, those that no longer speak for an event included. */
  size = 0;
  readonly #heap = new KeyedHeap();
  readonly #lists = new ChunkedLists();
  /** Whether the entry still speaks for an event; others are dropped on the way. */
  readonly #isLive: (tie: number, item: number) => boolean;
  /** What is due before this is in the heap. */
  #heapEnd = Number.POSITIVE_INFINITY;
  /** From the coarsest down; the first #depth are in use. */
  readonly #rungs: Rung[] = [];
  #depth = 0;
  #top = EMPTY;
  #topCount = 0;
  #topFrom = Number.POSITIVE_INFINITY;
  #topLeast = 0;
  #topMost = 0;
  #spillAt = SPILL;

  constructor(isLive: (tie: number, item: number) => boolean) {
    this.#isLive = isLive;
  }

  /** Of the smallest; Infinity when there is none. */
  get key(): number {
    return this.#heap.key;
  }
  get tie(): number {
    return this.#heap.tie;
  }
  get item(): number {
    return this.#heap.item;
  }

  push(key: number, tie: number, item: number): void {
    this.size++;
    if (key < this.#heapEnd) {
      this.#heap.push(key, tie, item);
      if (this.#heap.size > this.#spillAt) this.#spill();
    } else {
      this.#putBehind(key, tie, item);
    }
  }

  /** Removes the smallest. */
  pop(): void {
    this.size--;
    this.#heap.pop();
    if (this.#heap.size === 0) this.#refill();
  }

  /** Drops all entries that speak for no event. */
  sweep(): void {
    this.#moveAllToTop();
    this.#refill();
  }

  #putBehind(key: number, tie: number, item: number): void {
    if (key >= this.#topFrom) {
      if (this.#topCount === 0 || key < this.#topLeast) this.#topLeast = key;
      if (this.#topCount === 0 || key > this.#topMost) this.#topMost = key;
      this.#topCount++;
      this.#top = this.#lists.add(this.#top, key, tie, item);
      return;
    }
    let depth = this.#depth - 1;
    while (key >= this.#rungs[depth]!.end) depth--;
    this.#putOnRung(this.#rungs[depth]!, key, tie, item);
  }

  #putOnRung(rung: Rung, key: number, tie: number, item: number): void {
    // Fewer buckets than 2^31, so that the cut to an integer is exact.
    const bucket = ((key - rung.start) * rung.perTick) | 0;
    rung.count[bucket]!++;
    rung.list[bucket] = this.#lists.add(rung.list[bucket]!, key, tie, item);
  }

  /** The heap is empty: the next entries come from the ladder. */
  #refill(): void {
    while (this.#heap.size === 0) {
      if (this.#depth === 0) {
        if (this.#topCount <= SPILL / 2) {
          this.#heapEnd = Number.POSITIVE_INFINITY;
          this.#spillAt = SPILL;
          this.#toHeap(this.#takeTop());
          return;
        }
        this.#topToRung();
      }
      const rung = this.#rungs[this.#depth - 1]!;
      while (rung.current < rung.buckets && rung.count[rung.current] === 0) rung.current++;
      if (rung.current === rung.buckets) {
        this.#depth--;
        this.#heapEnd = rung.end;
        continue;
      }
      const bucket = rung.current++;
      const start = rung.start + bucket * rung.width;
      const list = rung.list[bucket]!;
      const count = rung.count[bucket]!;
      rung.list[bucket] = EMPTY;
      rung.count[bucket] = 0;
      const end = Math.min(start + rung.width, rung.end);
      if (count > DIVIDE && rung.width > 1) {
        this.#toRung(this.#newRung(start, end, count), list);
        this.#heapEnd = start;
      } else {
        this.#heapEnd = end;
        this.#spillAt = Math.max(SPILL, 2 * count);
        this.#toHeap(list);
      }
    }
  }

  /** The heap has become too large: all of it goes to a new rung, and the first bucket comes back. */
  #spill(): void {
    const heap = this.#heap;
    const first = heap.key;
    let last = first;
    for (let i = 0; i < heap.size; i++) last = Math.max(last, heap.keyAt(i));
    if (first === last) {
      // All at one instant: only their ties tell them apart, and a heap is the best that there is.
      this.#spillAt = 2 * heap.size;
      return;
    }
    const isAll = this.#heapEnd === Number.POSITIVE_INFINITY;
    const end = isAll ? last + 1 : this.#heapEnd;
    if (isAll) this.#topFrom = end;
    const rung = this.#newRung(first, end, heap.size);
    for (let i = 0; i < heap.size; i++) this.#putOnRung(rung, heap.keyAt(i), heap.tieAt(i), heap.itemAt(i));
    heap.clear();
    this.#heapEnd = first;
    this.#refill();
  }

  #newRung(start: number, end: number, entries: number): Rung {
    const rung = this.#rungs[this.#depth] ?? new Rung();
    this.#rungs[this.#depth++] = rung;
    rung.reset(start, end, entries);
    return rung;
  }

  #topToRung(): void {
    const [least, most, count] = [this.#topLeast, this.#topMost, this.#topCount];
    const rung = this.#newRung(least, most + 1, count);
    this.#topFrom = rung.end;
    this.#toRung(rung, this.#takeTop());
  }

  #takeTop(): number {
    const list = this.#top;
    this.#top = EMPTY;
    this.#topCount = 0;
    return list;
  }

  #toRung(rung: Rung, from: number): void {
    const lists = this.#lists;
    for (let list = from; list !== EMPTY; list = lists.drop(list)) {
      const begin = lists.begin(list);
      const end = begin + lists.count(list);
      for (let i = begin; i < end; i++) this.#putOnRung(rung, lists.key[i]!, lists.tie[i]!, lists.item[i]!);
    }
  }

  #toHeap(from: number): void {
    const lists = this.#lists;
    const heap = this.#heap;
    for (let list = from; list !== EMPTY; list = lists.drop(list)) {
      const begin = lists.begin(list);
      const end = begin + lists.count(list);
      for (let i = begin; i < end; i++) {
        const tie = lists.tie[i]!;
        const item = lists.item[i]!;
        if (this.#isLive(tie, item)) heap.push(lists.key[i]!, tie, item);
        else this.size--;
      }
    }
  }

  #moveAllToTop(): void {
    const heap = this.#heap;
    const lists = this.#lists;
    const all: number[] = [];
    for (let depth = 0; depth < this.#depth; depth++) {
      const rung = this.#rungs[depth]!;
      for (let bucket = rung.current; bucket < rung.buckets; bucket++)
        if (rung.count[bucket]! > 0) all.push(rung.list[bucket]!);
    }
    const top = this.#takeTop();
    if (top !== EMPTY) all.push(top);
    this.#depth = 0;
    this.size = 0;
    this.#topFrom = Number.NEGATIVE_INFINITY;
    const keep = (key: number, tie: number, item: number) => {
      if (!this.#isLive(tie, item)) return;
      this.size++;
      this.#putBehind(key, tie, item);
    };
    for (let i = 0; i < heap.size; i++) keep(heap.keyAt(i), heap.tieAt(i), heap.itemAt(i));
    heap.clear();
    for (const first of all) {
      for (let list = first; list !== EMPTY; list = lists.drop(list)) {
        const begin = lists.begin(list);
        const end = begin + lists.count(list);
        for (let i = begin; i < end; i++) keep(lists.key[i]!, lists.tie[i]!, lists.item[i]!);
      }
    }
  }
}
