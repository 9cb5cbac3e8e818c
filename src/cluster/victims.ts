/**
 * Who gives way: for a waiting task that fits nowhere, the running task of the largest rank that the policy would
 * pause for it, and whose machine would then have room. At most LOOKED_AT running tasks are considered for one that
 * waits, from the largest rank they had at their start down; with no more than that running the choice is exact.
 */
import type { Fleet, ShapeId } from "./fleet.ts";
import type { Lots } from "./lots.ts";
import { Pauses } from "./pauses.ts";
import { blame, type Policy, type TaskView } from "./policy.ts";
import type { TaskSlot } from "./ports.ts";
import { RunningTasks } from "./running-tasks.ts";
import type { ClusterSpec } from "./spec.ts";
import { Status, type TaskTable } from "./tasks.ts";
import type { Templates } from "./templates.ts";
import { TaskWindow } from "./views.ts";

const LOOKED_AT = 1024;

export class Victims {
  readonly #policy: Policy;
  readonly #tasks: TaskTable;
  readonly #templates: Templates;
  readonly #clock: Float64Array;
  readonly #running: RunningTasks;
  readonly #pauses: Pauses;
  readonly #runningWindow: RunningWindow;
  readonly #waitingWindow: TaskWindow;
  /** Tasks whose pause took effect in this instant, and those they were paused for; and which instant that was. */
  readonly #moved = new Set<TaskSlot>();
  #movedAt = -1;

  constructor(
    spec: ClusterSpec,
    policy: Policy,
    tasks: TaskTable,
    templates: Templates,
    fleet: Fleet,
    clock: Float64Array,
    lots: Lots,
  ) {
    this.#policy = policy;
    this.#tasks = tasks;
    this.#templates = templates;
    this.#clock = clock;
    this.#running = new RunningTasks(tasks);
    this.#pauses = new Pauses(fleet);
    this.#runningWindow = new RunningWindow(spec, tasks, templates, clock, lots, this.#running, fleet);
    this.#waitingWindow = new TaskWindow(spec, tasks, templates, clock, lots);
  }

  started(task: TaskSlot, rank: number): void {
    this.waitsNoMore(task);
    this.#running.add(task, rank);
  }

  /** The task has left its machine, or nobody trusts that it is still there. */
  left(task: TaskSlot): void {
    this.#running.remove(task);
    if (!this.#pauses.isPausing(task)) return;
    if (this.#movedAt !== this.#clock[0]!) this.#moved.clear();
    this.#movedAt = this.#clock[0]!;
    this.#moved.add(task);
    for (const waiting of this.#pauses.end(task, this.#shapeOf)) this.#moved.add(waiting);
  }

  waitsNoMore(task: TaskSlot): void {
    if (this.#pauses.isPromised(task)) this.#pauses.drop(task, this.#shapeOf(task));
  }

  /** Waits, and has not been promised room. */
  readonly isOpen = (task: TaskSlot, ticket: number): boolean =>
    this.#tasks.ticket[task] === ticket && !this.#pauses.isPromised(task);

  /** Room that is coming already has been promised to the waiting task. */
  promiseComing(waiting: TaskSlot): boolean {
    return this.#pauses.promiseComing(waiting, this.#shapeOf(waiting));
  }

  /** The running task to pause for the waiting one, which is promised its room; −1 when none gives way. */
  choose(waiting: TaskSlot): TaskSlot {
    const running = this.#running;
    const shape = this.#shapeOf(waiting);
    let best = -1;
    let largest = 0;
    const end = Math.max(0, running.size - LOOKED_AT);
    for (let position = running.size - 1; position >= end; position--) {
      const task = running.at(position);
      if (!this.#mayBePaused(task)) continue;
      if (!this.#pauses.fitsWithout(this.#tasks.machine[task]!, this.#shapeOf(task), shape)) continue;
      const rank = this.#rank(task);
      if (best >= 0 && rank <= largest) continue;
      if (!this.#policy.givesWay!(this.#runningWindow.at(task), this.#waitingWindow.at(waiting))) continue;
      best = task;
      largest = rank;
    }
    if (best >= 0) this.#pauses.begin(best, this.#tasks.machine[best]!, this.#shapeOf(best), waiting, shape);
    return best;
  }

  #mayBePaused(task: TaskSlot): boolean {
    if (this.#tasks.status[task] !== Status.running || this.#pauses.isPausing(task)) return false;
    // Or two tasks that a policy would each pause for the other would take turns without time going on.
    return this.#movedAt !== this.#clock[0]! || !this.#moved.has(task);
  }

  /** As it is now: what a task has left to do may have changed since it started. */
  #rank(task: TaskSlot): number {
    const rank = this.#policy.rank?.(this.#runningWindow.at(task)) ?? 0;
    if (Number.isNaN(rank)) blame(this.#policy, "rank is not a number");
    return rank;
  }

  readonly #shapeOf = (task: TaskSlot): ShapeId => this.#templates.shapes[this.#tasks.template[task]!]!;
}

/** A running task, whose present attempt counts as progress if it can be gone on with. */
class RunningWindow extends TaskWindow implements TaskView {
  readonly #tasks: TaskTable;
  readonly #clock: Float64Array;
  readonly #running: RunningTasks;
  readonly #fleet: Fleet;

  constructor(
    spec: ClusterSpec,
    tasks: TaskTable,
    templates: Templates,
    clock: Float64Array,
    lots: Lots,
    running: RunningTasks,
    fleet: Fleet,
  ) {
    super(spec, tasks, templates, clock, lots);
    this.#tasks = tasks;
    this.#clock = clock;
    this.#running = running;
    this.#fleet = fleet;
  }

  override get progress(): number {
    if (!this.checkpoints) return super.progress;
    const { task } = this;
    const { speed } = this.#fleet.machines[this.#tasks.machine[task]!]!;
    return this.#running.progressBefore(task) + (this.#clock[0]! - this.#tasks.startedAt[task]!) * speed;
  }
}
