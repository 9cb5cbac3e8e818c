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
/** A submitter, a limiter node or a replica of the cluster manager: a number within its kind. */
export type NodeId = number;
export type TenantId = number;
export type TemplateId = number;

/** How an attempt ended, as the world reports it. `refused`: the machine did not take it. */
export const Outcome = { done: 0, failed: 1, stopped: 2, lost: 3, refused: 4 } as const;
export type Outcome = (typeof Outcome)[keyof typeof Outcome];

/**
 * Why an attempt is to end early. `paused`: it gives way and goes on later from its checkpoint. `fenced`: the task
 * was given to another attempt, because this one was not heard of for too long.
 */
export const StopReason = { capped: 1, cancelled: 2, paused: 3, overused: 4, fenced: 5 } as const;
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
  /** It took more than it had asked for, and was stopped. */
  overused: 10,
  /** It could not start within the longest wait: try again. */
  tryAgain: 11,
  /** Refused: it could not be started in time. */
  hopeless: 12,
  /** A period of a periodic task gets no run. */
  missedPeriod: 13,
  /** Refused: the key was used before, for something else. */
  keyConflict: 14,
  /** A task that it depended on did not end well. */
  parentFailed: 15,
  /** Refused: not a task. */
  malformed: 16,
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
  /** It has not been heard of, and is not given up yet. */
  machineMissing: 7,
  machineUnused: 8,
  limiterDown: 9,
  limiterUp: 10,
  /** Nobody leads: nothing is scheduled. */
  leaderLost: 11,
  leaderElected: 12,
  machineOrdered: 13,
  machineRetired: 14,
  /** Machine after machine died under the task. */
  deadlyTask: 15,
} as const;
export type Alert = (typeof Alert)[keyof typeof Alert];

/** Why a task waits again. */
export const Again = {
  failed: 0,
  machineLost: 1,
  refused: 2,
  paused: 3,
  unconfirmed: 4,
} as const;
export type Again = (typeof Again)[keyof typeof Again];

/** All the scheduler may ask of a world. Answers come back as inputs, never from inside these calls. */
export interface Effects {
  /** Run the task on the machine. Answers: attemptConfirmed where confirmation is asked for, and attemptEnded. */
  start(task: TaskSlot, token: Token, machine: MachineId): void;
  /** End the attempt early. Answer: attemptEnded; until then its resources stay reserved. */
  stop(task: TaskSlot, token: Token, machine: MachineId, reason: StopReason): void;
  /** Make the task's present state durable before anything else of this instant leaves. Absent where it always is. */
  save?(task: TaskSlot): void;
  /** `task` is -1 where the notice is about a submission that was refused; `after` is when to try again, or 0. */
  tell(tenant: TenantId, notice: Notice, task: TaskSlot, after: Tick): void;
  alert(alert: Alert, subject: number): void;
  /** Switch a machine on or off. Answer: machineUp once it has booted; none when it goes off. */
  power(machine: MachineId, on: boolean): void;
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
  refused(tenant: TenantId, template: TemplateId, why: Notice): void;
  /** All its dependencies are done and it waits for a machine. */
  ready?(task: TaskSlot): void;
  started?(task: TaskSlot, machine: MachineId): void;
  /** It was asked to end its present attempt. */
  stopping?(task: TaskSlot, reason: StopReason): void;
  /** An attempt gave its machine back; the task may be tried again. */
  attemptEnded?(task: TaskSlot, machine: MachineId, outcome: Outcome): void;
  /** The task waits for another attempt, which may begin at `from`. */
  waitsAgain?(task: TaskSlot, why: Again, from: Tick): void;
  /** The present attempt is no longer trusted; what it held on the machine is not given away before it is known to be gone. */
  fenced?(task: TaskSlot, token: Token, machine: MachineId): void;
  /** A fenced attempt is known to be gone: what it held is free. */
  unfenced?(machine: MachineId): void;
  /** Progress of the present attempt was saved. */
  checkpointed?(task: TaskSlot): void;
  /** Its limit is near: it moved to the urgent lane. */
  promoted?(task: TaskSlot): void;
  /** A dead submitter's task went over to another. */
  handedOver?(task: TaskSlot, from: NodeId, to: NodeId): void;
  /** It could not start for as long as a task may wait, and ends now. */
  expired?(task: TaskSlot): void;
  /** The task has reached its final status. Its slot is reused after this call. */
  ended(task: TaskSlot): void;
  /** `task` and `after` as in Effects. */
  told?(tenant: TenantId, notice: Notice, task: TaskSlot, after: Tick): void;
  alerted?(alert: Alert, subject: number): void;
  /** A machine went down or came up. */
  fleetChanged(): void;
  /** The decisions of this instant are taken: levels (waiting, used) hold from here to the next call. */
  settled(): void;
}
