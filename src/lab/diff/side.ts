/** One of the two runs that are compared: how to make it, and who a task of it is under any policy. */
import type { Policy } from "../../cluster/policy.ts";
import type { Observer, TaskSlot } from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import type { Scenario } from "../../scenario/model.ts";
import type { World } from "../../sim/world.ts";
import { Replica } from "../replica.ts";

export interface Side {
  readonly report: string;
  readonly name: string;
  readonly scenario: Scenario;
  /** A fresh one for each run. */
  readonly policy: () => Policy;
  readonly seed: number;
}

export function sideReplica(
  { scenario, policy, seed }: Side,
  observer: (scheduler: Scheduler) => Observer,
): Replica {
  return new Replica({ scenario, policy: policy(), seed, replication: 0, observers: [observer] });
}

/** The same text for the same task in both runs. Known from the moment it is accepted, before anything is decided. */
export function identity({ clients, scheduler }: World, task: TaskSlot): string {
  const { source, ordinal } = clients.originOf(task);
  return `${source}:${ordinal}:${scheduler.tasks.template[task]}`;
}
