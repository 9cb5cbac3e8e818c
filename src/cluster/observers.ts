/** Observers to build on: one that hears everything and does nothing, and several as one. */

import type { Tick } from "../engine/time.ts";
import type {
  Again,
  Alert,
  MachineId,
  NodeId,
  Notice,
  Observer,
  Outcome,
  StopReason,
  TaskSlot,
  TemplateId,
  TenantId,
  Token,
} from "./ports.ts";

/** Tells each of them, in their order. */
export class Tee implements Observer {
  readonly #observers: readonly Observer[];

  constructor(observers: readonly Observer[]) {
    this.#observers = observers;
  }

  submitted(task: TaskSlot): void {
    for (const observer of this.#observers) observer.submitted(task);
  }
  refused(tenant: TenantId, template: TemplateId): void {
    for (const observer of this.#observers) observer.refused(tenant, template);
  }
  ready(task: TaskSlot): void {
    for (const observer of this.#observers) observer.ready?.(task);
  }
  started(task: TaskSlot, machine: MachineId): void {
    for (const observer of this.#observers) observer.started?.(task, machine);
  }
  stopping(task: TaskSlot, reason: StopReason): void {
    for (const observer of this.#observers) observer.stopping?.(task, reason);
  }
  attemptEnded(task: TaskSlot, machine: MachineId, outcome: Outcome): void {
    for (const observer of this.#observers) observer.attemptEnded?.(task, machine, outcome);
  }
  waitsAgain(task: TaskSlot, why: Again, from: Tick): void {
    for (const observer of this.#observers) observer.waitsAgain?.(task, why, from);
  }
  fenced(task: TaskSlot, token: Token, machine: MachineId): void {
    for (const observer of this.#observers) observer.fenced?.(task, token, machine);
  }
  unfenced(machine: MachineId): void {
    for (const observer of this.#observers) observer.unfenced?.(machine);
  }
  checkpointed(task: TaskSlot): void {
    for (const observer of this.#observers) observer.checkpointed?.(task);
  }
  promoted(task: TaskSlot): void {
    for (const observer of this.#observers) observer.promoted?.(task);
  }
  handedOver(task: TaskSlot, from: NodeId, to: NodeId): void {
    for (const observer of this.#observers) observer.handedOver?.(task, from, to);
  }
  told(tenant: TenantId, notice: Notice, task: TaskSlot): void {
    for (const observer of this.#observers) observer.told?.(tenant, notice, task);
  }
  alerted(alert: Alert, subject: number): void {
    for (const observer of this.#observers) observer.alerted?.(alert, subject);
  }
  ended(task: TaskSlot): void {
    for (const observer of this.#observers) observer.ended(task);
  }
  fleetChanged(): void {
    for (const observer of this.#observers) observer.fleetChanged();
  }
  settled(): void {
    for (const observer of this.#observers) observer.settled();
  }
}

/** Those who want to know of a few things extend this and override them. */
export class SilentObserver implements Observer {
  submitted(_task: TaskSlot): void {}
  refused(_tenant: TenantId, _template: TemplateId): void {}
  ready(_task: TaskSlot): void {}
  started(_task: TaskSlot, _machine: MachineId): void {}
  attemptEnded(_task: TaskSlot, _machine: MachineId, _outcome: Outcome): void {}
  ended(_task: TaskSlot): void {}
  fleetChanged(): void {}
  settled(): void {}
}
