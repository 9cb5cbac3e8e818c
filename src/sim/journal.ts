/**
 * The journal of a virtual run: a scheduler that writes down whatever it is told before it acts on it, so that any run
 * with any faults can be fed to another scheduler, stopped and gone on with. Only made when somebody asks for it: a
 * record for each input costs more than the input.
 */
import type { Input } from "../cluster/inputs.ts";
import type { Submission, Verdict } from "../cluster/intake.ts";
import type { NodeEvent } from "../cluster/node-events.ts";
import type { MachineId, NodeId, Outcome, TaskSlot, TemplateId, TenantId, Token } from "../cluster/ports.ts";
import { Scheduler, type SchedulerOptions } from "../cluster/scheduler.ts";
import { assert } from "../engine/assert.ts";
import type { Tick } from "../engine/time.ts";

export interface JournalEntry {
  readonly tick: Tick;
  readonly input: Input;
}

/** Where entries go; an array is one. When it is called the scheduler does not know of the entry yet. */
export interface Journal {
  push(entry: JournalEntry): unknown;
}

export class RecordedScheduler extends Scheduler {
  readonly #journal: Journal;
  /** Nothing was told since the last decision: there is nothing to decide. */
  #settled = true;

  constructor(options: SchedulerOptions, journal: Journal) {
    super(options);
    this.#journal = journal;
  }

  override submit(now: Tick, tenant: TenantId, template: TemplateId): TaskSlot {
    this.#write(now, { kind: "submit", tenant, templates: [template], parents: [[]] });
    return super.submit(now, tenant, template);
  }

  override submitJob(
    now: Tick,
    tenant: TenantId,
    templates: readonly TemplateId[],
    parents: readonly (readonly number[])[],
    slots: TaskSlot[],
  ): boolean {
    assert(templates.length > 1, "a job of one task is submitted as a task");
    this.#write(now, { kind: "submit", tenant, templates, parents });
    return super.submitJob(now, tenant, templates, parents, slots);
  }

  override nextLimiter(now: Tick): NodeId {
    this.#write(now, { kind: "limiter-turn" });
    return super.nextLimiter(now);
  }

  override nextSubmitter(now: Tick): NodeId {
    this.#write(now, { kind: "submitter-turn" });
    return super.nextSubmitter(now);
  }

  override limit(now: Tick, node: NodeId, tenant: TenantId, template: TemplateId, tasks: number): boolean {
    this.#write(now, { kind: "limit", node, tenant, template, tasks });
    return super.limit(now, node, tenant, template, tasks);
  }

  override accept(now: Tick, node: NodeId, submission: Submission, slots: TaskSlot[]): Verdict {
    const { tenant, templates, parents, key, payload, sentAt } = submission;
    const told = { tenant, templates, parents, key, payload, sentAt };
    this.#write(now, { kind: "accept", node, submission: told });
    return super.accept(now, node, submission, slots);
  }

  override unavailable(now: Tick, tenant: TenantId, template: TemplateId, tasks: number): void {
    this.#write(now, { kind: "unavailable", tenant, template, tasks });
    super.unavailable(now, tenant, template, tasks);
  }

  override malformed(now: Tick, tenant: TenantId, template: TemplateId): void {
    this.#write(now, { kind: "malformed", tenant, template });
    super.malformed(now, tenant, template);
  }

  override forward(now: Tick, task: TaskSlot): void {
    this.#write(now, { kind: "forward", task });
    super.forward(now, task);
  }

  override cancel(now: Tick, task: TaskSlot): void {
    this.#write(now, { kind: "cancel", task });
    super.cancel(now, task);
  }

  override attemptConfirmed(now: Tick, task: TaskSlot, token: Token): void {
    this.#write(now, { kind: "confirmed", task, token });
    super.attemptConfirmed(now, task, token);
  }

  override attemptEnded(now: Tick, task: TaskSlot, token: Token, outcome: Outcome): boolean {
    this.#write(now, { kind: "ended", task, token, outcome });
    return super.attemptEnded(now, task, token, outcome);
  }

  override checkpointed(now: Tick, task: TaskSlot, token: Token, progress: Tick): void {
    this.#write(now, { kind: "checkpointed", task, token, progress });
    super.checkpointed(now, task, token, progress);
  }

  override checkpointLost(now: Tick, task: TaskSlot, token: Token, progress: Tick): void {
    this.#write(now, { kind: "checkpoint-lost", task, token, progress });
    super.checkpointLost(now, task, token, progress);
  }

  override overused(now: Tick, task: TaskSlot, token: Token): void {
    this.#write(now, { kind: "overused", task, token });
    super.overused(now, task, token);
  }

  override redelivered(now: Tick, task: TaskSlot, token: Token): void {
    this.#write(now, { kind: "redelivered", task, token });
    super.redelivered(now, task, token);
  }

  override machineSilent(now: Tick, machine: MachineId): void {
    this.#write(now, { kind: "machine-silent", machine });
    super.machineSilent(now, machine);
  }

  override machineHeard(now: Tick, machine: MachineId): void {
    this.#write(now, { kind: "machine-heard", machine });
    super.machineHeard(now, machine);
  }

  override machineDown(now: Tick, machine: MachineId): void {
    this.#write(now, { kind: "machine-down", machine });
    super.machineDown(now, machine);
  }

  override machineUp(now: Tick, machine: MachineId): void {
    this.#write(now, { kind: "machine-up", machine });
    super.machineUp(now, machine);
  }

  override submitterSilent(now: Tick, node: NodeId): void {
    this.#write(now, { kind: "submitter-silent", node });
    super.submitterSilent(now, node);
  }

  override submitterDown(now: Tick, node: NodeId): void {
    this.#write(now, { kind: "submitter-down", node });
    super.submitterDown(now, node);
  }

  override submitterUp(now: Tick, node: NodeId): void {
    this.#write(now, { kind: "submitter-up", node });
    super.submitterUp(now, node);
  }

  override limiterDown(now: Tick, node: NodeId): void {
    this.#write(now, { kind: "limiter-down", node });
    super.limiterDown(now, node);
  }

  override limiterUp(now: Tick, node: NodeId): void {
    this.#write(now, { kind: "limiter-up", node });
    super.limiterUp(now, node);
  }

  override befalls(now: Tick, event: NodeEvent): void {
    this.#write(now, event);
    super.befalls(now, event);
  }

  override leaderLost(now: Tick): void {
    this.#write(now, { kind: "leader-lost" });
    super.leaderLost(now);
  }

  override lead(now: Tick, term: number): void {
    this.#write(now, { kind: "lead", term });
    super.lead(now, term);
  }

  override close(now: Tick): void {
    this.#write(now, { kind: "close" });
    super.close(now);
  }

  override wake(now: Tick): void {
    this.#write(now, { kind: "wake" });
    super.wake(now);
  }

  override settle(now: Tick): void {
    if (this.#settled) return;
    this.#write(now, { kind: "settle" });
    this.#settled = true;
    super.settle(now);
  }

  #write(tick: Tick, input: Input): void {
    this.#settled = false;
    this.#journal.push({ tick, input });
  }
}
