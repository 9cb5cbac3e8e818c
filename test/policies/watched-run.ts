/** A run in the virtual world in which every start can be questioned: who else was waiting, and would it have fitted? */
import { SilentObserver } from "../../src/cluster/observers.ts";
import { LANES, type Lane, type PolicyParameters } from "../../src/cluster/policy.ts";
import type { TaskSlot } from "../../src/cluster/ports.ts";
import type { Scheduler } from "../../src/cluster/scheduler.ts";
import type { TemplateSpec } from "../../src/cluster/spec.ts";
import type { Tick } from "../../src/engine/time.ts";
import { Replica, type ReplicaResult } from "../../src/lab/replica.ts";
import { catalogue, scenario } from "../support/scenario.ts";

export interface Start {
  readonly now: Tick;
  readonly task: TaskSlot;
  /** The ready tasks that were passed over, in the order in which they became ready. */
  readonly others: readonly TaskSlot[];
  /** Of `others`, those that were ready before it. */
  readonly earlier: readonly TaskSlot[];
}

/** Knows which tasks are ready and waiting; asks `check` about each start. */
export class Watch extends SilentObserver {
  readonly scheduler: Scheduler;
  readonly waiting: TaskSlot[] = [];
  readonly #check: (start: Start, watch: Watch) => void;
  readonly #settled: (watch: Watch) => void;

  constructor(
    scheduler: Scheduler,
    check: (start: Start, watch: Watch) => void,
    settled: (watch: Watch) => void,
  ) {
    super();
    this.scheduler = scheduler;
    this.#check = check;
    this.#settled = settled;
  }

  override ready(task: TaskSlot): void {
    this.waiting.push(task);
  }

  override started(task: TaskSlot): void {
    const { now } = this.scheduler;
    const place = this.waiting.indexOf(task);
    const earlier = this.waiting.slice(0, place);
    this.waiting.splice(place, 1);
    this.#check({ now, task, others: [...this.waiting], earlier }, this);
  }

  override ended(task: TaskSlot): void {
    const place = this.waiting.indexOf(task);
    if (place >= 0) this.waiting.splice(place, 1);
  }

  override settled(): void {
    this.#settled(this);
  }

  spec(task: TaskSlot): TemplateSpec {
    return this.scheduler.templates.specs[this.scheduler.tasks.template[task]!]!;
  }

  submittedAt(task: TaskSlot): Tick {
    return this.scheduler.tasks.submittedAt[task]!;
  }

  /** When it is late if it has not started. */
  limit(task: TaskSlot): Tick {
    return this.submittedAt(task) + this.spec(task).delayTolerance;
  }

  /** undefined while it waits to be put into the queue. */
  lane(task: TaskSlot): Lane | undefined {
    return LANES[this.scheduler.tasks.lane[task]!];
  }

  priority(task: TaskSlot): number {
    const { plans, tenants } = this.scheduler.cluster;
    return plans[tenants[this.scheduler.tasks.tenant[task]!]!.plan]!.priority;
  }

  /** Some machine has room for it even now, after the start. Then it had before, too. */
  fits(task: TaskSlot): boolean {
    const { fleet, templates, tasks } = this.scheduler;
    const shape = templates.shapes[tasks.template[task]!]!;
    for (let machine = 0; machine < fleet.count; machine++) if (fleet.fits(machine, shape)) return true;
    return false;
  }
}

export function watchedRun(
  file: object,
  policy: string,
  check: (start: Start, watch: Watch) => void,
  options: { readonly parameters?: PolicyParameters; readonly settled?: (watch: Watch) => void } = {},
): ReplicaResult {
  const read = scenario(file);
  const replica = new Replica({
    scenario: read,
    policy: catalogue.make({ name: policy, parameters: options.parameters ?? {} }),
    seed: read.seed,
    replication: 0,
    observers: [(scheduler) => new Watch(scheduler, check, options.settled ?? (() => {}))],
  });
  while (replica.advance(Number.MAX_SAFE_INTEGER));
  return replica.result();
}
