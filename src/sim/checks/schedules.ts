/** The schedules of periodic tasks as the calendar has them, worked out apart from those who submit their runs. */

import type { TaskSlot } from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import type { TimeZone } from "../../cluster/spec.ts";
import { next, type Period } from "../../engine/calendar.ts";
import type { Tick } from "../../engine/time.ts";

export class Schedule {
  readonly tenant: number;
  /** Number of the last period that got a run. */
  lastRun = 0;
  /** Periods that are over or begun by the time asked for last, and when the next one begins. */
  #periods = 0;
  #nextAt: Tick;
  readonly #anchor: Tick;
  readonly #period: Period;
  readonly #zone: TimeZone;
  readonly #epoch: number;

  constructor({ tasks, templates, cluster }: Scheduler, task: TaskSlot) {
    const { schedule, zone } = templates.specs[tasks.template[task]!]!;
    this.tenant = tasks.tenant[task]!;
    this.#anchor = tasks.submittedAt[task]!;
    this.#period = schedule as Period;
    this.#zone = zone;
    this.#epoch = cluster.control.epoch;
    this.#nextAt = this.#after(this.#anchor);
  }

  /** How many periods have come until then, after the one that the owner submitted. Time only goes forward. */
  until(now: Tick): number {
    for (; this.#nextAt <= now; this.#periods++) this.#nextAt = this.#after(this.#nextAt);
    return this.#periods;
  }

  #after(at: Tick): Tick {
    return next(this.#period, this.#epoch, at, this.#anchor, this.#zone);
  }
}

/** By tenant and template: a task that is repeated is submitted once by each of its owners. */
export class Schedules {
  readonly #scheduler: Scheduler;
  readonly #schedules = new Map<number, Schedule>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Begins a schedule with the run that an owner submits. */
  begin(task: TaskSlot): void {
    const { tasks, templates } = this.#scheduler;
    const template = tasks.template[task]!;
    if (templates.specs[template]!.schedule !== "once")
      this.#schedules.set(this.#key(tasks.tenant[task]!, template), new Schedule(this.#scheduler, task));
  }

  of(tenant: number, template: number): Schedule | undefined {
    return this.#schedules.get(this.#key(tenant, template));
  }

  values(): Iterable<Schedule> {
    return this.#schedules.values();
  }

  #key(tenant: number, template: number): number {
    return tenant * 2 ** 20 + template;
  }
}
