/**
 * Where each ready task waits, worked out apart from the queues: the policy is asked at the very moments at which the
 * scheduler has to ask it, and promotions and batches are followed.
 */
import { Lots } from "../../cluster/lots.ts";
import { LANES, type Policy } from "../../cluster/policy.ts";
import type { TaskSlot } from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import { TaskWindow } from "../../cluster/views.ts";
import { Random } from "../../engine/random.ts";
import { NEVER } from "../../engine/time.ts";

const URGENT = LANES.indexOf("urgent");
const DELAYABLE = LANES.indexOf("delayable");
/** Ready, and not in the queue yet: a place besides the lanes. */
export const BACKLOG = LANES.length;
/** The names of all places. */
export const PLACES: readonly string[] = [...LANES, "backlog"];

/** The chance that a task was given is the scheduler's secret: a policy that goes by it cannot be followed. */
class Secret extends Lots {
  asked = false;

  override of(): number {
    this.asked = true;
    return 0;
  }
}

export class WaitingPlaces {
  readonly #scheduler: Scheduler;
  readonly #policy: Policy;
  /** By slot: its place; undefined where it is not known. */
  readonly #place: (number | undefined)[] = [];
  readonly #clock = new Float64Array(1);
  readonly #secret = new Secret(new Random(0, 0, 0, 0));
  readonly #window: TaskWindow;

  constructor(scheduler: Scheduler, policy: Policy) {
    this.#scheduler = scheduler;
    this.#policy = policy;
    const { cluster, tasks, templates } = scheduler;
    this.#window = new TaskWindow(cluster, tasks, templates, this.#clock, this.#secret);
  }

  /** Where the task waits, or waited last. Undefined: nobody can know. */
  of(task: TaskSlot): number | undefined {
    return this.#place[task];
  }

  ready(task: TaskSlot): void {
    const policy = this.#policy;
    let lane = this.#laneOf(task);
    if (lane !== URGENT && policy.urgentAt !== undefined) {
      const urgentAt = Math.ceil(policy.urgentAt(this.#at(task)));
      if (urgentAt < NEVER && urgentAt <= this.#scheduler.now) lane = URGENT;
    }
    this.#put(task, lane);
  }

  joinedBacklog(task: TaskSlot): void {
    this.#place[task] = BACKLOG;
  }

  /** A batch takes it from the backlog into the queue. */
  pushed(task: TaskSlot): void {
    this.#put(task, this.#laneOf(task));
  }

  promoted(task: TaskSlot): void {
    this.#place[task] = URGENT;
  }

  #laneOf(task: TaskSlot): number {
    this.#secret.asked = false;
    const policy = this.#policy;
    return policy.lane === undefined ? DELAYABLE : LANES.indexOf(policy.lane(this.#at(task)));
  }

  #put(task: TaskSlot, lane: number): void {
    this.#place[task] = this.#secret.asked ? undefined : lane;
  }

  #at(task: TaskSlot) {
    this.#clock[0] = this.#scheduler.now;
    return this.#window.at(task);
  }
}
