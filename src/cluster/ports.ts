/**
 * The seam between the scheduler and a world. Everything the scheduler may ask goes out through Effects, which
 * return nothing; answers come back later as inputs of the Scheduler. An Observer is told of what happened and may
 * not answer at all.
 */
import type { Tick } from "../engine/time.ts";

/** A task in flight: its place in the task table. Reused after the task has ended. */
export type TaskSlot = number;
/** Grows with each start out of one slot; with the slot it names an attempt for ever. A report under an old token is refused. */
export type Token = number;
export type MachineId = number;
export type TenantId = number;
export type TemplateId = number;

/** How an attempt ended, as the world reports it. */
export const Outcome = { done: 0, failed: 1, stopped: 2, lost: 3 } as const;
export type Outcome = (typeof Outcome)[keyof typeof Outcome];

export const StopReason = { capped: 1, cancelled: 2 } as const;
export type StopReason = (typeof StopReason)[keyof typeof StopReason];

/** What a tenant is told. */
export const Notice = {
  accepted: 0,
  limitExceeded: 1,
  cyclicDependencies: 2,
  late: 3,
  done: 4,
  failed: 5,
  capped: 6,
  deadLettered: 7,
  cancelled: 8,
  unavailable: 9,
} as const;
export type Notice = (typeof Notice)[keyof typeof Notice];

/** What operators are told. */
export const Alert = {
  machineDown: 0,
  machineUp: 1,
  peakBegins: 2,
  peakEnds: 3,
  deadLetter: 4,
  submitterDown: 5,
  submitterUp: 6,
} as const;
export type Alert = (typeof Alert)[keyof typeof Alert];

/** All the scheduler may ask of a world. Answers come back as inputs, never from inside these calls. */
export interface Effects {
  /** Run the task on the machine. Answer: attemptEnded. */
  start(task: TaskSlot, token: Token, machine: MachineId): void;
  /** End the attempt early. Answer: attemptEnded; until then its resources stay reserved. */
  stop(task: TaskSlot, token: Token, reason: StopReason): void;
  /** Make the task's present state durable before anything else of this instant leaves. Absent where it always is. */
  save?(task: TaskSlot): void;
  /** `task` is -1 where the notice is about a submission that was refused; `after` is when to try again, or 0. */
  tell(tenant: TenantId, notice: Notice, task: TaskSlot, after: Tick): void;
  alert(alert: Alert, subject: number): void;
  /** Call wake() at that time. A later call for an earlier time replaces it. */
  wakeAt(at: Tick): void;
}

/**
 * Told of every change of state, for statistics, timelines and checkers. Reads the scheduler's tables and its time;
 * changes nothing. What an observer leaves out is not called: a call that does nothing costs 5 ns, and there are
 * several for each task.
 */
export interface Observer {
  submitted(task: TaskSlot): void;
  refused(tenant: TenantId, template: TemplateId): void;
  /** All its dependencies are done and it waits for a machine. */
  ready?(task: TaskSlot): void;
  started?(task: TaskSlot, machine: MachineId): void;
  /** An attempt gave its machine back; the task may be tried again. */
  attemptEnded?(task: TaskSlot, machine: MachineId, outcome: Outcome): void;
  /** The task has reached its final status. Its slot is reused after this call. */
  ended(task: TaskSlot): void;
  /** A machine went down or came up. */
  fleetChanged(): void;
  /** The decisions of this instant are taken: levels (waiting, used) hold from here to the next call. */
  settled(): void;
}
