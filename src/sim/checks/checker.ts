/**
 * What a checker is: it holds one invariant, listens to what it needs to know, keeps a model of its own, and compares.
 * It throws a Violation at the first difference and changes nothing.
 */
import type { BatchWatch } from "../../cluster/dispatcher.ts";
import { formatId } from "../../cluster/ids.ts";
import type { MachineId, Observer, TaskSlot } from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import { SECOND, type Tick } from "../../engine/time.ts";
import type { Watch } from "../watch.ts";
import type { World } from "../world.ts";

/** What it leaves out it is not asked. */
export interface Checker extends Partial<Observer>, Partial<Watch>, Partial<BatchWatch> {
  /** S1 to S15 hold after every event, E1 to E5 at the end of a run. */
  readonly invariant: string;
  /** The invariant as a sentence. */
  readonly holds: string;
  /** The world is complete and nothing has happened yet. */
  begin?(world: World): void;
  /** In constant time. */
  afterEvent?(world: World): void;
  /** Looks at everything: after every event of a small run, every so often in a large one. Slots from `slots` on were never used. */
  sweep?(world: World, slots: number): void;
  atEnd?(world: World): void;
}

/** An invariant does not hold: the run cannot be trusted. */
export class Violation extends Error {
  override name = "Violation";
  readonly code = "INVARIANT";
  readonly invariant: string;
  readonly at: Tick;

  constructor({ invariant, holds }: Pick<Checker, "invariant" | "holds">, at: Tick, what: string) {
    super(`Invariant ${invariant} is broken at ${at / SECOND} s: ${what}.\n${invariant}: ${holds}.`);
    this.invariant = invariant;
    this.at = at;
  }
}

/** What all checkers need: the scheduler's tables, and a way to say what is wrong. */
export abstract class Invariant {
  abstract readonly invariant: string;
  abstract readonly holds: string;
  protected readonly scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
  }

  protected get now(): Tick {
    return this.scheduler.now;
  }

  protected fail(what: string): never {
    throw new Violation(this, this.now, what);
  }

  protected task(task: TaskSlot): string {
    const { tasks, templates, cluster } = this.scheduler;
    const id = formatId(tasks.idTime[task]!, tasks.idTail[task]!);
    const owner = cluster.tenants[tasks.tenant[task]!]!.name;
    return `task ${id} (${owner}, ${templates.specs[tasks.template[task]!]!.class}, slot ${task})`;
  }

  protected machine(machine: MachineId): string {
    return `machine ${this.scheduler.cluster.machines[machine]?.name ?? machine}`;
  }
}
