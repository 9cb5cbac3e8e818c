/**
 * Batching: ready tasks wait in the backlog, outside the queue, and the top K of them are pushed when a batch is
 * due. Keeping tasks out of the queue keeps the queue short and lets the order change until the last moment.
 */
import type { TaskSlot } from "./ports.ts";
import { Queues } from "./queues.ts";
import type { TaskTable } from "./tasks.ts";
import type { TenantTurns } from "./tenant-turns.ts";

// No machine is looked for here, so that one lane and one shape are enough.
const LANE = 0;
const SHAPE = 0;

export class Backlog {
  readonly #tasks: Queues;

  constructor(tasks: TaskTable, turns: TenantTurns | null) {
    this.#tasks = new Queues(tasks, turns, 1);
  }

  get count(): number {
    return this.#tasks.count;
  }

  add(task: TaskSlot, rank: number, ticket: number): void {
    this.#tasks.add(task, LANE, SHAPE, rank, ticket);
  }

  remove(task: TaskSlot): void {
    this.#tasks.remove(task, LANE, SHAPE);
  }

  /** The task that goes next, or −1; it is no longer in the backlog. */
  take(): TaskSlot {
    const task = this.#tasks.first(LANE, null);
    if (task >= 0) this.#tasks.take(task, LANE, SHAPE);
    return task;
  }

  /** How many go before the task. Looks at all of them. */
  ahead(task: TaskSlot): number {
    return this.#tasks.ahead(task, LANE);
  }
}
