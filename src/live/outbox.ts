/**
 * The scheduler's effects, collected during a round instead of carried out. Nothing in here has left: the driver
 * commits it first. Slots are reused within a round, so everything is put down under the task's own id at once.
 */

import type {
  Alert,
  Effects,
  MachineId,
  Notice,
  StopReason,
  TaskSlot,
  TenantId,
  Token,
} from "../cluster/ports.ts";
import { Alert as Alerts, StopReason as StopReasons } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import { Status } from "../cluster/tasks.ts";
import { assert } from "../engine/assert.ts";
import { NEVER, type Tick } from "../engine/time.ts";
import { alertName, type Decision, noticeName, stopReasonName } from "./decisions.ts";
import { type AttemptName, attemptKey } from "./protocol.ts";
import { idOf, type TaskRow, taskRow } from "./task-row.ts";

/** A task is done: its effect, which the store takes once. */
export interface EffectRow {
  readonly key: string;
  readonly token: Token;
  readonly tick: Tick;
}

/** An attempt that was told to stop because another took its place. */
export interface FencedOrder extends AttemptName {
  readonly machine: MachineId;
  readonly slot: TaskSlot;
}

/** What a round has to make durable before any of it may leave. */
export interface RoundOutput {
  readonly decisions: Decision[];
  readonly saves: TaskRow[];
  readonly effects: EffectRow[];
}

export class Outbox implements Effects {
  /** When the scheduler wants to be woken. */
  wake: Tick = NEVER;
  /** The tasks in flight by id: reports name them so, because a slot may belong to another task by now. */
  readonly slots = new Map<string, TaskSlot>();
  /** Attempts that were given up and may still run, by task and token: their tasks may have ended meanwhile. */
  readonly fenced = new Map<string, FencedOrder>();
  /** Machines that the scheduler has switched off; those that it has switched on and not heard of since, and when they are up. */
  readonly off = new Set<MachineId>();
  readonly booting = new Map<MachineId, Tick>();
  decisions: Decision[] = [];
  #saves = new Map<string, TaskRow>();
  #effects: EffectRow[] = [];
  #scheduler: Scheduler | null = null;
  readonly #bootsAfter: Tick;

  constructor(bootsAfter: Tick) {
    this.#bootsAfter = bootsAfter;
  }

  /** The scheduler is made after its effects, and its tables are read here. */
  attach(scheduler: Scheduler): void {
    this.#scheduler = scheduler;
  }

  /** Hands over what has gathered and begins anew. */
  take(): RoundOutput {
    const output = { decisions: this.decisions, saves: [...this.#saves.values()], effects: this.#effects };
    this.decisions = [];
    this.#saves = new Map();
    this.#effects = [];
    return output;
  }

  /** Where a task is that an attempt belongs to; undefined when the scheduler has no use for news of it. */
  slotOf(task: string, token: Token): TaskSlot | undefined {
    return this.slots.get(task) ?? this.fenced.get(attemptKey({ task, token }))?.slot;
  }

  attemptEnded(name: AttemptName): void {
    this.fenced.delete(attemptKey(name));
  }

  start(task: TaskSlot, token: Token, machine: MachineId): void {
    this.#add("start", this.#id(task), token, machine, "", 0);
  }

  stop(task: TaskSlot, token: Token, machine: MachineId, reason: StopReason): void {
    const id = this.#id(task);
    if (reason === StopReasons.fenced)
      this.fenced.set(attemptKey({ task: id, token }), { task: id, token, machine, slot: task });
    this.#add("stop", id, token, machine, stopReasonName(reason), 0);
  }

  save(task: TaskSlot): void {
    const row = taskRow(this.#tables, task);
    const status = this.#tables.tasks.status[task]!;
    this.#saves.set(row.id, row);
    if (status < Status.done) this.slots.set(row.id, task);
    else this.slots.delete(row.id);
    if (status === Status.done)
      this.#effects.push({ key: row.idempotencyKey, token: row.token, tick: this.#tables.now });
  }

  tell(tenant: TenantId, notice: Notice, task: TaskSlot, after: Tick): void {
    const id = task < 0 ? null : this.#id(task);
    this.#add("tell", id, null, tenant, noticeName(notice), after === NEVER ? null : after);
  }

  alert(alert: Alert, subject: number): void {
    const aboutTask = alert === Alerts.deadLetter || alert === Alerts.deadlyTask;
    this.#add(
      "alert",
      aboutTask ? this.#id(subject) : null,
      null,
      aboutTask ? 0 : subject,
      alertName(alert),
      0,
    );
  }

  /** Hosts stay on; a machine is switched by taking part or not, and takes as long to come up as the scenario says. */
  power(machine: MachineId, on: boolean): void {
    if (on) this.booting.set(machine, this.#tables.now + this.#bootsAfter);
    if (on) this.off.delete(machine);
    else this.off.add(machine);
  }

  wakeAt(at: Tick): void {
    this.wake = at;
  }

  #add(
    kind: Decision["kind"],
    task: string | null,
    token: Token | null,
    subject: number,
    what: string,
    after: Tick | null,
  ): void {
    this.decisions.push({ kind, task, token, subject, what, after });
  }

  #id(task: TaskSlot): string {
    return idOf(this.#tables, task);
  }

  get #tables(): Scheduler {
    assert(this.#scheduler !== null, "effects come from a scheduler");
    return this.#scheduler;
  }
}
