/**
 * Whether a lane was open when one of its tasks was chosen: the policy is asked once more, about the cluster as it was
 * just before. Prices and shares are worked out here, not taken from what the scheduler shows its policies.
 */
import { type ClusterView, LANES, type Policy } from "../../cluster/policy.ts";
import type { TaskSlot } from "../../cluster/ports.ts";
import { CPU, MILLICORES } from "../../cluster/resources.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import { DAY, type Tick } from "../../engine/time.ts";

/** The cluster without the start of one task. */
class Before implements ClusterView {
  /** The policy looked at something that cannot be undone. */
  unsure = false;
  readonly #scheduler: Scheduler;
  readonly #prices: readonly number[];
  #cpu = 0;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
    const { prices } = scheduler.cluster.control;
    this.#prices = prices.length === 0 ? [1] : prices;
  }

  startOf(task: TaskSlot): this {
    const { tasks, templates } = this.#scheduler;
    this.#cpu = templates.specs[tasks.template[task]!]!.resources[CPU]!;
    this.unsure = false;
    return this;
  }

  get now(): Tick {
    return this.#scheduler.now;
  }
  get price(): number {
    const { epoch } = this.#scheduler.cluster.control;
    const inDay = (epoch * 1_000 + this.now) % DAY;
    const parts = this.#prices.length;
    return this.#prices.find((_, part) => inDay * parts < (part + 1) * DAY)!;
  }
  get meanPrice(): number {
    let sum = 0;
    for (const price of this.#prices) sum += price;
    return sum / this.#prices.length;
  }
  get leastPrice(): number {
    return Math.min(...this.#prices);
  }
  get utilization(): number {
    return this.#capacity > 0 ? this.#used / this.#capacity : 0;
  }
  get peak(): boolean {
    return this.#capacity > 0 && this.#used >= this.#scheduler.cluster.control.peakAt * this.#capacity;
  }
  get cores(): number {
    return this.#capacity / MILLICORES;
  }
  get freeCpu(): number {
    return (this.#capacity - this.#used) / MILLICORES;
  }
  get backlog(): number {
    return this.#scheduler.dispatcher.backlog;
  }
  get queued(): number {
    return this.#scheduler.dispatcher.queued + 1;
  }
  get meanCpuAsked(): number {
    this.unsure = true;
    return 0;
  }
  waitingWork(): number {
    this.unsure = true;
    return 0;
  }

  get #capacity(): number {
    return this.#scheduler.fleet.capacity[CPU]!;
  }
  get #used(): number {
    return this.#scheduler.fleet.used[CPU]! - this.#cpu;
  }
}

export class Serving {
  readonly #policy: Policy;
  readonly #before: Before;

  constructor(scheduler: Scheduler, policy: Policy) {
    this.#policy = policy;
    this.#before = new Before(scheduler);
  }

  /** The task has just been started out of this lane: was it closed? */
  wasClosed(task: TaskSlot, lane: number): boolean {
    if (this.#policy.serves === undefined) return false;
    const before = this.#before.startOf(task);
    const served = this.#policy.serves(LANES[lane]!, before);
    return !served && !before.unsure;
  }
}
