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

/** Of some of them, those that listen to one thing. */
type Listeners = { readonly [Method in keyof Observer]-?: readonly Pick<Required<Observer>, Method>[] };

/** Tells each of them what it wants to know, in their order. Who listens to what is asked once. */
export class Tee implements Observer {
  readonly #to: Listeners;

  constructor(observers: readonly Partial<Observer>[]) {
    const of = <Method extends keyof Observer>(method: Method) =>
      observers.filter((observer) => observer[method] !== undefined) as unknown as Listeners[Method];
    this.#to = {
      submitted: of("submitted"),
      refused: of("refused"),
      ready: of("ready"),
      started: of("started"),
      stopping: of("stopping"),
      attemptEnded: of("attemptEnded"),
      waitsAgain: of("waitsAgain"),
      fenced: of("fenced"),
      unfenced: of("unfenced"),
      checkpointed: of("checkpointed"),
      promoted: of("promoted"),
      handedOver: of("handedOver"),
      ended: of("ended"),
      told: of("told"),
      alerted: of("alerted"),
      fleetChanged: of("fleetChanged"),
      settled: of("settled"),
    };
  }

  submitted(task: TaskSlot): void {
    for (const observer of this.#to.submitted) observer.submitted(task);
  }
  refused(tenant: TenantId, template: TemplateId): void {
    for (const observer of this.#to.refused) observer.refused(tenant, template);
  }
  ready(task: TaskSlot): void {
    for (const observer of this.#to.ready) observer.ready(task);
  }
  started(task: TaskSlot, machine: MachineId): void {
    for (const observer of this.#to.started) observer.started(task, machine);
  }
  stopping(task: TaskSlot, reason: StopReason): void {
    for (const observer of this.#to.stopping) observer.stopping(task, reason);
  }
  attemptEnded(task: TaskSlot, machine: MachineId, outcome: Outcome): void {
    for (const observer of this.#to.attemptEnded) observer.attemptEnded(task, machine, outcome);
  }
  waitsAgain(task: TaskSlot, why: Again, from: Tick): void {
    for (const observer of this.#to.waitsAgain) observer.waitsAgain(task, why, from);
  }
  fenced(task: TaskSlot, token: Token, machine: MachineId): void {
    for (const observer of this.#to.fenced) observer.fenced(task, token, machine);
  }
  unfenced(machine: MachineId): void {
    for (const observer of this.#to.unfenced) observer.unfenced(machine);
  }
  checkpointed(task: TaskSlot): void {
    for (const observer of this.#to.checkpointed) observer.checkpointed(task);
  }
  promoted(task: TaskSlot): void {
    for (const observer of this.#to.promoted) observer.promoted(task);
  }
  handedOver(task: TaskSlot, from: NodeId, to: NodeId): void {
    for (const observer of this.#to.handedOver) observer.handedOver(task, from, to);
  }
  ended(task: TaskSlot): void {
    for (const observer of this.#to.ended) observer.ended(task);
  }
  told(tenant: TenantId, notice: Notice, task: TaskSlot): void {
    for (const observer of this.#to.told) observer.told(tenant, notice, task);
  }
  alerted(alert: Alert, subject: number): void {
    for (const observer of this.#to.alerted) observer.alerted(alert, subject);
  }
  fleetChanged(): void {
    for (const observer of this.#to.fleetChanged) observer.fleetChanged();
  }
  settled(): void {
    for (const observer of this.#to.settled) observer.settled();
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
