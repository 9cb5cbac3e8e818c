/**
 * What can be seen of the virtual world besides what the scheduler tells its observers: what left for clients, what
 * took place outside, what was written and under whom. For checkers; nobody watches a run that is not checked.
 */
import type { TaskSlot } from "../cluster/ports.ts";
import type { Tick } from "../engine/time.ts";
import type { Steps } from "./front-door.ts";

export interface Watch extends Steps {
  /** Tasks were admitted together, in one step; `parents` are positions among them. */
  admitted(tasks: readonly TaskSlot[], parents: readonly (readonly number[])[]): void;
  /** An owner no longer wants a task of its own that is in flight. */
  cancelled(task: TaskSlot): void;
  /** The effect of the task with this number took place. */
  effect(serial: number, idempotent: boolean): void;
  /** An entry of the log is being applied that needed a leader when it was written, in this term. */
  applied(now: Tick, term: number): void;
  /** The task's row is to be written to the store. */
  saved(task: TaskSlot): void;
}
