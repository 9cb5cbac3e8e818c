/** Several observers as one, told in their order. */

import type { Tick } from "../engine/time.ts";
import type { MachineId, Observer, Outcome, TaskSlot, TemplateId, TenantId } from "./ports.ts";

export class Tee implements Observer {
  readonly #observers: readonly Observer[];

  constructor(observers: readonly Observer[]) {
    this.#observers = observers;
  }

  submitted(now: Tick, task: TaskSlot): void {
    for (const observer of this.#observers) observer.submitted(now, task);
  }
  refused(now: Tick, tenant: TenantId, template: TemplateId): void {
    for (const observer of this.#observers) observer.refused(now, tenant, template);
  }
  ready(now: Tick, task: TaskSlot): void {
    for (const observer of this.#observers) observer.ready(now, task);
  }
  started(now: Tick, task: TaskSlot, machine: MachineId): void {
    for (const observer of this.#observers) observer.started(now, task, machine);
  }
  attemptEnded(now: Tick, task: TaskSlot, machine: MachineId, outcome: Outcome): void {
    for (const observer of this.#observers) observer.attemptEnded(now, task, machine, outcome);
  }
  ended(now: Tick, task: TaskSlot): void {
    for (const observer of this.#observers) observer.ended(now, task);
  }
  fleetChanged(now: Tick): void {
    for (const observer of this.#observers) observer.fleetChanged(now);
  }
  settled(now: Tick): void {
    for (const observer of this.#observers) observer.settled(now);
  }
}
