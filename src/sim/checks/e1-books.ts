/** E1. Two books, of what went in and of what came out, and a third of what recoveries and attempts left behind. */
import { Again, Outcome, type TaskSlot } from "../../cluster/ports.ts";
import { Status } from "../../cluster/tasks.ts";
import type { Tick } from "../../engine/time.ts";
import type { FrontDoor, Sent } from "../front-door.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";

export class Books extends Invariant implements Checker {
  readonly invariant = "E1";
  readonly holds = "what went in came out: lost 0, unexpected 0; duplicates and recoveries counted";
  /** By slot: the task that is in flight there. */
  readonly #inside: boolean[] = [];
  #in = 0;
  #out = 0;
  /** Tasks that are done, and attempts that were. */
  #tasksDone = 0;
  #attemptsDone = 0;
  #begun = 0;
  #over = 0;
  #recovered = 0;
  /** Of owners, where submissions take steps: all that were sent, and by key those that got no decision yet. */
  #sent = 0;
  readonly #undecided = new Map<number, number>();

  sent(_now: Tick, { key, tries, templates }: Sent): void {
    if (tries > 1) return;
    this.#sent += templates.length;
    this.#undecided.set(key, templates.length);
  }

  turnedAway(_now: Tick, { key }: Sent): void {
    this.#undecided.delete(key);
  }

  written(_now: Tick, { key }: Sent): void {
    this.#undecided.delete(key);
  }

  submitted(task: TaskSlot): void {
    this.#inside[task] = true;
    this.#in++;
  }

  started(): void {
    this.#begun++;
  }

  fenced(): void {
    this.#over++;
  }

  attemptEnded(_task: TaskSlot, _machine: number, outcome: Outcome): void {
    this.#over++;
    if (outcome === Outcome.done) this.#attemptsDone++;
  }

  handedOver(): void {
    this.#recovered++;
  }

  waitsAgain(_task: TaskSlot, why: Again): void {
    if (why === Again.machineLost || why === Again.unconfirmed) this.#recovered++;
  }

  ended(task: TaskSlot): void {
    if (this.#inside[task] !== true) this.fail(`${this.task(task)} comes out and did not go in`);
    this.#inside[task] = false;
    this.#out++;
    if (this.scheduler.tasks.status[task] === Status.done) this.#tasksDone++;
  }

  atEnd({ scheduler, outside, recoveries, clients }: World): void {
    this.#inside.forEach((inside, task) => {
      if (inside) this.fail(`${this.task(task)} was accepted and is lost (${this.#in - this.#out} in all)`);
    });
    if (scheduler.tasks.count !== 0)
      this.fail(`${scheduler.tasks.count} slots are in use, and nothing is in flight`);
    if (this.#tasksDone !== this.#attemptsDone)
      this.fail(`${this.#tasksDone} tasks are done, and ${this.#attemptsDone} of their attempts`);
    if (this.#begun !== this.#over)
      this.fail(`${this.#begun} attempts began, and ${this.#over} came to an end`);
    const effects = outside.applied - outside.doubled + outside.missing;
    if (this.#tasksDone > effects)
      this.fail(`${this.#tasksDone} tasks are done, and ${effects} did something`);
    if (clients.door !== null) this.#holdsWayIn(clients.submitted, clients.door);
    let recovered = 0;
    for (const record of recoveries.records) recovered += record.recovered;
    if (recovered > this.#recovered)
      this.fail(`${recovered} recoveries are recorded, and ${this.#recovered} took place`);
  }

  /** What clients submitted was taken in, refused, or given up without an answer, and no task is none of these. */
  #holdsWayIn(submitted: number, door: FrontDoor): void {
    if (submitted !== this.#sent)
      this.fail(`clients had ${submitted} tasks to submit, and sent ${this.#sent}`);
    let undecided = 0;
    for (const tasks of this.#undecided.values()) undecided += tasks;
    let givenUp = 0;
    for (const { templates } of door.undecided) givenUp += templates.length;
    if (undecided !== givenUp)
      this.fail(
        `${undecided} tasks were neither taken in nor refused, and ${givenUp} are counted as given up`,
      );
  }
}
