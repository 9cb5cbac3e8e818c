/**
 * The event queue on heap-js: one object an event, the plainest thing that keeps the contract. The oracle of the
 * typed queue in tests, and its baseline in benchmarks.
 */
import { Heap } from "heap-js";
import type { EventQueueContract, Handle } from "../../src/engine/event-queue.ts";
import { NEVER, type Tick } from "../../src/engine/time.ts";

interface Event {
  readonly handle: Handle;
  at: Tick;
  readonly lane: number;
  sequence: number;
  readonly kind: number;
  readonly a: number;
  readonly b: number;
}

export class HeapJsQueue implements EventQueueContract {
  at: Tick = 0;
  kind = 0;
  a = 0;
  b = 0;
  readonly #heap = new Heap<Event>((x, y) => x.at - y.at || x.lane - y.lane || x.sequence - y.sequence);
  readonly #pending = new Map<Handle, Event>();
  #sequence = 0;
  #handles = 0;

  get size(): number {
    return this.#heap.size();
  }

  get nextAt(): Tick {
    return this.#heap.peek()?.at ?? NEVER;
  }

  schedule(at: Tick, lane: number, kind: number, a: number, b: number): Handle {
    const event = { handle: this.#handles++, at, lane, sequence: this.#sequence++, kind, a, b };
    this.#heap.push(event);
    this.#pending.set(event.handle, event);
    return event.handle;
  }

  cancel(handle: Handle): boolean {
    const event = this.#pending.get(handle);
    if (event === undefined) return false;
    this.#heap.remove(event);
    return this.#pending.delete(handle);
  }

  reschedule(handle: Handle, at: Tick): boolean {
    const event = this.#pending.get(handle);
    if (event === undefined) return false;
    this.#heap.remove(event);
    event.at = at;
    event.sequence = this.#sequence++;
    this.#heap.push(event);
    return true;
  }

  pop(): boolean {
    const event = this.#heap.pop();
    if (event === undefined) return false;
    this.#pending.delete(event.handle);
    this.at = event.at;
    this.kind = event.kind;
    this.a = event.a;
    this.b = event.b;
    return true;
  }
}
