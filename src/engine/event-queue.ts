/**
 * The event queue: a total order of (time, lane, sequence), cancel and reschedule by handle. Cancelling marks the
 * event's slot; the heap entry it leaves behind is dropped when it surfaces, or in one sweep when such entries have
 * become the majority. That keeps the heap free of back-pointers, which would cost a third of its speed.
 */
import { assert } from "./assert.ts";
import { KeyedHeap } from "./keyed-heap.ts";
import type { Tick } from "./time.ts";

/** Names one scheduled event. A handle of an event that has fired or was cancelled is recognised as such. */
export type Handle = number;

export const NO_EVENT: Handle = -1;

/** What every event queue can do: the typed one here, and the heap-js one that tests hold it against. */
export interface EventQueueContract {
  readonly size: number;
  /** When the next event is due; NEVER when there is none. */
  readonly nextAt: Tick;
  /** The event popped last. */
  readonly at: Tick;
  readonly kind: number;
  readonly a: number;
  readonly b: number;
  schedule(at: Tick, lane: number, kind: number, a: number, b: number): Handle;
  /** False when it had fired or been cancelled already. */
  cancel(handle: Handle): boolean;
  /** Moves a pending event; it goes behind those already due at that time in its lane. False as for cancel. */
  reschedule(handle: Handle, at: Tick): boolean;
  /** Takes the next event out and shows it in at, kind, a, b. False when there is none. */
  pop(): boolean;
}

/** 2^24 events may be pending at once; a slot's generation wraps after 2^29 reuses. */
const SLOTS = 2 ** 24;
const GENERATIONS = 2 ** 29;
/** Lanes stand above 2^49 sequence numbers: a queue may be used for 5·10^14 events. */
const LANE = 2 ** 49;
const FREE = -1;

export class EventQueue implements EventQueueContract {
  size = 0;
  at: Tick = 0;
  kind = 0;
  a = 0;
  b = 0;

  readonly #heap: KeyedHeap;
  #sequence = 0;
  /** The tie of the heap entry that speaks for this slot; any other entry is left over. FREE: no pending event. */
  #tie: Float64Array;
  #kind: Uint8Array;
  #a: Int32Array;
  #b: Int32Array;
  #generation: Int32Array;
  #free: Int32Array;
  #freeCount: number;

  constructor(capacity = 64) {
    this.#heap = new KeyedHeap(capacity);
    this.#tie = new Float64Array(capacity).fill(FREE);
    this.#kind = new Uint8Array(capacity);
    this.#a = new Int32Array(capacity);
    this.#b = new Int32Array(capacity);
    this.#generation = new Int32Array(capacity);
    this.#free = new Int32Array(capacity);
    for (let i = 0; i < capacity; i++) this.#free[i] = capacity - 1 - i;
    this.#freeCount = capacity;
  }

  get nextAt(): Tick {
    return this.#heap.key;
  }

  /** Of the next event, within its instant; only meaningful while there is one. */
  get nextTie(): number {
    return this.#heap.tie;
  }

  /** A place in the order of an instant, for events that are kept elsewhere and take their turn among these. */
  issueTie(lane: number): number {
    return lane * LANE + this.#sequence++;
  }

  schedule(at: Tick, lane: number, kind: number, a: number, b: number): Handle {
    const slot = this.#place(at, lane, kind, a, b);
    return this.#generation[slot]! * SLOTS + slot;
  }

  /** Schedules what will never be cancelled: a handle costs a little, and most events need none. */
  add(at: Tick, lane: number, kind: number, a: number, b: number): void {
    this.#place(at, lane, kind, a, b);
  }

  cancel(handle: Handle): boolean {
    const slot = this.#slotOf(handle);
    if (slot < 0) return false;
    this.#release(slot);
    this.#sweep();
    return true;
  }

  reschedule(handle: Handle, at: Tick): boolean {
    assert(at >= this.at, "an event cannot be scheduled in the past");
    const slot = this.#slotOf(handle);
    if (slot < 0) return false;
    const tie = this.issueTie(Math.floor(this.#tie[slot]! / LANE));
    this.#tie[slot] = tie;
    this.#heap.push(at, tie, slot);
    this.#sweep();
    return true;
  }

  pop(): boolean {
    if (this.size === 0) return false;
    const heap = this.#heap;
    const slot = heap.item;
    this.at = heap.key;
    this.kind = this.#kind[slot]!;
    this.a = this.#a[slot]!;
    this.b = this.#b[slot]!;
    heap.pop();
    this.#release(slot);
    this.#dropLeftovers();
    return true;
  }

  #place(at: Tick, lane: number, kind: number, a: number, b: number): number {
    assert(at >= this.at, "an event cannot be scheduled in the past");
    if (this.#freeCount === 0) this.#grow();
    const slot = this.#free[--this.#freeCount]!;
    const tie = this.issueTie(lane);
    this.#tie[slot] = tie;
    this.#kind[slot] = kind;
    this.#a[slot] = a;
    this.#b[slot] = b;
    this.#heap.push(at, tie, slot);
    this.size++;
    return slot;
  }

  #release(slot: number): void {
    this.#tie[slot] = FREE;
    this.#generation[slot] = (this.#generation[slot]! + 1) & (GENERATIONS - 1);
    this.#free[this.#freeCount++] = slot;
    this.size--;
  }

  /** The slot of a pending event, or -1. */
  #slotOf(handle: Handle): number {
    if (handle < 0) return -1;
    const slot = handle % SLOTS;
    const generation = (handle - slot) / SLOTS;
    return this.#generation[slot] === generation && this.#tie[slot] !== FREE ? slot : -1;
  }

  /** The first entry of the heap always speaks for its event, so that looking at it needs no check. */
  #dropLeftovers(): void {
    const heap = this.#heap;
    while (heap.size > 0 && heap.tie !== this.#tie[heap.item]) heap.pop();
  }

  /** After an entry was left behind. */
  #sweep(): void {
    const heap = this.#heap;
    if (heap.size >= 64 && heap.size >= 2 * this.size) heap.filter((tie, slot) => tie === this.#tie[slot]);
    else this.#dropLeftovers();
  }

  #grow(): void {
    const before = this.#tie.length;
    const capacity = before * 2;
    assert(capacity <= SLOTS, "too many pending events");
    const tie = new Float64Array(capacity).fill(FREE, before);
    tie.set(this.#tie);
    this.#tie = tie;
    this.#kind = grown(this.#kind, new Uint8Array(capacity));
    this.#a = grown(this.#a, new Int32Array(capacity));
    this.#b = grown(this.#b, new Int32Array(capacity));
    this.#generation = grown(this.#generation, new Int32Array(capacity));
    this.#free = new Int32Array(capacity);
    for (let slot = capacity - 1; slot >= before; slot--) this.#free[this.#freeCount++] = slot;
  }
}

function grown<A extends Uint8Array | Int32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
