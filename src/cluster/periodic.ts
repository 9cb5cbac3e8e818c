/**
 * Periodic tasks. The first run is submitted by its owner; from then on the scheduler submits one run for each
 * period of the calendar, until the schedule is closed. Each schedule has a place in the calendar that only moves
 * forward, so a period is dealt with once, however often and by whomever it is found due.
 */
import { assert } from "../engine/assert.ts";
import { next as nextPeriod, type Period } from "../engine/calendar.ts";
import { MINUTE, NEVER, type Tick } from "../engine/time.ts";
import type { TemplateId, TenantId } from "./ports.ts";
import type { MissedRule, TemplateSpec, TimeZone } from "./spec.ts";

export interface PeriodicTask {
  readonly tenant: TenantId;
  readonly template: TemplateId;
  readonly schedule: Period;
  readonly zone: TimeZone;
  readonly missed: MissedRule;
  /** The first run's time: its hour and day, where it is, are those of all later runs. */
  readonly anchor: Tick;
  /** Number of the period that was dealt with last; the owner's own submission is 0. */
  period: number;
  /** When the period after it is due. */
  nextAt: Tick;
}

/** What periodic tasks ask of the scheduler they belong to. */
export interface PeriodicCalls {
  /** Whether there is anybody to submit what is due. */
  canSubmit(): boolean;
  /** The task's present period gets its run. */
  submit(task: PeriodicTask): void;
  /** The task's present period gets none: its owner is to know. */
  miss(task: PeriodicTask): void;
  /** Call due() with this number at that time. */
  wakeAt(index: number, at: Tick): void;
}

/** Under the rule `skip`, a period that comes later than this was missed. */
export const GRACE: Tick = MINUTE;

export class PeriodicTasks {
  readonly #tasks: PeriodicTask[] = [];
  readonly #epoch: number;
  readonly #calls: PeriodicCalls;
  /** Schedules that came due while nobody could submit. */
  readonly #held: number[] = [];
  /** No period gets a run from then on. */
  #closedAt: Tick = NEVER;

  constructor(epoch: number, calls: PeriodicCalls) {
    this.#epoch = epoch;
    this.#calls = calls;
  }

  /** Registers the schedule of a task whose first run is submitted now. */
  add(tenant: TenantId, template: TemplateId, spec: TemplateSpec, now: Tick): void {
    const { schedule, zone, missed } = spec;
    assert(schedule !== "once", "only what is repeated has periods");
    const task = { tenant, template, schedule, zone, missed, anchor: now, period: 0, nextAt: now };
    task.nextAt = this.#after(task);
    // A submission that was on its way for long may come after the end: its owner is told of the periods until then.
    if (this.#closed) this.#pass(task, this.#closedAt);
    else this.#calls.wakeAt(this.#tasks.push(task) - 1, task.nextAt);
  }

  /** Deals with every period of the schedule that has come, or leaves all to resume() where nobody can submit. */
  due(index: number, now: Tick): void {
    const task = this.#tasks[index]!;
    if (this.#closed || task.nextAt > now) return;
    if (this.#calls.canSubmit()) {
      this.#pass(task, now);
      this.#calls.wakeAt(index, task.nextAt);
    } else {
      this.#held.push(index);
    }
  }

  /** Somebody can submit again. */
  resume(now: Tick): void {
    for (const index of this.#held.splice(0)) this.due(index, now);
  }

  /** No period gets a run from now on. Owners are told of those that have come and whose runs would be late. */
  close(now: Tick): void {
    this.#closedAt = now;
    this.#held.length = 0;
    for (const task of this.#tasks) this.#pass(task, now);
  }

  get #closed(): boolean {
    return this.#closedAt < NEVER;
  }

  /** One period at a time: years of them are neither listed nor too many. */
  #pass(task: PeriodicTask, now: Tick): void {
    for (let at = task.nextAt; at <= now; at = task.nextAt) {
      task.period++;
      task.nextAt = this.#after(task);
      if (!this.#closed && isStillWanted(task, at, now)) this.#calls.submit(task);
      else this.#calls.miss(task);
    }
  }

  #after({ schedule, nextAt, anchor, zone }: PeriodicTask): Tick {
    return nextPeriod(schedule, this.#epoch, nextAt, anchor, zone);
  }
}

/** Whether the present period of the task, which was due at `at`, gets its run by the rule for missed ones. */
function isStillWanted(task: PeriodicTask, at: Tick, now: Tick): boolean {
  switch (task.missed) {
    case "all":
      return true;
    case "last":
      return task.nextAt > now;
    case "skip":
      return now - at <= GRACE;
  }
}
