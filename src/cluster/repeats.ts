/**
 * Repeated tasks at work: when a period has come, its run is submitted for its owner, or the owner is told that it
 * gets none. With every submitter down a period waits; it is late then, not lost.
 */

import type { Tick } from "../engine/time.ts";
import { type Context, Mark, Timer } from "./context.ts";
import type { Intake } from "./intake.ts";
import { Due, PeriodicTasks } from "./periodic.ts";
import { Notice, type TemplateId, type TenantId } from "./ports.ts";

export class Repeats {
  readonly #context: Context;
  readonly #intake: Intake;
  readonly #periodic: PeriodicTasks;

  constructor(context: Context, intake: Intake) {
    this.#context = context;
    this.#intake = intake;
    this.#periodic = new PeriodicTasks(context.spec.control.epoch);
  }

  /** A task was submitted by its owner: if it is one that is repeated, its periods begin. */
  begin(tenant: TenantId, template: TemplateId, anchor: Tick): void {
    const spec = this.#context.templates.specs[template]!;
    if (spec.schedule !== "once") this.#arm(this.#periodic.add(tenant, template, spec, anchor));
  }

  due(index: number): void {
    if (this.#periodic.closed) return;
    if (!this.#intake.submitters.anyUp) this.#periodic.hold(index);
    else if (this.#take(index)) this.#arm(index);
  }

  /** A submitter is there again. */
  resume(): void {
    for (const index of this.#periodic.release()) this.due(index);
  }

  /** Nothing is repeated from now on. */
  close(): void {
    this.#periodic.closed = true;
    for (const index of this.#periodic.release()) this.#take(index);
  }

  /** Every period that has come gets its run or a notice. False when none had: somebody else was first. */
  #take(index: number): boolean {
    const { now, digest } = this.#context;
    const periodic = this.#periodic;
    const task = periodic.at(index);
    const { tenant, template, period: before } = task;
    for (let due = periodic.take(index, now); due !== Due.nothing; due = periodic.take(index, now)) {
      if (due === Due.run) {
        const run = this.#intake.admit(tenant, template, this.#intake.submitters.next(), task.period, now);
        if (run >= 0) this.#intake.forward(run);
      } else {
        digest.mix(Mark.missed, tenant, task.period);
        this.#context.tell(tenant, Notice.missedPeriod, -1, 0);
      }
    }
    return task.period > before;
  }

  #arm(index: number): void {
    const { timers, now } = this.#context;
    timers.add(Math.max(now, this.#periodic.at(index).nextAt), 0, Timer.period, index, 0);
  }
}
