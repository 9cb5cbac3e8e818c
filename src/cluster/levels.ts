/** Levels over time: tasks waiting, resources in use, what the fleet can hold and costs. */
import { LevelSeries } from "../engine/level-series.ts";
import { HOUR, SECOND, type Tick } from "../engine/time.ts";
import type { Fleet } from "./fleet.ts";
import { CPU, DIMENSIONS, RESOURCES } from "./resources.ts";

/** Channels of the fast levels, which change with every task: one for each resource in use among them. */
const WAITING = 0;
const PEAK = 1;
const USED = 2;
/** The part of the waiting that no batch has pushed into the queue. Behind all others: most runs have none. */
const BACKLOG = USED + DIMENSIONS;
/** Channels of the slow levels, which change with the fleet: its cost, the machines that are on, then the capacity of each resource. */
const COST = 0;
const ON = 1;
const CAPACITY = 2;

/** Averages over the measured time. */
export interface LevelResults {
  readonly queueMean: number;
  readonly queueMax: number;
  /** By resource; absent where nobody asks for it or its capacity is unlimited. */
  readonly utilization: Readonly<Record<string, number>>;
  readonly cost: number;
  readonly machineHours: number;
  /** Task-seconds spent waiting in the queue, and before it in the backlog. */
  readonly queueCost: number;
  readonly backlogCost: number;
}

/** The course of a run in intervals of `width` ticks. */
export interface Course {
  readonly width: Tick;
  readonly utilization: readonly number[];
  readonly queue: readonly number[];
  readonly peak: readonly number[];
}

export class Levels {
  readonly #fleet: Fleet;
  readonly #fast = new LevelSeries(BACKLOG + 1);
  readonly #slow = new LevelSeries(CAPACITY + DIMENSIONS);
  #frozen: LevelResults | null = null;
  #batched = false;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
    this.fleetChanged(0);
  }

  /** The levels that hold from now on. */
  read(now: Tick, waiting: number, backlog: number, peak: boolean): void {
    const { used, asked } = this.#fleet;
    const { next } = this.#fast;
    next[WAITING] = waiting;
    next[PEAK] = peak ? 1 : 0;
    const dimensions = asked.length === 0 ? 0 : asked[asked.length - 1]! + 1;
    for (let d = 0; d < dimensions; d++) next[USED + d] = used[d]!;
    if (backlog > 0) this.#batched = true;
    if (this.#batched) {
      next[BACKLOG] = backlog;
      this.#fast.active = BACKLOG + 1;
    } else this.#fast.active = USED + dimensions;
    this.#fast.change(now);
  }

  /** A machine went down or came up: what the fleet can hold and costs is another from now on. */
  fleetChanged(now: Tick): void {
    const { count, up, booting, machines, capacity, price } = this.#fleet;
    const { next } = this.#slow;
    let cost = 0;
    let on = 0;
    for (let machine = 0; machine < count; machine++) {
      if (up[machine] === 0 && booting[machine] === 0) continue;
      cost += machines[machine]!.cost;
      on++;
    }
    next[COST] = cost * price;
    next[ON] = on;
    for (let d = 0; d < DIMENSIONS; d++) next[CAPACITY + d] = capacity[d]!;
    this.#slow.change(now);
  }

  /** The warm-up ends: averages begin here. */
  restart(now: Tick): void {
    this.#fast.restart(now);
    this.#slow.restart(now);
  }

  /** The measured time ends: averages end here; the course goes on. */
  freeze(now: Tick): LevelResults {
    if (this.#frozen !== null) return this.#frozen;
    const waited = this.#fast.total(now, WAITING) / SECOND;
    const backlogCost = this.#fast.total(now, BACKLOG) / SECOND;
    this.#frozen = {
      queueMean: this.#fast.mean(now, WAITING),
      queueMax: this.#fast.most(WAITING),
      utilization: Object.fromEntries(
        this.#fleet.asked.flatMap((d) => {
          const capacity = this.#slow.total(now, CAPACITY + d);
          return capacity > 0 ? [[RESOURCES[d]!, this.#fast.total(now, USED + d) / capacity]] : [];
        }),
      ),
      cost: this.#slow.total(now, COST) / HOUR,
      machineHours: this.#slow.total(now, ON) / HOUR,
      queueCost: waited - backlogCost,
      backlogCost,
    };
    return this.#frozen;
  }

  course(now: Tick): Course {
    // Both have come to the same time, so their intervals are the same.
    const capacity = this.#slow.course(now, CAPACITY + CPU);
    return {
      width: this.#fast.width,
      utilization: this.#fast
        .course(now, USED + CPU)
        .map((used, i) => (capacity[i]! > 0 ? used / capacity[i]! : 0)),
      queue: this.#fast.course(now, WAITING),
      peak: this.#fast.course(now, PEAK),
    };
  }
}
