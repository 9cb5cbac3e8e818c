/** S13. Remembers the last acknowledged progress of each task; it may only go back to nothing, where a fault takes it. */
import type { TaskSlot } from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import { Status } from "../../cluster/tasks.ts";
import type { Tick } from "../../engine/time.ts";
import type { Scenario } from "../../scenario/model.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";

export class Checkpoints extends Invariant implements Checker {
  readonly invariant = "S13";
  readonly holds = "resuming never goes back past an acknowledged checkpoint";
  readonly #progress: Tick[] = [];
  readonly #maySpoil: boolean;

  constructor(scheduler: Scheduler, scenario: Scenario) {
    super(scheduler);
    this.#maySpoil = scenario.faults.some(({ kind }) => kind === "checkpoint-corrupt");
  }

  submitted(task: TaskSlot): void {
    this.#progress[task] = 0;
  }

  checkpointed(task: TaskSlot): void {
    const progress = this.scheduler.tasks.progress[task]!;
    const spoilt = progress === 0 && this.#maySpoil;
    if (progress <= this.#progress[task]! && !spoilt)
      this.fail(`the progress of ${this.task(task)} goes from ${this.#progress[task]} to ${progress}`);
    this.#progress[task] = progress;
  }

  started(task: TaskSlot): void {
    this.#compare(task);
  }

  ended(task: TaskSlot): void {
    this.#compare(task);
  }

  sweep(_world: World, slots: number): void {
    const { status } = this.scheduler.tasks;
    for (let task = 0; task < slots; task++)
      if (status[task] !== Status.free && status[task]! < Status.done) this.#compare(task);
  }

  #compare(task: TaskSlot): void {
    const progress = this.scheduler.tasks.progress[task];
    if (progress !== this.#progress[task])
      this.fail(`${this.task(task)} goes on from ${progress}, and ${this.#progress[task]} was saved`);
  }
}
