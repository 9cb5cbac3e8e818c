/**
 * The distributed queue: four lanes, each holding one ranked queue per shape. Tasks of one shape are alike to a
 * machine, so only the first of each has to be looked at, and one failed placement answers for all behind it.
 */
import { RankedQueue } from "../engine/ranked-queue.ts";
import type { ShapeId } from "./fleet.ts";
import { LANES } from "./policy.ts";
import type { TaskSlot } from "./ports.ts";
import { NO_TICKET, type TaskTable } from "./tasks.ts";

export type LaneId = number;
export const URGENT: LaneId = LANES.indexOf("urgent");

export class Queues {
  /** Tasks in the queue, in all and by lane. */
  count = 0;
  readonly counts = new Int32Array(LANES.length);
  readonly #tasks: TaskTable;
  readonly #lanes: RankedQueue[][] = LANES.map(() => []);

  constructor(tasks: TaskTable) {
    this.#tasks = tasks;
  }

  /** `ticket` is new and larger than all before: it names this entry and breaks ties of rank. */
  add(task: TaskSlot, lane: LaneId, shape: ShapeId, rank: number, ticket: number): void {
    const shapes = this.#lanes[lane]!;
    while (shapes.length <= shape) shapes.push(new RankedQueue());
    const queue = shapes[shape]!;
    queue.push(rank, ticket, task);
    this.#tasks.lane[task] = lane;
    this.#tasks.ticket[task] = ticket;
    this.counts[lane]!++;
    this.count++;
  }

  /** Takes out the first task of a shape in a lane: one that first() has shown. */
  take(task: TaskSlot, lane: LaneId, shape: ShapeId): void {
    const queue = this.#lanes[lane]![shape]!;
    queue.pop();
    if (queue.leftOver > 0) this.#dropLeftovers(queue);
    this.#tasks.ticket[task] = NO_TICKET;
    this.counts[lane]!--;
    this.count--;
  }

  /** Takes a task out, wherever it stands; its entry is dropped when it surfaces. */
  remove(task: TaskSlot, shape: ShapeId): void {
    const lane = this.#tasks.lane[task]!;
    const queue = this.#lanes[lane]![shape]!;
    this.#tasks.ticket[task] = NO_TICKET;
    this.counts[lane]!--;
    this.count--;
    queue.leftOver++;
    this.#dropLeftovers(queue);
  }

  /**
   * The first task of a lane, passing over shapes that are marked in `passed`; −1 when there is none. With
   * `passed` null the very first one.
   */
  first(lane: LaneId, passed: readonly boolean[] | null): TaskSlot {
    const shapes = this.#lanes[lane]!;
    let best: RankedQueue | null = null;
    for (let shape = 0; shape < shapes.length; shape++) {
      if (passed !== null && passed[shape] === true) continue;
      const queue = shapes[shape]!;
      if (queue.size > 0 && (best === null || queue.isBefore(best))) best = queue;
    }
    return best === null ? -1 : best.item;
  }

  /** The first entry of a queue always speaks for its task, so that looking at it needs no check. */
  #dropLeftovers(queue: RankedQueue): void {
    while (queue.leftOver > 0 && this.#tasks.ticket[queue.item] !== queue.ticket) {
      queue.pop();
      queue.leftOver--;
    }
  }
}
