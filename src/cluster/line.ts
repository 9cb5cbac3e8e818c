/** One waiting line: a ranked queue per shape, and the order over all of them. */
import { RankedQueue } from "../engine/ranked-queue.ts";
import type { ShapeId } from "./fleet.ts";
import type { TaskSlot } from "./ports.ts";
import type { TaskTable } from "./tasks.ts";

export class Line {
  /** Tasks in it. */
  count = 0;
  readonly #tasks: TaskTable;
  readonly #shapes: RankedQueue[] = [];

  constructor(tasks: TaskTable) {
    this.#tasks = tasks;
  }

  push(task: TaskSlot, shape: ShapeId, rank: number, ticket: number): void {
    const shapes = this.#shapes;
    while (shapes.length <= shape) shapes.push(new RankedQueue());
    shapes[shape]!.push(rank, ticket, task);
    this.count++;
  }

  /** Takes out the first of a shape. */
  pop(shape: ShapeId): void {
    const queue = this.#shapes[shape]!;
    queue.pop();
    if (queue.leftOver > 0) this.#dropLeftovers(queue);
    this.count--;
  }

  /** A task of this shape has left; its ticket no longer holds. */
  withdraw(shape: ShapeId): void {
    const queue = this.#shapes[shape]!;
    queue.leftOver++;
    this.#dropLeftovers(queue);
    this.count--;
  }

  /** The first task, passing over shapes that are marked; −1 when there is none. */
  first(passed: readonly boolean[] | null): TaskSlot {
    const shapes = this.#shapes;
    let best: RankedQueue | null = null;
    for (let shape = 0; shape < shapes.length; shape++) {
      if (passed !== null && passed[shape] === true) continue;
      const queue = shapes[shape]!;
      if (queue.size > 0 && (best === null || queue.isBefore(best))) best = queue;
    }
    return best === null ? -1 : best.item;
  }

  /** The first task that is accepted, passing over shapes that are marked; −1 when there is none. */
  find(passed: readonly boolean[] | null, accepts: (task: TaskSlot, ticket: number) => boolean): TaskSlot {
    let best: RankedQueue | null = null;
    let first = -1;
    for (let shape = 0; shape < this.#shapes.length; shape++) {
      if (passed !== null && passed[shape] === true) continue;
      const queue = this.#shapes[shape]!;
      const task = queue.find(accepts);
      if (task < 0) continue;
      if (best !== null) {
        const { foundRank, foundTicket } = queue;
        if (foundRank > best.foundRank || (foundRank === best.foundRank && foundTicket > best.foundTicket))
          continue;
      }
      best = queue;
      first = task;
    }
    return first;
  }

  /** How many stand before the entry with this ticket. */
  ahead(ticket: number): number {
    let rank = 0;
    this.#each((otherRank, other) => {
      if (other === ticket) rank = otherRank;
    });
    let ahead = 0;
    this.#each((otherRank, other) => {
      if (otherRank < rank || (otherRank === rank && other < ticket)) ahead++;
    });
    return ahead;
  }

  /** Those entries that speak for a task. */
  #each(visit: (rank: number, ticket: number) => void): void {
    for (const queue of this.#shapes)
      queue.each((rank, ticket, task) => {
        if (this.#tasks.ticket[task] === ticket) visit(rank, ticket);
      });
  }

  /** The first entry of a queue always speaks for its task, so that looking at it needs no check. */
  #dropLeftovers(queue: RankedQueue): void {
    while (queue.leftOver > 0 && this.#tasks.ticket[queue.item] !== queue.ticket) {
      queue.pop();
      queue.leftOver--;
    }
  }
}
