/**
 * A candidate for the event queue: the same contract and the same slots as the heap's, with a ladder in its place. Tested
 * against the same oracle, and measured beside it.
 */
import { assert } from "../../src/engine/assert.ts";
import type { EventQueueContract, Handle } from "../../src/engine/event-queue.ts";
import type { Tick } from "../../src/engine/time.ts";
import { Ladder } from "./ladder.ts";

const SLOTS = 2 ** 24;
const GENERATIONS = 2 ** 29;
const LANE = 2 ** 49;
const FREE = -1;

export class LadderQueue implements EventQueueContract {
  size = 0;
  at: Tick = 0;
  kind = 0;
  a = 0;
  b = 0;

  readonly #ladder = new Ladder((tie, slot) => tie === this.#tie[slot]);
  #sequence = 0;
  /** The tie of the entry that speaks for this slot; any other entry is left over. FREE: no pending event. */
  #tie: Float64Array;
  #kind: Uint8Array;
  #a: Int32Array;
  #b: Int32Array;
  #generation: Int32Array;
  #free: Int32Array;
  #freeCount: number;

  constructor(capacity = 64) {
    this.#tie = new Float64Array(capacity).fill(FREE);
    this.#kind = new Uint8Array(capacity);
    this.#a = new Int32Array(capacity);
    this.#b = new Int32Array(capacity);
    this.#generation = new Int32Array(capacity);
    this.#free = Int32Array.from({ length: capacity }, (_, i) => capacity - 1 - i);
    this.#freeCount = capacity;
  }

  get nextAt(): Tick {
    return this.#ladder.key;
  }

  schedule(at: Tick, lane: number, kind: number, a: number, b: number): Handle {
    assert(at >= this.at, "an event cannot be scheduled in the past");
    if (this.#freeCount === 0) this.#grow();
    const slot = this.#free[--this.#freeCount]!;
    const tie = lane * LANE + this.#sequence++;
    this.#tie[slot] = tie;
    this.#kind[slot] = kind;
    this.#a[slot] = a;
    this.#b[slot] = b;
    this.#ladder.push(at, tie, slot);
    this.size++;
    return this.#generation[slot]! * SLOTS + slot;
  }

  /** As the heap's: for what will never be cancelled. */
  add(at: Tick, lane: number, kind: number, a: number, b: number): void {
    this.schedule(at, lane, kind, a, b);
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
    const tie = Math.floor(this.#tie[slot]! / LANE) * LANE + this.#sequence++;
    this.#tie[slot] = tie;
    this.#ladder.push(at, tie, slot);
    this.#sweep();
    return true;
  }

  pop(): boolean {
    if (this.size === 0) return false;
    const ladder = this.#ladder;
    const slot = ladder.item;
    this.at = ladder.key;
    this.kind = this.#kind[slot]!;
    this.a = this.#a[slot]!;
    this.b = this.#b[slot]!;
    this.#release(slot);
    ladder.pop();
    this.#dropLeftovers();
    return true;
  }

  #release(slot: number): void {
    this.#tie[slot] = FREE;
    this.#generation[slot] = (this.#generation[slot]! + 1) & (GENERATIONS - 1);
    this.#free[this.#freeCount++] = slot;
    this.size--;
  }

  #slotOf(handle: Handle): number {
    if (handle < 0) return -1;
    const slot = handle % SLOTS;
    const generation = (handle - slot) / SLOTS;
    return this.#generation[slot] === generation && this.#tie[slot] !== FREE ? slot : -1;
  }

  #dropLeftovers(): void {
    const ladder = this.#ladder;
    while (ladder.size > 0 && ladder.tie !== this.#tie[ladder.item]) ladder.pop();
  }

  #sweep(): void {
    const ladder = this.#ladder;
    if (ladder.size >= 64 && ladder.size >= 2 * this.size) ladder.sweep();
    this.#dropLeftovers();
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
