/** S5. A second table of statuses that moves only along the declared changes, compared with the scheduler's own. */
import { Outcome, StopReason, type TaskSlot } from "../../cluster/ports.ts";
import { Status } from "../../cluster/tasks.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";

/** Besides those of the table: the attempt is over, and what follows from that has not been said. */
const LEFT = 100;

export class Transitions extends Invariant implements Checker {
  readonly invariant = "S5";
  readonly holds = "only declared state changes; terminal is final";
  /** By slot. A final status stays until the slot is used again. */
  readonly #status: number[] = [];
  readonly #outcome: number[] = [];
  readonly #reason: number[] = [];

  submitted(task: TaskSlot): void {
    const before = this.#status[task] ?? Status.free;
    if (before !== Status.free && before < Status.done) this.#wrong(task, "is submitted");
    this.#status[task] = Status.waiting;
    this.#outcome[task] = -1;
    this.#reason[task] = 0;
  }

  started(task: TaskSlot): void {
    if (this.#status[task] !== Status.waiting) this.#wrong(task, "starts");
    this.#status[task] = Status.running;
    this.#reason[task] = 0;
  }

  stopping(task: TaskSlot, reason: StopReason): void {
    const status = this.#status[task];
    // Only what was to give way may be stopped for another reason.
    const again = status === Status.stopping && this.#reason[task] === StopReason.paused;
    if (status !== Status.running && !(again && reason !== StopReason.paused))
      this.#wrong(task, "is stopped");
    this.#status[task] = Status.stopping;
    this.#reason[task] = reason;
  }

  attemptEnded(task: TaskSlot, _machine: number, outcome: Outcome): void {
    const status = this.#status[task];
    if (status !== Status.running && status !== Status.stopping) this.#wrong(task, "ends an attempt");
    this.#status[task] = LEFT;
    this.#outcome[task] = outcome;
  }

  fenced(task: TaskSlot): void {
    if (this.#status[task] !== Status.running) this.#wrong(task, "is fenced");
    this.#status[task] = LEFT;
    this.#outcome[task] = Outcome.lost;
  }

  waitsAgain(task: TaskSlot): void {
    if (this.#status[task] !== LEFT || this.#outcome[task] === Outcome.done) this.#wrong(task, "waits again");
    this.#status[task] = Status.waiting;
  }

  ended(task: TaskSlot): void {
    const before = this.#status[task];
    const status = this.scheduler.tasks.status[task]!;
    if (before !== LEFT && before !== Status.waiting) this.#wrong(task, "ends");
    const done = before === LEFT && this.#outcome[task] === Outcome.done;
    if (done !== (status === Status.done)) this.#wrong(task, `ends with status ${status}`);
    if (before === Status.waiting && status !== Status.cancelled)
      this.#wrong(task, `ends with status ${status} while it waits`);
    if (status < Status.done) this.#wrong(task, "ends without a final status");
    this.#status[task] = status;
  }

  sweep(_world: World, slots: number): void {
    const { tasks } = this.scheduler;
    for (let task = 0; task < slots; task++) {
      const status = tasks.status[task]!;
      const model = this.#status[task] ?? Status.free;
      if (status !== model && !(status === Status.free && (model === Status.free || isFinal(model))))
        this.fail(`${this.task(task)} has status ${status} and should have ${model}`);
    }
  }

  #wrong(task: TaskSlot, what: string): never {
    this.fail(`${this.task(task)} ${what} from status ${this.#status[task] ?? Status.free}`);
  }
}

function isFinal(status: number): boolean {
  return status >= Status.done && status !== LEFT;
}
