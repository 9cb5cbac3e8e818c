/**
 * S10. What may start: it was passed on, is ready, its pause after a failure is over and its owner still wants it. And
 * what may go on running: not beyond its cap, as far as the scheduler could know the time.
 */
import type { Again, TaskSlot } from "../../cluster/ports.ts";
import { Status } from "../../cluster/tasks.ts";
import { MINUTE, NEVER, type Tick } from "../../engine/time.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";

/** With a store that takes time or a leader that can be absent, the end of a cap is heard of later. */
const HEARD_WITHIN = MINUTE;

export class Dispatch extends Invariant implements Checker {
  readonly invariant = "S10";
  readonly holds = "nothing is dispatched while paused, cancelled or outside its window; execution caps hold";
  /** By slot. */
  readonly #ready: boolean[] = [];
  readonly #unwanted: boolean[] = [];
  readonly #notBefore: Tick[] = [];
  readonly #capAt: Tick[] = [];
  #allowance: Tick = 0;
  /** When time was last not told: nobody led, or the store did not work as it should. */
  #unheardAt: Tick = 0;
  #troubled = false;

  begin({ log, network }: World): void {
    this.#allowance = log.direct ? 0 : HEARD_WITHIN + network.resend;
  }

  submitted(task: TaskSlot): void {
    this.#ready[task] = false;
    this.#unwanted[task] = false;
    this.#notBefore[task] = 0;
    this.#capAt[task] = NEVER;
  }

  ready(task: TaskSlot): void {
    this.#ready[task] = true;
  }

  waitsAgain(task: TaskSlot, _why: Again, from: Tick): void {
    this.#notBefore[task] = from;
  }

  cancelled(task: TaskSlot): void {
    const { status } = this.scheduler.tasks;
    if (status[task] !== Status.free && status[task]! < Status.done) this.#unwanted[task] = true;
  }

  started(task: TaskSlot): void {
    const { tasks, templates } = this.scheduler;
    if (tasks.forwarded[task] !== 1)
      this.fail(`${this.task(task)} starts before its submitter has passed it on`);
    if (!this.#ready[task]) this.fail(`${this.task(task)} starts and is not ready`);
    if (this.#unwanted[task]) this.fail(`${this.task(task)} starts though its owner has cancelled it`);
    if (this.now < this.#notBefore[task]!)
      this.fail(
        `${this.task(task)} starts ${this.#notBefore[task]! - this.now} ticks before its pause is over`,
      );
    this.#ready[task] = false;
    const { executionCap } = templates.specs[tasks.template[task]!]!;
    this.#capAt[task] =
      executionCap === NEVER ? NEVER : this.now + Math.max(1, executionCap - tasks.progress[task]!);
  }

  attemptEnded(task: TaskSlot): void {
    if (this.#capAt[task]! < this.now && this.scheduler.tasks.status[task] === Status.running)
      this.#holdsCap(task);
    this.#capAt[task] = NEVER;
  }

  afterEvent({ log, now }: World): void {
    // Nothing may happen for as long as the trouble lasts: its end counts, too.
    if (log.troubled || this.#troubled) this.#unheardAt = now;
    this.#troubled = log.troubled;
  }

  sweep(_world: World, slots: number): void {
    const { tasks } = this.scheduler;
    for (let task = 0; task < slots; task++)
      if (this.#capAt[task]! < this.now && tasks.status[task] === Status.running) this.#holdsCap(task);
  }

  #holdsCap(task: TaskSlot): void {
    const due = this.#allowance === 0 ? this.#capAt[task]! : Math.max(this.#capAt[task]!, this.#unheardAt);
    if (this.now > due + this.#allowance)
      this.fail(`${this.task(task)} runs ${this.now - this.#capAt[task]!} ticks beyond its cap`);
  }
}
