/**
 * Periodic tasks. The first run is submitted by its owner; from then on the scheduler submits one run for each
 * period of the calendar, until the schedule is closed. Each schedule has a place in the calendar that only moves
 * forward, so a period is dealt with once, however often and by whomever it is asked for.
 */
import { assert } from "../engine/assert.ts";
import { next as nextPeriod, type Period } from "../engine/calendar.ts";
import { MINUTE, type Tick } from "../engine/time.ts";
import type { TemplateId, TenantId } from "./ports.ts";
import type { MissedRule, TemplateSpec, TimeZone } from "./spec.ts";

/** What becomes of a period: nothing is due, it gets its run, or its owner is told that it gets none. */
export const Due = { nothing: 0, run: 1, notice: 2 } as const;
export type Due = (typeof Due)[keyof typeof Due];

/** A period that nobody could submit for longer than this was missed. */
export const GRACE: Tick = MINUTE;

export interface PeriodicTask {
  readonly tenant: TenantId;
  readonly template: TemplateId;
  readonly schedule: Period;
  readonly zone: TimeZone;
  readonly missed: MissedRule;
  /** The first run's time: its hour and day are those of all later runs. */
  readonly anchor: Tick;
  /** Number of the period that was dealt with last; the owner's own submission is 0. */
  period: number;
  /** When the period after it is due. */
  nextAt: Tick;
}

export class PeriodicTasks {
  readonly #tasks: PeriodicTask[] = [];
  readonly #epoch: number;
  readonly #held: number[] = [];
  /** No period gets a run any more. */
  closed = false;

  constructor(epoch: number) {
    this.#epoch = epoch;
  }

  /** Registers a schedule and returns its number. */
  add(tenant: TenantId, template: TemplateId, spec: TemplateSpec, anchor: Tick): number {
    const { schedule, zone, missed } = spec;
    assert(schedule !== "once", "only what is repeated has periods");
    const task = { tenant, template, schedule, zone, missed, anchor, period: 0, nextAt: anchor };
    task.nextAt = this.#after(task, anchor);
    this.#tasks.push(task);
    return this.#tasks.length - 1;
  }

  at(index: number): PeriodicTask {
    return this.#tasks[index]!;
  }

  /**
   * Passes the next period, if it is due by `now`, and says what becomes of it. After an outage call it until nothing
   * is due: one period at a time, so that years of them are neither listed nor too many.
   */
  take(index: number, now: Tick): Due {
    const task = this.#tasks[index]!;
    const at = task.nextAt;
    if (at > now) return Due.nothing;
    task.nextAt = this.#after(task, at);
    task.period++;
    return !this.closed && this.#runs(task, at, now) ? Due.run : Due.notice;
  }

  /** Nobody can submit what is due: it waits for `release`. */
  hold(index: number): void {
    this.#held.push(index);
  }

  /** The schedules that were held, in the order in which they came due. */
  release(): readonly number[] {
    return this.#held.splice(0);
  }

  /** Whether the period at `at`, which has just been passed, still gets its run. */
  #runs(task: PeriodicTask, at: Tick, now: Tick): boolean {
    switch (task.missed) {
      case "all":
        return true;
      case "last":
        return task.nextAt > now;
      case "skip":
        return now - at <= GRACE;
    }
  }

  #after({ schedule, anchor, zone }: PeriodicTask, at: Tick): Tick {
    return nextPeriod(schedule, this.#epoch, at, anchor, zone);
  }
}
