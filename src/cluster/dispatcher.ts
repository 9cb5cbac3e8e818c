/**
 * Order and place: the half of the scheduler that asks the policy. It keeps the backlog and the queue, decides which
 * ready task goes next and onto which machine, and remembers which shapes did not fit until something is released.
 */
import type { Random } from "../engine/random.ts";
import { NEVER, type Tick } from "../engine/time.ts";
import { Backlog } from "./batcher.ts";
import type { Fleet, ShapeId } from "./fleet.ts";
import { type Placement, placement } from "./placement/placement.ts";
import { type ClusterView, LANES, type Policy, PolicyError } from "./policy.ts";
import type { MachineId, TaskSlot } from "./ports.ts";
import { type LaneId, Queues, URGENT } from "./queues.ts";
import { CPU, MILLICORES } from "./resources.ts";
import type { ClusterSpec } from "./spec.ts";
import { NO_TICKET, type TaskTable } from "./tasks.ts";
import type { Templates } from "./templates.ts";
import { MachinesWindow, TaskWindow } from "./views.ts";

/** In which of the two waiting places a task with a ticket is. */
const IN_BACKLOG: LaneId = 255;
const DELAYABLE: LaneId = LANES.indexOf("delayable");

export class Dispatcher implements ClusterView {
  readonly #spec: ClusterSpec;
  readonly #policy: Policy;
  readonly #tasks: TaskTable;
  readonly #templates: Templates;
  readonly #fleet: Fleet;
  readonly #clock: Float64Array;
  readonly #queues: Queues;
  readonly #backlog: Backlog;
  readonly #placement: Placement | null;
  readonly #taskWindow: TaskWindow;
  readonly #machinesWindow: MachinesWindow;
  /** Ready tasks go straight into the queue: no batch is configured and the policy leaves its size open. */
  readonly #direct: boolean;
  readonly #overtaking: boolean;
  // Which questions the policy answers, asked once: of a question left out, no task costs anything.
  readonly #classifies: boolean;
  readonly #ranks: boolean;
  readonly #gates: boolean;
  /** Whether anybody may ask for meanCpuAsked. */
  readonly #sumsCpu: boolean;
  /** Shapes for which no machine was found, until one is released that would do. */
  readonly #blocked: boolean[] = [];
  #anyBlocked = false;
  #dimensions = 0;
  #tickets = NO_TICKET;
  #cpuAsked = 0;

  constructor(
    spec: ClusterSpec,
    policy: Policy,
    tasks: TaskTable,
    templates: Templates,
    fleet: Fleet,
    clock: Float64Array,
    random: Random,
  ) {
    this.#spec = spec;
    this.#policy = policy;
    this.#tasks = tasks;
    this.#templates = templates;
    this.#fleet = fleet;
    this.#clock = clock;
    this.#queues = new Queues(tasks);
    this.#backlog = new Backlog(tasks);
    const how = policy.placement ?? "first-fit";
    this.#placement = typeof how === "string" ? placement(how, fleet, random) : null;
    this.#taskWindow = new TaskWindow(spec, tasks, templates);
    this.#machinesWindow = new MachinesWindow(fleet, random);
    const { every, size } = spec.control.batcher;
    this.#direct = policy.batch === undefined && every === 0 && size === NEVER;
    this.#overtaking = policy.overtaking ?? true;
    this.#classifies = policy.lane !== undefined || policy.urgentAt !== undefined;
    this.#ranks = policy.rank !== undefined;
    this.#gates = policy.serves !== undefined;
    this.#sumsCpu = this.#gates || policy.batch !== undefined;
  }

  get now(): Tick {
    return this.#clock[0]!;
  }
  get backlog(): number {
    return this.#backlog.count;
  }
  get queued(): number {
    return this.#queues.count;
  }
  get utilization(): number {
    return this.#fleet.utilization;
  }
  get peak(): boolean {
    return this.#fleet.busy(this.#spec.control.peakAt);
  }
  get freeCpu(): number {
    return (this.#fleet.capacity[CPU]! - this.#fleet.used[CPU]!) / MILLICORES;
  }
  get price(): number {
    return 1;
  }
  get meanPrice(): number {
    return 1;
  }
  get meanCpuAsked(): number {
    const waiting = this.backlog + this.queued;
    return waiting === 0 ? 0 : this.#cpuAsked / MILLICORES / waiting;
  }

  /** A template may have brought a shape or a dimension that was not asked for before. */
  templateAdded(): void {
    while (this.#blocked.length < this.#fleet.shapes.length) this.#blocked.push(false);
    if (this.#dimensions !== this.#fleet.asked.length) {
      this.#dimensions = this.#fleet.asked.length;
      this.#placement?.rebuild();
    }
  }

  /** The task may run from now on. Returns when it becomes urgent if it still waits then, or NEVER. */
  add(task: TaskSlot): Tick {
    if (this.#sumsCpu) this.#cpuAsked += this.#cpuOf(task);
    if (this.#classifies) return this.#classify(task);
    this.#wait(task, DELAYABLE);
    return NEVER;
  }

  #classify(task: TaskSlot): Tick {
    const policy = this.#policy;
    let lane = DELAYABLE;
    let urgentAt = NEVER;
    if (policy.lane !== undefined) {
      const name = policy.lane(this.#taskWindow.at(task));
      lane = LANES.indexOf(name);
      if (lane < 0) this.#blame(`"${name}" is not a lane (${LANES.join(", ")})`);
    }
    if (lane !== URGENT && policy.urgentAt !== undefined) {
      urgentAt = Math.ceil(policy.urgentAt(this.#taskWindow.at(task)));
      if (Number.isNaN(urgentAt)) this.#blame("urgentAt is not a number");
      if (urgentAt <= this.now) lane = URGENT;
    }
    this.#wait(task, lane);
    return lane === URGENT ? NEVER : urgentAt;
  }

  #wait(task: TaskSlot, lane: LaneId): void {
    // What is urgent has no time to wait for a batch.
    if (this.#direct || lane === URGENT) {
      this.#enqueue(task, lane);
    } else {
      this.#tasks.lane[task] = IN_BACKLOG;
      this.#backlog.add(task, this.#rank(task), ++this.#tickets);
    }
  }

  /** The task no longer waits. */
  remove(task: TaskSlot): void {
    this.#takeOut(task);
    if (this.#sumsCpu) this.#cpuAsked -= this.#cpuOf(task);
  }

  waits(task: TaskSlot): boolean {
    return this.#tasks.ticket[task] !== NO_TICKET;
  }

  /** The task's limit is near: ahead of everything that is not urgent. */
  promote(task: TaskSlot): void {
    this.#takeOut(task);
    this.#enqueue(task, URGENT);
  }

  release(machine: MachineId, task: TaskSlot): void {
    this.#fleet.release(machine, this.#shapeOf(task));
    this.#freed(machine);
  }

  setUp(machine: MachineId, up: boolean): void {
    this.#fleet.setUp(machine, up);
    this.#freed(machine);
  }

  /** A batch is due: the top K of the backlog go into the queue. */
  pushBatch(): void {
    if (this.#backlog.count === 0) return;
    const asked = this.#policy.batch?.(this) ?? NEVER;
    if (Number.isNaN(asked)) this.#blame("batch is not a number");
    let left = Math.min(asked, this.#spec.control.batcher.size);
    while (left-- >= 1) {
      const task = this.#backlog.take();
      if (task < 0) return;
      this.#enqueue(
        task,
        this.#policy.lane === undefined
          ? DELAYABLE
          : LANES.indexOf(this.#policy.lane(this.#taskWindow.at(task))),
      );
    }
  }

  /** Takes the task that starts next out of its queue, with room reserved on `machine`; −1 when none can start. */
  next(): TaskSlot {
    const queues = this.#queues;
    if (queues.count === 0) return -1;
    for (let lane = 0; lane < LANES.length; lane++) {
      if (queues.counts[lane] === 0) continue;
      if (this.#gates && !this.#policy.serves!(LANES[lane]!, this)) continue;
      for (;;) {
        const task = queues.first(lane, this.#overtaking && this.#anyBlocked ? this.#blocked : null);
        if (task < 0) break;
        const shape = this.#shapeOf(task);
        if (!this.#blocked[shape]) {
          const machine = this.#placement !== null ? this.#placement.find(shape) : this.#choose(task, shape);
          if (machine >= 0) {
            this.machine = machine;
            queues.take(task, lane, shape);
            if (this.#sumsCpu) this.#cpuAsked -= this.#cpuOf(task);
            this.#fleet.reserve(machine, shape);
            this.#placement?.changed(machine);
            return task;
          }
          this.#blocked[shape] = true;
          this.#anyBlocked = true;
        }
        if (!this.#overtaking) break;
      }
    }
    return -1;
  }
  machine: MachineId = -1;

  /** Asks a placement of the user's own. */
  #choose(task: TaskSlot, shape: ShapeId): MachineId {
    const choose = this.#policy.placement as Exclude<Policy["placement"], string | undefined>;
    const machine = choose(this.#taskWindow.at(task), this.#machinesWindow.for(shape));
    const possible =
      machine === -1 || (machine >= 0 && machine < this.#fleet.count && this.#fleet.fits(machine, shape));
    if (!possible) this.#blame(`placement chose machine ${machine}, which has no room`);
    return machine;
  }

  /** Something was released on this machine: shapes that fit on it now are worth trying again. */
  #freed(machine: MachineId): void {
    this.#placement?.changed(machine);
    if (this.#anyBlocked) this.#unblock(machine);
  }

  #unblock(machine: MachineId): void {
    let blocked = false;
    for (let shape = 0; shape < this.#blocked.length; shape++) {
      // A placement of the user's own may have other reasons to decline than room: any change may undo them.
      if (this.#blocked[shape] && (this.#placement === null || this.#fleet.fits(machine, shape))) {
        this.#blocked[shape] = false;
      }
      blocked ||= this.#blocked[shape]!;
    }
    this.#anyBlocked = blocked;
  }

  #enqueue(task: TaskSlot, lane: LaneId): void {
    this.#queues.add(task, lane, this.#shapeOf(task), this.#rank(task), ++this.#tickets);
  }

  #takeOut(task: TaskSlot): void {
    if (this.#tasks.lane[task] === IN_BACKLOG) this.#backlog.remove(task);
    else this.#queues.remove(task, this.#shapeOf(task));
  }

  #rank(task: TaskSlot): number {
    return this.#ranks ? this.#askRank(task) : 0;
  }

  #askRank(task: TaskSlot): number {
    const rank = this.#policy.rank!(this.#taskWindow.at(task));
    if (Number.isNaN(rank)) this.#blame("rank is not a number");
    return rank;
  }

  /** A policy of the user's own broke its promise: the run cannot go on. */
  #blame(message: string): never {
    throw new PolicyError(`policy ${this.#policy.name}: ${message}`);
  }

  #shapeOf(task: TaskSlot): ShapeId {
    return this.#templates.shapes[this.#tasks.template[task]!]!;
  }

  #cpuOf(task: TaskSlot): number {
    return this.#templates.specs[this.#tasks.template[task]!]!.resources[CPU]!;
  }
}
