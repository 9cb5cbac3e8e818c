/**
 * Periodic tasks. The first run is submitted by its owner; from then on the scheduler submits one run for each
 * period of the calendar, until the schedule is closed.
 */
import { next as nextPeriod } from "../engine/calendar.ts";
import type { Tick } from "../engine/time.ts";
import type { TemplateId, TenantId } from "./ports.ts";
import type { Schedule } from "./spec.ts";

export interface PeriodicTask {
  readonly tenant: TenantId;
  readonly template: TemplateId;
  readonly schedule: Exclude<Schedule, "once">;
  /** The first run's time: its hour and day are those of all later runs. */
  readonly anchor: Tick;
  /** Runs submitted so far, the first one included. */
  runs: number;
}

export class PeriodicTasks {
  readonly #tasks: PeriodicTask[] = [];
  readonly #epoch: number;
  closed = false;

  constructor(epoch: number) {
    this.#epoch = epoch;
  }

  /** Registers a schedule and returns its number. */
  add(tenant: TenantId, template: TemplateId, schedule: Exclude<Schedule, "once">, anchor: Tick): number {
    this.#tasks.push({ tenant, template, schedule, anchor, runs: 1 });
    return this.#tasks.length - 1;
  }

  at(index: number): PeriodicTask {
    return this.#tasks[index]!;
  }

  /** The first period after `now`. */
  nextAfter(index: number, now: Tick): Tick {
    const { schedule, anchor } = this.#tasks[index]!;
    return nextPeriod(schedule, this.#epoch, now, anchor);
  }
}
