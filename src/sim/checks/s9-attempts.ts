/** S9. Counts how attempts end and compares with what the scheduler has counted on the task. */
import { Outcome, StopReason, type TaskSlot } from "../../cluster/ports.ts";
import { Status } from "../../cluster/tasks.ts";
import { type Checker, Invariant } from "./checker.ts";

export class AttemptCounts extends Invariant implements Checker {
  readonly invariant = "S9";
  readonly holds =
    "attempts never exceed the maximum; losses of infrastructure are counted apart from failures of the task";
  /** By slot: attempts begun and over, failures and losses. */
  readonly #begun: number[] = [];
  readonly #over: number[] = [];
  readonly #failures: number[] = [];
  readonly #losses: number[] = [];

  submitted(task: TaskSlot): void {
    this.#begun[task] = 0;
    this.#over[task] = 0;
    this.#failures[task] = 0;
    this.#losses[task] = 0;
  }

  started(task: TaskSlot): void {
    this.#begun[task]!++;
    if (this.#begun[task] !== this.#over[task]! + 1) this.fail(`${this.task(task)} has two attempts at once`);
    if (this.#failures[task]! >= this.#allowed(task))
      this.fail(`${this.task(task)} is tried again after ${this.#failures[task]} failures`);
  }

  attemptEnded(task: TaskSlot, _machine: number, outcome: Outcome): void {
    const { tasks } = this.scheduler;
    this.#over[task]!++;
    const stopping = tasks.status[task] === Status.stopping;
    // What was to end anyway ends, whatever becomes of its attempt.
    if (stopping && tasks.stopReason[task] !== StopReason.paused) return;
    if (outcome === Outcome.lost) this.#losses[task]!++;
    else if (outcome === Outcome.failed || (outcome === Outcome.stopped && !stopping))
      this.#failures[task]!++;
  }

  fenced(task: TaskSlot): void {
    this.#over[task]!++;
    this.#losses[task]!++;
  }

  waitsAgain(task: TaskSlot): void {
    this.#compare(task);
    if (this.#failures[task]! >= this.#allowed(task))
      this.fail(`${this.task(task)} waits for another attempt after ${this.#failures[task]} failures`);
  }

  ended(task: TaskSlot): void {
    this.#compare(task);
    const { tasks, cluster } = this.scheduler;
    const spent = this.#failures[task]! >= this.#allowed(task);
    const deadly = this.#losses[task]! >= cluster.control.queues.deadlyAfter;
    if (tasks.status[task] === Status.dead && !spent && !deadly)
      this.fail(
        `${this.task(task)} is given up after ${this.#failures[task]} failures and ${this.#losses[task]} losses`,
      );
  }

  #compare(task: TaskSlot): void {
    const { failures, losses, starts } = this.scheduler.tasks;
    if (starts[task] !== this.#begun[task])
      this.fail(`${this.task(task)} counts ${starts[task]} attempts and had ${this.#begun[task]}`);
    if (failures[task] !== this.#failures[task])
      this.fail(`${this.task(task)} counts ${failures[task]} failures and had ${this.#failures[task]}`);
    if (losses[task] !== this.#losses[task])
      this.fail(`${this.task(task)} counts ${losses[task]} losses and had ${this.#losses[task]}`);
    if (this.#failures[task]! > this.#allowed(task))
      this.fail(`${this.task(task)} failed ${this.#failures[task]} times of ${this.#allowed(task)}`);
  }

  #allowed(task: TaskSlot): number {
    const { templates, tasks } = this.scheduler;
    return templates.specs[tasks.template[task]!]!.attempts;
  }
}
