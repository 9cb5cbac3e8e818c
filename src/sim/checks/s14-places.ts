/**
 * S14. Counts what was accepted and what has ended; the rest must be in the table, and each that waits in one place: with
 * its submitter, behind those it depends on, in the pause before its next attempt, or in the backlog or the queue.
 */
import type { TaskSlot } from "../../cluster/ports.ts";
import { NO_TICKET, Status } from "../../cluster/tasks.ts";
import { NO_EVENT } from "../../engine/event-queue.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";

export class InOnePlace extends Invariant implements Checker {
  readonly invariant = "S14";
  readonly holds = "accepted = waiting + running + ended. Nothing is in two places, nothing in none";
  #accepted = 0;
  #ended = 0;

  submitted(): void {
    this.#accepted++;
  }

  ended(): void {
    this.#ended++;
  }

  sweep(_world: World, slots: number): void {
    const { tasks, dispatcher } = this.scheduler;
    let waiting = 0;
    let running = 0;
    let queued = 0;
    let kept = 0;
    for (let task = 0; task < slots; task++) {
      const status = tasks.status[task]!;
      if (status === Status.free) continue;
      if (status === Status.waiting) {
        waiting++;
        if (this.#placeOf(task) === QUEUE) queued++;
      } else if (status < Status.done) {
        running++;
        if (tasks.ticket[task] !== NO_TICKET) this.fail(`${this.task(task)} runs and is in a queue`);
      } else kept++;
    }
    if (this.#accepted !== waiting + running + this.#ended)
      this.fail(
        `${this.#accepted} tasks were accepted, ${waiting} wait, ${running} run and ${this.#ended} have ended`,
      );
    if (queued !== dispatcher.backlog + dispatcher.queued)
      this.fail(
        `${queued} tasks are in a queue, and the queues hold ${dispatcher.backlog + dispatcher.queued}`,
      );
    if (tasks.count !== waiting + running + kept)
      this.fail(`${waiting + running + kept} slots are in use, and ${tasks.count} are counted`);
  }

  #placeOf(task: TaskSlot): number {
    const { tasks } = this.scheduler;
    const inQueue = tasks.ticket[task] !== NO_TICKET;
    let places = 0;
    if (tasks.forwarded[task] === 0) places |= SUBMITTER;
    else if (tasks.pendingParents[task]! > 0) places |= PARENTS;
    else if (!inQueue && tasks.timer[task] !== NO_EVENT) places |= PAUSE;
    if (inQueue) places |= QUEUE;
    if (places === 0) this.fail(`${this.task(task)} waits nowhere`);
    if ((places & (places - 1)) !== 0) this.fail(`${this.task(task)} waits in two places (${places})`);
    return places;
  }
}

const SUBMITTER = 1;
const PARENTS = 2;
const PAUSE = 4;
const QUEUE = 8;
