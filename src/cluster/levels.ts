/** Levels over time: tasks waiting, resources in use, what the fleet can hold and costs. */
import { LevelSeries } from "../engine/level-series.ts";
import { SECOND, type Tick } from "../engine/time.ts";
import type { Fleet } from "./fleet.ts";
import { CPU, DIMENSIONS, RESOURCES } from "./resources.ts";

/** Channels of the fast levels, which change with every task; then one for each resource in use. */
const WAITING = 0;
const PEAK = 1;
const USED = 2;
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
  readonly #fast = new LevelSeries(USED + DIMENSIONS);
  readonly #slow = new LevelSeries(CAPACITY + DIMENSIONS);
  #frozen: LevelResults | null = null;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
    this.fleetChanged(0);
  }

  /** The levels that hold from now on. */
  read(now: Tick, waiting: number, peak: boolean): void {
    const { used, asked } = this.#fleet;
    const { next } = this.#fast;
    next[WAITING] = waiting;
    next[PEAK] = peak ? 1 : 0;
    const dimensions = asked.length === 0 ? 0 : asked[asked.length - 1]! + 1;
    for (let d = 0; d < dimensions; d++) next[USED + d] = used[d]!;
    this.#fast.active = USED + dimensions;
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
    this.#frozen ??= {
      queueMean: this.#fast.mean(now, WAITING),
      queueMax: this.#fast.most(WAITING),
      utilization: Object.fromEntries(
        this.#fleet.asked.flatMap((d) => {
          const capacity = this.#slow.total(now, CAPACITY + d);
          return capacity > 0 ? [[RESOURCES[d]!, this.#fast.total(now, USED + d) / capacity]] : [];
        }),
      ),
      cost: this.#slow.total(now, COST) / SECOND / 3600,
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
