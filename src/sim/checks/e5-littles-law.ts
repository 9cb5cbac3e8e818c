/**
 * E5. Little's law for each lane and for the backlog: the number that waits there, summed over time, is what each has
 * waited there, summed over tasks. The one comes from the counters of the queues, the other from the moments at which
 * tasks come and go.
 */
import type { Policy } from "../../cluster/policy.ts";
import type { TaskSlot } from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import type { Tick } from "../../engine/time.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";
import { BACKLOG, PLACES, WaitingPlaces } from "./lanes.ts";

const NOT_WAITING = -1;
/** Where a policy cannot be followed, all lanes count as one. */
const SOMEWHERE = PLACES.length;
/** Sums beyond 2^53 ticks are rounded. */
const TOLERANCE = 1e-9;

export class LittlesLaw extends Invariant implements Checker {
  readonly invariant = "E5";
  readonly holds = "Little's law holds in every queue";
  readonly #places: WaitingPlaces;
  /** By slot: since when it waits, and where. */
  readonly #since: Tick[] = [];
  readonly #where: number[] = [];
  /** By place: what tasks have waited, what the counters say, and how many wait now. */
  readonly #waits = new Float64Array(PLACES.length + 1);
  readonly #area = new Float64Array(PLACES.length);
  readonly #level = new Float64Array(PLACES.length);
  #at: Tick = 0;

  constructor(scheduler: Scheduler, policy: Policy) {
    super(scheduler);
    this.#places = new WaitingPlaces(scheduler, policy);
  }

  ready(task: TaskSlot): void {
    if ((this.#since[task] ?? NOT_WAITING) !== NOT_WAITING) this.fail(`${this.task(task)} waits twice`);
    this.#places.ready(task);
    this.#arrives(task);
  }

  joined(task: TaskSlot): void {
    this.#places.joinedBacklog(task);
    this.#arrives(task);
  }

  pushed(task: TaskSlot): void {
    this.#leaves(task);
    this.#places.pushed(task);
    this.#arrives(task);
  }

  promoted(task: TaskSlot): void {
    this.#leaves(task);
    this.#places.promoted(task);
    this.#arrives(task);
  }

  started(task: TaskSlot): void {
    this.#leaves(task);
  }

  ended(task: TaskSlot): void {
    this.#leaves(task);
  }

  settled(): void {
    this.#bring(this.now);
    const { dispatcher } = this.scheduler;
    for (let lane = 0; lane < BACKLOG; lane++) this.#level[lane] = dispatcher.queuedIn(lane);
    this.#level[BACKLOG] = dispatcher.backlog;
  }

  atEnd({ now }: World): void {
    this.#bring(now);
    const waits = this.#waits.slice();
    this.#since.forEach((since, task) => {
      if ((since ?? NOT_WAITING) !== NOT_WAITING) waits[this.#where[task]!]! += now - since;
    });
    if (waits[SOMEWHERE] !== 0) this.#compare("all lanes", sum(this.#area), sum(waits));
    else for (const [place, name] of PLACES.entries()) this.#compare(name, this.#area[place]!, waits[place]!);
  }

  #compare(name: string, area: number, waits: number): void {
    if (Math.abs(area - waits) > TOLERANCE * Math.max(1, area, waits))
      this.fail(`${name}: tasks have waited ${waits} ticks, and the queue held them for ${area}`);
  }

  #arrives(task: TaskSlot): void {
    this.#since[task] = this.now;
    this.#where[task] = this.#places.of(task) ?? SOMEWHERE;
  }

  #leaves(task: TaskSlot): void {
    const since = this.#since[task] ?? NOT_WAITING;
    if (since === NOT_WAITING) return;
    this.#waits[this.#where[task]!]! += this.now - since;
    this.#since[task] = NOT_WAITING;
  }

  #bring(now: Tick): void {
    for (let place = 0; place < PLACES.length; place++)
      this.#area[place]! += this.#level[place]! * (now - this.#at);
    this.#at = now;
  }
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
