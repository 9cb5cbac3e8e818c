/** Writes down what the scheduler decides, in words, while it is asked to. It only watches. */
import { formatId } from "../../cluster/ids.ts";
import { SilentObserver } from "../../cluster/observers.ts";
import {
  Alert,
  type MachineId,
  type NodeId,
  Notice,
  Outcome,
  type StopReason,
  type TaskSlot,
  type TemplateId,
  type TenantId,
  type Token,
} from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import { SECOND, type Tick } from "../../engine/time.ts";
import { submitterName } from "../explain/ways-in.ts";
import { attemptEnds, howItEnded, whyItStops, whyRefused } from "../explain/words.ts";
import type { Decision, DecisionKind } from "../result.ts";

export class Chronicle extends SilentObserver {
  recording = false;
  readonly decisions: Decision[] = [];
  #scheduler!: Scheduler;
  /** What each owner was told last about a task that is about to end. */
  #notice: Notice = Notice.done;
  #refusedTemplate: TemplateId = 0;

  watch(scheduler: Scheduler): this {
    this.#scheduler = scheduler;
    return this;
  }

  override submitted(task: TaskSlot): void {
    this.#note("submitted", task, null, "is taken in");
  }

  override refused(_tenant: TenantId, template: TemplateId): void {
    this.#refusedTemplate = template;
  }

  told(tenant: TenantId, notice: Notice, task: TaskSlot, after: Tick): void {
    this.#notice = notice;
    if (task >= 0 || notice === Notice.missedPeriod || !this.recording) return;
    const { cluster, templates, now } = this.#scheduler;
    const who = `${templates.specs[this.#refusedTemplate]!.class} of ${cluster.tenants[tenant]!.name}`;
    const text = `${who} ${whyRefused(notice, after)}`;
    this.decisions.push({ at: now / SECOND, what: "refused", task: null, machine: null, text });
  }

  override started(task: TaskSlot, machine: MachineId): void {
    this.#note("started", task, machine, `starts on ${this.#machineName(machine)}`);
  }

  stopping(task: TaskSlot, reason: StopReason): void {
    const { tasks, templates } = this.#scheduler;
    const { executionCap } = templates.specs[tasks.template[task]!]!;
    this.#note("stopping", task, tasks.machine[task]!, whyItStops(reason, executionCap));
  }

  override attemptEnded(task: TaskSlot, machine: MachineId, outcome: Outcome): void {
    // What ends well ends the task, and that is a line of its own.
    if (outcome === Outcome.done) return;
    this.#note("attempt-ended", task, machine, `: ${attemptEnds(outcome, this.#machineName(machine))}`);
  }

  fenced(task: TaskSlot, token: Token, machine: MachineId): void {
    const text = `is not trusted any more under token ${token} on ${this.#machineName(machine)}`;
    this.#note("fenced", task, machine, text);
  }

  checkpointed(task: TaskSlot): void {
    this.#note("checkpointed", task, null, "has saved its progress");
  }

  handedOver(task: TaskSlot, from: NodeId, to: NodeId): void {
    this.#note("handed-over", task, null, `goes from ${submitterName(from)} to ${submitterName(to)}`);
  }

  alerted(alert: Alert, subject: number): void {
    const text = this.recording ? this.#fleetText(alert, subject) : null;
    if (text === null) return;
    this.decisions.push({ at: this.#scheduler.now / SECOND, what: "fleet", task: null, machine: null, text });
  }

  override ended(task: TaskSlot): void {
    this.#note("ended", task, null, howItEnded(this.#notice));
  }

  #fleetText(alert: Alert, subject: number): string | null {
    switch (alert) {
      case Alert.machineDown:
        return `${this.#machineName(subject)} is taken for dead`;
      case Alert.machineUp:
        return `${this.#machineName(subject)} is there`;
      case Alert.machineOrdered:
        return `${this.#machineName(subject)} is switched on`;
      case Alert.machineRetired:
        return `${this.#machineName(subject)} is switched off`;
      case Alert.submitterDown:
        return `${submitterName(subject)} is taken for dead`;
      case Alert.submitterUp:
        return `${submitterName(subject)} is there`;
      case Alert.leaderElected:
        return `another manager leads, with term ${subject}`;
      default:
        return null;
    }
  }

  #note(what: DecisionKind, task: TaskSlot, machine: MachineId | null, text: string): void {
    if (!this.recording) return;
    const { tasks, templates, now } = this.#scheduler;
    const id = formatId(tasks.idTime[task]!, tasks.idTail[task]!);
    const name = `${templates.specs[tasks.template[task]!]!.class} ${id}`;
    this.decisions.push({
      at: now / SECOND,
      what,
      task: id,
      machine: machine === null ? null : this.#machineName(machine),
      text: text.startsWith(":") ? `${name}${text}` : `${name} ${text}`,
    });
  }

  #machineName(machine: MachineId): string {
    return this.#scheduler.cluster.machines[machine]!.name;
  }
}
