/** Observers to build on: one that hears everything and does nothing, and several as one. */

import type { Tick } from "../engine/time.ts";
import type { MachineId, Observer, Outcome, TaskSlot, TemplateId, TenantId } from "./ports.ts";

/** Tells each of them, in their order. */
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

/** Those who want to know of a few things extend this and override them. */
export class SilentObserver implements Observer {
  submitted(_now: Tick, _task: TaskSlot): void {}
  refused(_now: Tick, _tenant: TenantId, _template: TemplateId): void {}
  ready(_now: Tick, _task: TaskSlot): void {}
  started(_now: Tick, _task: TaskSlot, _machine: MachineId): void {}
  attemptEnded(_now: Tick, _task: TaskSlot, _machine: MachineId, _outcome: Outcome): void {}
  ended(_now: Tick, _task: TaskSlot): void {}
  fleetChanged(_now: Tick): void {}
  settled(_now: Tick): void {}
}
