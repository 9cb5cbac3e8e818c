/**
 * Repeated tasks at work: when a period has come, its run is submitted for its owner, or the owner is told that it
 * gets none. With every submitter down a period waits; it is late then, not lost.
 */
import type { Tick } from "../engine/time.ts";
import { type Context, Timer } from "./context.ts";
import type { Intake } from "./intake.ts";
import { type PeriodicCalls, type PeriodicTask, PeriodicTasks } from "./periodic.ts";
import { Notice, type TemplateId, type TenantId } from "./ports.ts";

export class Repeats implements PeriodicCalls {
  /** Periods that got no run. */
  missed = 0;
  readonly #context: Context;
  readonly #intake: Intake;
  readonly #periodic: PeriodicTasks;

  constructor(context: Context, intake: Intake) {
    this.#context = context;
    this.#intake = intake;
    this.#periodic = new PeriodicTasks(context.spec.control.epoch, this);
  }

  /** A task was submitted by its owner: if it is one that is repeated, its periods begin. */
  begin(tenant: TenantId, template: TemplateId, now: Tick): void {
    const spec = this.#context.templates.specs[template]!;
    if (spec.schedule !== "once") this.#periodic.add(tenant, template, spec, now);
  }

  due(index: number): void {
    this.#periodic.due(index, this.#context.now);
  }

  /** A submitter is there again. */
  resume(): void {
    this.#periodic.resume(this.#context.now);
  }

  /** Nothing is repeated from now on. */
  close(): void {
    this.#periodic.close(this.#context.now);
  }

  canSubmit(): boolean {
    return this.#intake.submitters.anyUp;
  }

  submit({ tenant, template, period }: PeriodicTask): void {
    const node = this.#intake.submitters.next();
    const task = this.#intake.admit(tenant, template, node, period, this.#context.now);
    if (task >= 0) this.#intake.forward(task);
  }

  miss({ tenant, template }: PeriodicTask): void {
    this.missed++;
    this.#intake.refuse(tenant, template, 0, Notice.missedPeriod, 0);
  }

  wakeAt(index: number, at: Tick): void {
    this.#context.timers.add(Math.max(at, this.#context.now), 0, Timer.period, index, 0);
  }
}
