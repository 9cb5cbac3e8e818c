/** E3. Listens to what owners are told: of each task its end, once and rightly, and of each refusal. */
import { Notice, type TaskSlot, type TenantId } from "../../cluster/ports.ts";
import { Status } from "../../cluster/tasks.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";

/** Which notices tell of which end. */
const TELLS: Readonly<Record<number, readonly Notice[]>> = {
  [Status.done]: [Notice.done],
  [Status.failed]: [Notice.failed, Notice.capped, Notice.overused],
  [Status.dead]: [Notice.deadLettered],
  [Status.cancelled]: [Notice.cancelled, Notice.tryAgain, Notice.parentFailed],
};
const REFUSALS: readonly Notice[] = [
  Notice.limitExceeded,
  Notice.cyclicDependencies,
  Notice.unavailable,
  Notice.hopeless,
  Notice.keyConflict,
  Notice.malformed,
  Notice.missedPeriod,
];
const NOT_TOLD = -1;

export class OwnersTold extends Invariant implements Checker {
  readonly invariant = "E3";
  readonly holds =
    "every accepted task ended done, failed, dead-lettered or cancelled and its owner was told; every refusal was told";
  /** By slot: the notice of its end. */
  readonly #told: number[] = [];
  readonly #inFlight: boolean[] = [];
  readonly #late: boolean[] = [];
  /** Whose refusal has not been told yet. */
  #refused: TenantId = -1;
  /** Tasks of owners that were accepted or refused. */
  #answered = 0;

  submitted(task: TaskSlot): void {
    if (this.scheduler.tasks.period[task] === 0) this.#answered++;
    this.#told[task] = NOT_TOLD;
    this.#inFlight[task] = true;
    this.#late[task] = false;
  }

  refused(tenant: TenantId): void {
    this.#refused = tenant;
    this.#answered++;
  }

  told(tenant: TenantId, notice: Notice, task: TaskSlot): void {
    if (task < 0) {
      if (!REFUSALS.includes(notice)) this.fail(`a refusal is told by notice ${notice}`);
      if (this.#refused >= 0 && this.#refused !== tenant)
        this.fail(`tenant ${tenant} is told of another's refusal`);
      this.#refused = -1;
      return;
    }
    if (tenant !== this.scheduler.tasks.tenant[task])
      this.fail(`tenant ${tenant} is told of ${this.task(task)}`);
    if (notice === Notice.accepted) return;
    if (notice === Notice.late) {
      if (this.#late[task]) this.fail(`the owner of ${this.task(task)} is told twice that it is late`);
      this.#late[task] = true;
      return;
    }
    if (this.#told[task] !== NOT_TOLD)
      this.fail(
        `the owner of ${this.task(task)} is told of its end by notice ${notice}, and was by ${this.#told[task]}`,
      );
    this.#told[task] = notice;
  }

  ended(task: TaskSlot): void {
    const status = this.scheduler.tasks.status[task]!;
    const notice = this.#told[task] ?? NOT_TOLD;
    if (!(TELLS[status] ?? []).includes(notice as Notice))
      this.fail(`${this.task(task)} ended with status ${status}, and its owner was told notice ${notice}`);
    this.#inFlight[task] = false;
  }

  afterEvent(): void {
    if (this.#refused >= 0) this.fail(`tenant ${this.#refused} was refused and not told`);
  }

  atEnd({ clients }: World): void {
    this.#inFlight.forEach((inFlight, task) => {
      if (inFlight) this.fail(`${this.task(task)} never ended, and its owner waits`);
    });
    const pending = clients.door?.pending ?? 0;
    if (pending !== 0) this.fail(`${pending} clients still wait for an answer`);
    // On a way in that takes steps a submission can get lost, and its client asks again.
    if (clients.door === null && clients.submitted > this.#answered)
      this.fail(`${clients.submitted} tasks were submitted, and ${this.#answered} accepted or refused`);
  }
}
