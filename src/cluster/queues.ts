/**
 * Waiting lanes. A lane is one line for all, or one line a tenant where tenants take turns; a line holds one ranked
 * queue per shape. Tasks of one shape are alike to a machine, so only the first of each has to be looked at, and one
 * failed placement answers for all behind it.
 */
import type { ShapeId } from "./fleet.ts";
import { Line } from "./line.ts";
import { LANES } from "./policy.ts";
import type { TaskSlot, TenantId } from "./ports.ts";
import { NO_TICKET, type TaskTable } from "./tasks.ts";
import type { TenantTurns } from "./tenant-turns.ts";

export type LaneId = number;
export const URGENT: LaneId = LANES.indexOf("urgent");

/** Says which entries count: those that still speak for their task, or fewer. */
export type Accepts = (task: TaskSlot, ticket: number) => boolean;

export class Queues {
  /** Tasks in the queue, in all and by lane. */
  count = 0;
  readonly counts: Int32Array;
  readonly #tasks: TaskTable;
  readonly #turns: TenantTurns | null;
  /** By lane, then by tenant; all tasks stand in the line of tenant 0 where tenants do not take turns. */
  readonly #lines: Line[][];
  /** By lane: the tenants that have something waiting there. Only kept where they take turns. */
  readonly #tenants: TenantId[][];

  constructor(tasks: TaskTable, turns: TenantTurns | null, lanes: number = LANES.length) {
    this.#tasks = tasks;
    this.#turns = turns;
    this.counts = new Int32Array(lanes);
    this.#lines = Array.from({ length: lanes }, () => [new Line(tasks)]);
    this.#tenants = Array.from({ length: lanes }, () => []);
  }

  /** `ticket` is new and larger than all before: it names this entry and breaks ties of rank. */
  add(task: TaskSlot, lane: LaneId, shape: ShapeId, rank: number, ticket: number): void {
    const line = this.#turns === null ? this.#lines[lane]![0]! : this.#join(lane, this.#tasks.tenant[task]!);
    line.push(task, shape, rank, ticket);
    this.#tasks.ticket[task] = ticket;
    this.counts[lane]!++;
    this.count++;
  }

  /** Takes out the first task of a shape in a lane: one that first() has shown. */
  take(task: TaskSlot, lane: LaneId, shape: ShapeId): void {
    const tenant = this.#tenantOf(task);
    this.#tasks.ticket[task] = NO_TICKET;
    this.counts[lane]!--;
    this.count--;
    this.#lines[lane]![tenant]!.pop(shape);
    if (this.#turns !== null) {
      this.#turns.taken(tenant);
      this.#leave(lane, tenant);
    }
  }

  /** Takes a task out, wherever it stands; its entry is dropped when it surfaces. */
  remove(task: TaskSlot, lane: LaneId, shape: ShapeId): void {
    const tenant = this.#tenantOf(task);
    this.#tasks.ticket[task] = NO_TICKET;
    this.counts[lane]!--;
    this.count--;
    this.#lines[lane]![tenant]!.withdraw(shape);
    if (this.#turns !== null) this.#leave(lane, tenant);
  }

  /**
   * The first task of a lane, passing over shapes that are marked in `passed`; −1 when there is none. With
   * `passed` null the very first one.
   */
  first(lane: LaneId, passed: readonly boolean[] | null): TaskSlot {
    if (this.#turns === null) return this.#lines[lane]![0]!.first(passed);
    return this.#firstByTurn(this.#turns, lane, passed, null);
  }

  /** As first(), of the entries that are accepted alone. Takes time in proportion to those refused. */
  find(lane: LaneId, passed: readonly boolean[] | null, accepts: Accepts): TaskSlot {
    if (this.#turns === null) return this.#lines[lane]![0]!.find(passed, accepts);
    return this.#firstByTurn(this.#turns, lane, passed, accepts);
  }

  /** How many stand before the task in its line. Looks at all of them. */
  ahead(task: TaskSlot, lane: LaneId): number {
    return this.#lines[lane]![this.#tenantOf(task)]!.ahead(this.#tasks.ticket[task]!);
  }

  #firstByTurn(
    turns: TenantTurns,
    lane: LaneId,
    passed: readonly boolean[] | null,
    accepts: Accepts | null,
  ): TaskSlot {
    const lines = this.#lines[lane]!;
    let best = -1;
    let first = -1;
    let least = 0;
    for (const tenant of this.#tenants[lane]!) {
      const line = lines[tenant]!;
      const task = accepts === null ? line.first(passed) : line.find(passed, accepts);
      if (task < 0) continue;
      const rank = turns.rank(tenant);
      if (best >= 0 && (rank > least || (rank === least && !turns.isBefore(tenant, best)))) continue;
      best = tenant;
      first = task;
      least = rank;
    }
    return first;
  }

  #tenantOf(task: TaskSlot): TenantId {
    return this.#turns === null ? 0 : this.#tasks.tenant[task]!;
  }

  #join(lane: LaneId, tenant: TenantId): Line {
    const lines = this.#lines[lane]!;
    while (lines.length <= tenant) lines.push(new Line(this.#tasks));
    const line = lines[tenant]!;
    if (line.count === 0) this.#tenants[lane]!.push(tenant);
    return line;
  }

  #leave(lane: LaneId, tenant: TenantId): void {
    if (this.#lines[lane]![tenant]!.count > 0) return;
    const tenants = this.#tenants[lane]!;
    tenants[tenants.indexOf(tenant)] = tenants[tenants.length - 1]!;
    tenants.pop();
  }
}
