/**
 * The running tasks in the order of their ranks, for policies that pause some of them. Each keeps the rank that it
 * had when it started: asking all of them again for every decision would cost more than it is worth. Kept as a sorted
 * array, because a task that starts or ends moves a few kilobytes and no more.
 */
import { assert } from "../engine/assert.ts";
import type { Tick } from "../engine/time.ts";
import type { TaskSlot } from "./ports.ts";
import type { TaskTable } from "./tasks.ts";

export class RunningTasks {
  size = 0;
  readonly #tasks: TaskTable;
  #sorted = new Int32Array(64);
  // By slot, of those that run: rank and number of the start, and the work that was saved before it.
  #rank = new Float64Array(0);
  #start = new Float64Array(0);
  #progress = new Float64Array(0);
  #starts = 0;

  constructor(tasks: TaskTable) {
    this.#tasks = tasks;
  }

  /** From 0, the smallest rank, to size − 1; of equal ranks the one that started last is last. */
  at(position: number): TaskSlot {
    return this.#sorted[position]!;
  }

  /** Work that was saved when the present attempt began. */
  progressBefore(task: TaskSlot): Tick {
    return this.#progress[task]!;
  }

  add(task: TaskSlot, rank: number): void {
    if (this.#rank.length < this.#tasks.capacity) this.#growSlots();
    if (this.size === this.#sorted.length) this.#grow();
    this.#rank[task] = rank;
    this.#start[task] = ++this.#starts;
    this.#progress[task] = this.#tasks.progress[task]!;
    const at = this.#placeOf(task);
    this.#sorted.copyWithin(at + 1, at, this.size++);
    this.#sorted[at] = task;
  }

  remove(task: TaskSlot): void {
    const at = this.#placeOf(task);
    assert(at < this.size && this.#sorted[at] === task, "a task that ends is known to run");
    this.#sorted.copyWithin(at, at + 1, this.size--);
  }

  /** The number of running tasks that go before it. */
  #placeOf(task: TaskSlot): number {
    const rank = this.#rank[task]!;
    const start = this.#start[task]!;
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#sorted[middle]!;
      const otherRank = this.#rank[other]!;
      if (otherRank < rank || (otherRank === rank && this.#start[other]! < start)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const sorted = new Int32Array(this.#sorted.length * 2);
    sorted.set(this.#sorted);
    this.#sorted = sorted;
  }

  #growSlots(): void {
    const { capacity } = this.#tasks;
    this.#rank = enlarged(this.#rank, capacity);
    this.#start = enlarged(this.#start, capacity);
    this.#progress = enlarged(this.#progress, capacity);
  }
}

function enlarged(from: Float64Array, capacity: number): Float64Array<ArrayBuffer> {
  const to = new Float64Array(capacity);
  to.set(from);
  return to;
}
