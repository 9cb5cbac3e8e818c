/** One run of a scenario in this process, and everything about it that a sentence could claim. */
import { readFileSync } from "node:fs";
import { SilentObserver } from "../../src/cluster/observers.ts";
import type { Again, Alert, Notice, TaskSlot } from "../../src/cluster/ports.ts";
import type { Scheduler } from "../../src/cluster/scheduler.ts";
import { SECOND } from "../../src/engine/time.ts";
import { Replica, type ReplicaResult } from "../../src/lab/replica.ts";
import { loadScenario } from "../../src/scenario/load.ts";
import type { Scenario } from "../../src/scenario/model.ts";
import { parseOverride } from "../../src/scenario/overrides.ts";
import { renderProblems } from "../../src/scenario/problems.ts";
import type { World } from "../../src/sim/world.ts";
import { catalogue } from "./scenario.ts";

export interface Watched {
  readonly scenario: Scenario;
  readonly world: World;
  readonly result: ReplicaResult;
  readonly seen: Seen;
  /** Of all tasks, or of a group such as "class:order". */
  metric(name: string, group?: string): number;
  /** The share of a tenant's starts that were in this datacenter. */
  started(tenant: string, datacenter: string): number;
}

/** `set` changes fields, as --set does: "faults=[]". */
export function watch(path: string, set: readonly string[] = []): Watched {
  const text = readFileSync(`scenarios/${path}.json`, "utf8");
  const overrides = set.map((change) => {
    const parsed = parseOverride(change);
    if (!parsed.ok) throw new Error(`${change} is not a change`);
    return parsed.override;
  });
  const loaded = loadScenario(text, { policies: catalogue, overrides });
  if (!loaded.ok) throw new Error(renderProblems(path, loaded.problems));
  const { scenario } = loaded;
  let seen!: Seen;
  const replica = new Replica({
    scenario,
    policy: catalogue.make(scenario.policy),
    seed: scenario.seed,
    replication: 0,
    observers: [
      (scheduler) => {
        seen = new Seen(scheduler);
        return seen;
      },
    ],
  });
  while (replica.advance(Number.MAX_SAFE_INTEGER));
  const result = replica.result();
  const { tenants, machines } = scenario.cluster;
  return {
    scenario,
    world: replica.world,
    result,
    seen,
    metric: (name, group = "all") => {
      const value = result.metrics[group]?.[name];
      if (value === undefined) throw new Error(`no ${name} of ${group}`);
      return value;
    },
    started: (tenant, datacenter) => {
      const starts = seen.starts.filter((start) => tenants[start.tenant]!.name === tenant);
      const there = starts.filter(({ machine }) => machines[machine]!.datacenter === datacenter);
      return there.length / starts.length;
    },
  };
}

/** What an observer hears in the course of a run. */
export class Seen extends SilentObserver {
  readonly notices = new Map<Notice, number>();
  readonly alerts = new Map<Alert, number>();
  readonly again = new Map<Again, number>();
  /** Ids in the order in which each node gave them out. */
  readonly ids: { readonly node: number; readonly time: number; readonly tail: number }[] = [];
  /** When the task of each id was taken in, in seconds. */
  readonly submittedAt: number[] = [];
  /** When tasks of each tenant were taken in, in seconds. */
  readonly admissions: number[][] = [];
  readonly starts: { readonly tenant: number; readonly machine: number }[] = [];
  handOvers = 0;
  fencedAttempts = 0;
  checkpoints = 0;
  /** A task went back to nothing, because what had been saved cannot be read. */
  beganAnew = 0;
  /** An attempt began where another had been saved. */
  resumed = 0;
  /** A task started before all that it waits for was done. */
  tooEarly = 0;
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    super();
    this.#scheduler = scheduler;
  }

  override submitted(task: TaskSlot): void {
    const { tasks, now } = this.#scheduler;
    this.ids.push({ node: tasks.node[task]!, time: tasks.idTime[task]!, tail: tasks.idTail[task]! });
    this.submittedAt.push(now / SECOND);
    const tenant = tasks.tenant[task]!;
    while (this.admissions.length <= tenant) this.admissions.push([]);
    this.admissions[tenant]!.push(now / SECOND);
  }
  override started(task: TaskSlot, machine: number): void {
    const { tasks } = this.#scheduler;
    this.starts.push({ tenant: tasks.tenant[task]!, machine });
    if (tasks.progress[task]! > 0) this.resumed++;
    if (tasks.pendingParents[task]! > 0) this.tooEarly++;
  }
  told(_tenant: number, notice: Notice): void {
    count(this.notices, notice);
  }
  alerted(alert: Alert): void {
    count(this.alerts, alert);
  }
  waitsAgain(_task: TaskSlot, why: Again): void {
    count(this.again, why);
  }
  handedOver(): void {
    this.handOvers++;
  }
  fenced(): void {
    this.fencedAttempts++;
  }
  checkpointed(task: TaskSlot): void {
    if (this.#scheduler.tasks.progress[task] === 0) this.beganAnew++;
    else this.checkpoints++;
  }
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
