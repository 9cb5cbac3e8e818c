/**
 * Batching: ready tasks wait in the backlog, outside the queue, and the top K of them are pushed when a batch is
 * due. Keeping tasks out of the queue keeps the queue short and lets the order change until the last moment.
 */
import { RankedQueue } from "../engine/ranked-queue.ts";
import type { TaskSlot } from "./ports.ts";
import { NO_TICKET, type TaskTable } from "./tasks.ts";

export class Backlog {
  count = 0;
  readonly #tasks: TaskTable;
  readonly #queue = new RankedQueue();

  constructor(tasks: TaskTable) {
    this.#tasks = tasks;
  }

  add(task: TaskSlot, rank: number, ticket: number): void {
    this.#dropLeftovers();
    this.#queue.push(rank, ticket, task);
    this.#tasks.ticket[task] = ticket;
    this.count++;
  }

  remove(task: TaskSlot): void {
    this.#tasks.ticket[task] = NO_TICKET;
    this.count--;
  }

  /** The task that goes next, or −1; it is no longer in the backlog. */
  take(): TaskSlot {
    this.#dropLeftovers();
    if (this.#queue.size === 0) return -1;
    const task = this.#queue.item;
    this.#queue.pop();
    this.remove(task);
    return task;
  }

  #dropLeftovers(): void {
    const queue = this.#queue;
    while (queue.size > 0 && this.#tasks.ticket[queue.item] !== queue.ticket) queue.pop();
  }
}
