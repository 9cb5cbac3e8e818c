/**
 * S10. What may start: it was passed on, is ready, its pause after a failure is over, its owner still wants it and its
 * lane is served. And what may go on running: not beyond its cap, as far as the scheduler could know the time.
 */
import type { Policy } from "../../cluster/policy.ts";
import type { Again, TaskSlot } from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import { Status } from "../../cluster/tasks.ts";
import { MINUTE, NEVER, type Tick } from "../../engine/time.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";
import { BACKLOG, PLACES, WaitingPlaces } from "./lanes.ts";
import { Serving } from "./serving.ts";

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
  readonly #places: WaitingPlaces;
  readonly #serving: Serving;
  #allowance: Tick = 0;
  #longestWrite: Tick = 0;
  /** When time was last not told: nobody led, or the store did not work as it should. */
  #unheardAt: Tick = 0;
  #troubled = false;

  constructor(scheduler: Scheduler, policy: Policy) {
    super(scheduler);
    this.#places = new WaitingPlaces(scheduler, policy);
    this.#serving = new Serving(scheduler, policy);
  }

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
    this.#places.ready(task);
  }

  joined(task: TaskSlot): void {
    this.#places.joinedBacklog(task);
  }

  pushed(task: TaskSlot): void {
    this.#places.pushed(task);
  }

  promoted(task: TaskSlot): void {
    this.#places.promoted(task);
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
    this.#holdsWindow(task);
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
    this.#longestWrite = log.longestWrite;
  }

  sweep(_world: World, slots: number): void {
    const { tasks } = this.scheduler;
    for (let task = 0; task < slots; task++)
      if (this.#capAt[task]! < this.now && tasks.status[task] === Status.running) this.#holdsCap(task);
  }

  #holdsWindow(task: TaskSlot): void {
    const place = this.#places.of(task);
    if (place === undefined) return;
    if (place === BACKLOG) this.fail(`${this.task(task)} starts out of the backlog`);
    if (this.#serving.wasClosed(task, place))
      this.fail(`${this.task(task)} starts though its lane (${PLACES[place]}) is not served now`);
  }

  #holdsCap(task: TaskSlot): void {
    const due = this.#allowance === 0 ? this.#capAt[task]! : Math.max(this.#capAt[task]!, this.#unheardAt);
    // The end of the cap is written after what is being written, so twice the longest write may pass.
    if (this.now > due + this.#allowance + 2 * this.#longestWrite)
      this.fail(`${this.task(task)} runs ${this.now - this.#capAt[task]!} ticks beyond its cap`);
  }
}
