/**
 * What can be seen of the virtual world besides what the scheduler tells its observers: what left for clients, what
 * took place outside, what was written and under whom. For checkers; nobody watches a run that is not checked.
 */
import type { TaskSlot, TenantId } from "../cluster/ports.ts";
import type { Tick } from "../engine/time.ts";

export interface Watch {
  /** A limiter node let tasks pass. */
  passed(tenant: TenantId, tasks: number): void;
  /** Tasks were admitted together; `parents` are positions among them. `key` is 0 where submissions take no steps. */
  admitted(key: number, tasks: readonly TaskSlot[], parents: readonly (readonly number[])[]): void;
  /** The answer that a submission was accepted is on its way to its client. */
  acknowledged(key: number): void;
  /** An owner no longer wants a task of its own that is in flight. */
  cancelled(task: TaskSlot): void;
  /** The effect of the task with this number took place. */
  effect(serial: number, idempotent: boolean): void;
  /** An entry of the log is being applied that needed a leader when it was written, in this term. */
  applied(now: Tick, term: number): void;
  /** The task's row is to be written to the store. */
  saved(task: TaskSlot): void;
}
