/** The cluster as policies see it: a window onto the fleet, the queues and the clock. */
import type { Tick } from "../engine/time.ts";
import type { Backlog } from "./batcher.ts";
import type { Demand } from "./demand.ts";
import type { Fleet } from "./fleet.ts";
import type { ClusterView } from "./policy.ts";
import { Prices } from "./prices.ts";
import type { Queues } from "./queues.ts";
import { CPU, MILLICORES } from "./resources.ts";
import type { ControlSpec } from "./spec.ts";

export class ClusterWindow implements ClusterView {
  readonly prices: Prices;
  readonly #control: ControlSpec;
  readonly #fleet: Fleet;
  readonly #queues: Queues;
  readonly #backlog: Backlog;
  readonly #demand: Demand;
  readonly #clock: Float64Array;

  constructor(
    control: ControlSpec,
    fleet: Fleet,
    queues: Queues,
    backlog: Backlog,
    demand: Demand,
    clock: Float64Array,
  ) {
    this.prices = new Prices(control.prices, control.epoch);
    this.#control = control;
    this.#fleet = fleet;
    this.#queues = queues;
    this.#backlog = backlog;
    this.#demand = demand;
    this.#clock = clock;
  }

  get now(): Tick {
    return this.#clock[0]!;
  }
  get price(): number {
    return this.prices.at(this.#clock[0]!);
  }
  get meanPrice(): number {
    return this.prices.mean;
  }
  get leastPrice(): number {
    return this.prices.least;
  }
  get utilization(): number {
    return this.#fleet.utilization;
  }
  get peak(): boolean {
    return this.#fleet.busy(this.#control.peakAt);
  }
  get cores(): number {
    return this.#fleet.capacity[CPU]! / MILLICORES;
  }
  get freeCpu(): number {
    return (this.#fleet.capacity[CPU]! - this.#fleet.used[CPU]!) / MILLICORES;
  }
  get backlog(): number {
    return this.#backlog.count;
  }
  get queued(): number {
    return this.#queues.count;
  }
  get meanCpuAsked(): number {
    const waiting = this.backlog + this.queued;
    return waiting === 0 ? 0 : this.#demand.cpu / MILLICORES / waiting;
  }
  waitingWork(tolerance: Tick): number {
    return this.#demand.work(tolerance);
  }
}
