/**
 * Levels over time: tasks waiting, resources in use, what the fleet can hold and costs. They are put down as they come
 * and added up some hundred at a time: what runs with every event must stay small, because the instructions of one
 * event do not fit a processor's first cache as it is, and what runs in a loop of its own does.
 */
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

/** Readings that are put down before they are added up, and the columns of one: its time, then the fast levels. */
const READINGS = 256;
const COLUMNS = 1 + BACKLOG + 1;

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
  readonly #readings = new Float64Array(READINGS * COLUMNS);
  #filled = 0;
  #frozen: LevelResults | null = null;
  #batched = false;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
    this.fleetChanged(0);
  }

  /** The levels that hold from now on. */
  read(now: Tick, waiting: number, backlog: number, peak: boolean): void {
    const { used, asked } = this.#fleet;
    const readings = this.#readings;
    const at = this.#filled;
    readings[at] = now;
    readings[at + 1 + WAITING] = waiting;
    readings[at + 1 + PEAK] = peak ? 1 : 0;
    for (let i = 0; i < asked.length; i++) readings[at + 1 + USED + asked[i]!] = used[asked[i]!]!;
    readings[at + 1 + BACKLOG] = backlog;
    this.#filled = at + COLUMNS;
    if (this.#filled === readings.length) this.#addUp();
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
    this.#addUp();
    this.#fast.restart(now);
    this.#slow.restart(now);
  }

  /** The measured time ends: averages end here; the course goes on. */
  freeze(now: Tick): LevelResults {
    if (this.#frozen !== null) return this.#frozen;
    this.#addUp();
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
    this.#addUp();
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

  #addUp(): void {
    const { asked } = this.#fleet;
    const fast = this.#fast;
    const dimensions = asked.length === 0 ? 0 : asked[asked.length - 1]! + 1;
    for (let at = 0; at < this.#filled; at += COLUMNS) {
      if (this.#readings[at + 1 + BACKLOG]! > 0) this.#batched = true;
      fast.active = this.#batched ? BACKLOG + 1 : USED + dimensions;
      for (let channel = 0; channel < fast.active; channel++)
        fast.next[channel] = this.#readings[at + 1 + channel]!;
      fast.change(this.#readings[at]!);
    }
    this.#filled = 0;
  }
}
