/**
 * E4. A store of its own that keeps the row of each task as it was saved last. What the scheduler's table says of the
 * task must never be anything else.
 */
import type { TaskSlot } from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import { Status, type TaskTable } from "../../cluster/tasks.ts";
import { type Checker, Invariant } from "./checker.ts";

/** What a row keeps. Tickets and timers follow from it, or from the journal. */
const COLUMNS = [
  "status",
  "template",
  "tenant",
  "node",
  "idTime",
  "idTail",
  "submittedAt",
  "firstStartedAt",
  "starts",
  "failures",
  "losses",
  "progress",
  "token",
  "machine",
  "stopReason",
  "period",
] as const satisfies readonly (keyof TaskTable)[];
/** Rows that are compared after each event. */
const PER_EVENT = 2;

export class Store extends Invariant implements Checker {
  readonly invariant = "E4";
  readonly holds = "memory, store and replayed journal agree byte for byte";
  /** By slot and column. */
  #rows = new Float64Array(0);
  readonly #saved: boolean[] = [];
  /** Its task has ended, and may be handed over and saved once more before the slot is free. */
  readonly #ended: boolean[] = [];
  /** Tasks of which this event told something. */
  readonly #touched: TaskSlot[] = [];
  #next = 0;

  constructor(scheduler: Scheduler) {
    super(scheduler);
    this.#grow();
  }

  submitted(task: TaskSlot): void {
    this.#ended[task] = false;
  }

  saved(task: TaskSlot): void {
    const { tasks } = this.scheduler;
    if ((task + 1) * COLUMNS.length > this.#rows.length) this.#grow();
    const at = task * COLUMNS.length;
    for (let c = 0; c < COLUMNS.length; c++) this.#rows[at + c] = tasks[COLUMNS[c]!][task]!;
    this.#saved[task] = this.#ended[task] !== true;
    this.#touched.push(task);
  }

  ended(task: TaskSlot): void {
    this.#compare(task);
    this.#saved[task] = false;
    this.#ended[task] = true;
  }

  afterEvent(): void {
    for (const task of this.#touched) this.#look(task);
    this.#touched.length = 0;
    const { capacity } = this.scheduler.tasks;
    for (let i = 0; i < PER_EVENT; i++) {
      this.#next = this.#next + 1 < capacity ? this.#next + 1 : 0;
      this.#look(this.#next);
    }
  }

  atEnd(): void {
    for (let task = 0; task < this.scheduler.tasks.capacity; task++) this.#look(task);
  }

  #look(task: TaskSlot): void {
    const status = this.scheduler.tasks.status[task]!;
    const inFlight = status !== Status.free && status < Status.done;
    if (inFlight) this.#compare(task);
    else if (this.#saved[task]) this.fail(`the store has slot ${task} in flight, which is not`);
  }

  #compare(task: TaskSlot): void {
    if (!this.#saved[task]) this.fail(`${this.task(task)} was never saved`);
    const { tasks } = this.scheduler;
    const at = task * COLUMNS.length;
    for (let c = 0; c < COLUMNS.length; c++) {
      const now = tasks[COLUMNS[c]!][task];
      if (this.#rows[at + c] !== now)
        this.fail(`${COLUMNS[c]} of ${this.task(task)} is ${now}, and ${this.#rows[at + c]} in the store`);
    }
  }

  #grow(): void {
    const rows = new Float64Array(this.scheduler.tasks.capacity * COLUMNS.length);
    rows.set(this.#rows);
    this.#rows = rows;
  }
}
