/**
 * S15. The backlog once more, as a plain table: what a batch took must come before all that it left, in the order of
 * rank and time. Where tenants take turns this holds for the tasks of each.
 */

import type { Policy } from "../../cluster/policy.ts";
import type { TaskSlot } from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";

/** Batches are compared with the whole backlog as often as it costs no more than this for each of them. */
const PER_BATCH = 32;
const SMALL = 512;

export class TopK extends Invariant implements Checker {
  readonly invariant = "S15";
  readonly holds = "the batch of top K equals what a brute-force sort would choose";
  /** By slot; a ticket of 0: not in the backlog. */
  readonly #rank: number[] = [];
  readonly #ticket: number[] = [];
  #count = 0;
  /** What the batch in progress has taken, in its order. */
  readonly #pushed: TaskSlot[] = [];
  readonly #turns: boolean;
  #credit = 0;

  constructor(scheduler: Scheduler, policy: Policy) {
    super(scheduler);
    this.#turns = policy.tenantRank !== undefined;
  }

  joined(task: TaskSlot, rank: number, ticket: number): void {
    if ((this.#ticket[task] ?? 0) !== 0) this.fail(`${this.task(task)} is in the backlog twice`);
    this.#rank[task] = rank;
    this.#ticket[task] = ticket;
    this.#count++;
  }

  left(task: TaskSlot): void {
    if ((this.#ticket[task] ?? 0) === 0) this.fail(`${this.task(task)} leaves the backlog and is not in it`);
    this.#ticket[task] = 0;
    this.#count--;
  }

  pushed(task: TaskSlot): void {
    if ((this.#ticket[task] ?? 0) === 0) this.fail(`${this.task(task)} is pushed and is not in the backlog`);
    this.#pushed.push(task);
  }

  batchOver(room: number): void {
    const pushed = this.#pushed;
    const expected = Math.min(Math.max(0, Math.floor(room)), this.#count);
    if (pushed.length !== expected)
      this.fail(`a batch takes ${pushed.length} of ${this.#count} tasks, and has room for ${room}`);
    if (!this.#turns)
      for (let i = 1; i < pushed.length; i++)
        if (this.#isBefore(pushed[i]!, pushed[i - 1]!)) this.#wrong(pushed[i - 1]!, pushed[i]!);
    this.#credit += PER_BATCH;
    const whole = pushed.length < this.#count && (this.#count <= SMALL || this.#credit >= this.#count);
    if (whole) {
      this.#credit = 0;
      this.#compare();
    }
    for (const task of pushed) this.left(task);
    pushed.length = 0;
  }

  afterEvent({ scheduler }: World): void {
    if (this.#count !== scheduler.dispatcher.backlog)
      this.fail(`the backlog holds ${scheduler.dispatcher.backlog} tasks and should hold ${this.#count}`);
  }

  /** Of each tenant, or of all: the last that was taken comes before every one that was left. */
  #compare(): void {
    const { tenant } = this.scheduler.tasks;
    const last = new Map<number, TaskSlot>();
    const taken = new Set(this.#pushed);
    for (const task of this.#pushed) {
      const group = this.#turns ? tenant[task]! : 0;
      const before = last.get(group);
      if (before === undefined || this.#isBefore(before, task)) last.set(group, task);
    }
    for (let task = 0; task < this.#ticket.length; task++) {
      if ((this.#ticket[task] ?? 0) === 0 || taken.has(task)) continue;
      const other = last.get(this.#turns ? tenant[task]! : 0);
      if (other !== undefined && this.#isBefore(task, other)) this.#wrong(other, task);
    }
  }

  #isBefore(task: TaskSlot, other: TaskSlot): boolean {
    const rank = this.#rank[task]!;
    const otherRank = this.#rank[other]!;
    return rank < otherRank || (rank === otherRank && this.#ticket[task]! < this.#ticket[other]!);
  }

  #wrong(task: TaskSlot, better: TaskSlot): never {
    this.fail(`a batch takes ${this.task(task)} before ${this.task(better)}, whose rank is better`);
  }
}
