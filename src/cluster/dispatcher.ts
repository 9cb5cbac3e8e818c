/**
 * Order and place: the half of the scheduler that asks the policy. It keeps the backlog and the queue, and decides
 * which ready task goes next, onto which machine, and who gives way to it.
 */
import { assert } from "../engine/assert.ts";
import type { Random } from "../engine/random.ts";
import { NEVER, type Tick } from "../engine/time.ts";
import { Backlog } from "./batcher.ts";
import { ClusterWindow } from "./cluster-window.ts";
import { Demand } from "./demand.ts";
import type { Fleet, ShapeId } from "./fleet.ts";
import { Lots } from "./lots.ts";
import { Places } from "./places.ts";
import { blame, LANES, type Policy } from "./policy.ts";
import type { MachineId, TaskSlot } from "./ports.ts";
import { type LaneId, Queues, URGENT } from "./queues.ts";
import { CPU } from "./resources.ts";
import type { ClusterSpec } from "./spec.ts";
import { NO_TICKET, type TaskTable } from "./tasks.ts";
import type { Templates } from "./templates.ts";
import { Tenancy } from "./tenancy.ts";
import { Victims } from "./victims.ts";
import { TaskWindow } from "./views.ts";

/** In which of the two waiting places a task with a ticket is. */
const IN_BACKLOG: LaneId = 255;
const DELAYABLE: LaneId = LANES.indexOf("delayable");

/**
 * Why a task that is ready does not run. `batch`: it is not in the queue yet. `closed`: its lane is not served now.
 * `no-room`: no machine has room for it. `turn`: another tenant goes first. `behind`: the order holds it back.
 */
export interface WaitReason {
  readonly kind: "batch" | "closed" | "no-room" | "turn" | "behind";
  /** How many go before it: of the backlog, or of its lane; of its own tenant where tenants take turns. */
  readonly ahead: number;
}

/** Sees what joins the backlog, what leaves it, and what each batch takes; `room` is how much it may take. */
export interface BatchWatch {
  joined(task: TaskSlot, rank: number, ticket: number): void;
  left(task: TaskSlot): void;
  pushed(task: TaskSlot): void;
  batchOver(room: number): void;
}

export class Dispatcher {
  watch: BatchWatch | null = null;
  readonly #spec: ClusterSpec;
  readonly #policy: Policy;
  readonly #tasks: TaskTable;
  readonly #templates: Templates;
  readonly #fleet: Fleet;
  readonly #clock: Float64Array;
  readonly #queues: Queues;
  readonly #backlog: Backlog;
  readonly #demand: Demand;
  /** By lane: thousandths of cores that its tasks ask for. Kept only where lanes may be closed. */
  readonly #laneCpu = new Float64Array(LANES.length);
  readonly #cluster: ClusterWindow;
  readonly #places: Places;
  readonly #taskWindow: TaskWindow;
  /** Ready tasks go straight into the queue: no batch is configured and the policy leaves its size open. */
  readonly #direct: boolean;
  readonly #overtaking: boolean;
  // Which questions the policy answers, asked once: of a question left out, no task costs anything.
  readonly #classifies: boolean;
  readonly #ranks: boolean;
  readonly #gates: boolean;
  readonly #tenancy: Tenancy | null;
  readonly #victims: Victims | null;
  /** Whether anybody may ask what the waiting tasks ask for. */
  readonly #sums: boolean;
  /** Shapes for which nobody gives way, while victim() looks. */
  readonly #inVain: boolean[] = [];
  #tickets = NO_TICKET;

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
    const { every, size } = spec.control.batcher;
    this.#direct = policy.batch === undefined && every === 0 && size === NEVER;
    this.#overtaking = policy.overtaking ?? true;
    this.#classifies = policy.lane !== undefined || policy.urgentAt !== undefined;
    this.#ranks = policy.rank !== undefined;
    this.#gates = policy.serves !== undefined;
    this.#sums =
      this.#gates ||
      policy.batch !== undefined ||
      policy.admits !== undefined ||
      spec.control.monitor.autoscale !== null;
    const lots = new Lots(random);
    this.#tenancy = policy.tenantRank === undefined ? null : new Tenancy(spec, policy, fleet, clock);
    this.#victims =
      policy.givesWay === undefined ? null : new Victims(spec, policy, tasks, templates, fleet, clock, lots);
    this.#queues = new Queues(tasks, this.#tenancy?.turns ?? null);
    this.#backlog = new Backlog(tasks, this.#tenancy?.batchTurns ?? null);
    this.#demand = new Demand(templates);
    this.#cluster = new ClusterWindow(spec.control, fleet, this.#queues, this.#backlog, this.#demand, clock);
    this.#taskWindow = new TaskWindow(spec, tasks, templates, clock, lots);
    this.#places = new Places(spec, policy, tasks, fleet, random, this.#taskWindow);
  }

  get backlog(): number {
    return this.#backlog.count;
  }
  get queued(): number {
    return this.#queues.count;
  }
  /** Tasks in one lane of the queue. */
  queuedIn(lane: LaneId): number {
    return this.#queues.counts[lane]!;
  }
  /**
   * Thousandths of cores that the waiting tasks ask for, but for those whose lane is not served now: they would leave
   * a machine idle. Known where the policy or an autoscaler asks.
   */
  get cpuAsked(): number {
    let { cpu } = this.#demand;
    if (!this.#gates) return cpu;
    for (let lane = 0; lane < LANES.length; lane++)
      if (this.#queues.counts[lane]! > 0 && !this.#serves(lane)) cpu -= this.#laneCpu[lane]!;
    return cpu;
  }
  /** When the policy should be asked again even if nothing else happens: prices change then. */
  get pricesChangeAt(): Tick {
    return this.#gates ? this.#cluster.prices.nextAfter(this.#clock[0]!) : NEVER;
  }

  /** A template may have brought a shape or a dimension that was not asked for before. */
  templateAdded(): void {
    this.#places.templateAdded();
  }

  /** Whether a task is taken in at all. Its slot is filled, and it waits for nothing yet. */
  admits(task: TaskSlot): boolean {
    return this.#policy.admits?.(this.#taskWindow.at(task), this.#cluster) ?? true;
  }

  /** How long the attempt that has just started, or has used up its last quantum, may go on while others wait. */
  quantumOf(task: TaskSlot): Tick {
    if (this.#policy.quantum === undefined) return NEVER;
    const quantum = Math.ceil(this.#policy.quantum(this.#taskWindow.at(task)));
    if (!(quantum >= 1)) blame(this.#policy, `quantum is ${quantum} and must be at least 1`);
    return quantum;
  }

  /** The task may run from now on. Returns when it becomes urgent if it still waits then, or NEVER. */
  add(task: TaskSlot): Tick {
    if (this.#sums) this.#demand.add(this.#tasks.template[task]!);
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
      if (lane < 0) blame(policy, `"${name}" is not a lane (${LANES.join(", ")})`);
    }
    if (lane !== URGENT && policy.urgentAt !== undefined) {
      urgentAt = Math.ceil(policy.urgentAt(this.#taskWindow.at(task)));
      if (Number.isNaN(urgentAt)) blame(policy, "urgentAt is not a number");
      if (urgentAt <= this.#clock[0]!) lane = URGENT;
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
      const rank = this.#rank(task);
      this.#backlog.add(task, rank, ++this.#tickets);
      this.watch?.joined(task, rank, this.#tickets);
    }
  }

  /** The task no longer waits. */
  remove(task: TaskSlot): void {
    this.#takeOut(task);
    this.#victims?.waitsNoMore(task);
    if (this.#sums) this.#demand.remove(this.#tasks.template[task]!);
  }

  waits(task: TaskSlot): boolean {
    return this.#tasks.ticket[task] !== NO_TICKET;
  }

  /** The task's limit is near: ahead of everything that is not urgent. */
  promote(task: TaskSlot): void {
    this.#takeOut(task);
    this.#enqueue(task, URGENT);
  }

  /** An attempt is over: the task holds nothing any more, and its machine has room again. */
  release(machine: MachineId, task: TaskSlot): void {
    this.abandon(task);
    this.freed(machine, this.#shapeOf(task));
  }

  /** The task's attempt is not counted on any more; what it holds on its machine stays reserved until freed(). */
  abandon(task: TaskSlot): void {
    this.#tenancy?.left(this.#tasks.tenant[task]!, this.#fleet.shapes[this.#shapeOf(task)]!);
    this.#victims?.left(task);
  }

  /** What was reserved on a machine is free. */
  freed(machine: MachineId, shape: ShapeId): void {
    this.#places.release(machine, shape);
  }

  setUp(machine: MachineId, up: boolean): void {
    this.#places.setUp(machine, up);
  }

  /** A batch is due: the top K of the backlog go into the queue. */
  pushBatch(): void {
    if (this.#backlog.count === 0) return;
    const asked = this.#policy.batch?.(this.#cluster) ?? NEVER;
    if (Number.isNaN(asked)) blame(this.#policy, "batch is not a number");
    const room = Math.min(asked, this.#spec.control.batcher.size);
    for (let left = room; left >= 1; left--) {
      const task = this.#backlog.take();
      if (task < 0) break;
      this.watch?.pushed(task);
      this.#enqueue(
        task,
        this.#policy.lane === undefined
          ? DELAYABLE
          : LANES.indexOf(this.#policy.lane(this.#taskWindow.at(task))),
      );
    }
    this.watch?.batchOver(room);
  }

  /** Takes the task that starts next out of its queue, with room reserved on `machine`; −1 when none can start. */
  next(): TaskSlot {
    const queues = this.#queues;
    const places = this.#places;
    if (queues.count === 0) return -1;
    for (let lane = 0; lane < LANES.length; lane++) {
      if (queues.counts[lane] === 0) continue;
      if (this.#gates && !this.#serves(lane)) continue;
      for (;;) {
        const task = queues.first(lane, this.#overtaking && places.anyBlocked ? places.blocked : null);
        if (task < 0) break;
        const shape = this.#shapeOf(task);
        if (!places.blocked[shape]) {
          const machine = places.find(task, shape);
          if (machine >= 0) {
            this.machine = machine;
            this.#begin(task, lane, shape, machine);
            return task;
          }
        }
        if (!this.#overtaking) break;
      }
    }
    return -1;
  }
  machine: MachineId = -1;

  /**
   * After next() has found nothing: a running task to pause, so that the first waiting one that does not fit and has
   * not been promised room can take its place; −1 when there is none. Asked again, it goes on to the next one.
   */
  victim(): TaskSlot {
    const victims = this.#victims;
    if (victims === null || this.#queues.count === 0) return -1;
    const inVain = this.#inVain;
    for (let lane = 0; lane < LANES.length; lane++) {
      if (this.#queues.counts[lane] === 0) continue;
      if (this.#gates && !this.#serves(lane)) continue;
      inVain.length = 0;
      for (;;) {
        const task = this.#queues.find(lane, inVain, victims.isOpen);
        // One that would fit is only held up by the order: it needs nobody's place.
        if (task < 0 || !this.#places.blocked[this.#shapeOf(task)]) break;
        if (victims.promiseComing(task)) continue;
        const victim = victims.choose(task);
        if (victim >= 0) return victim;
        if (!this.#overtaking) break;
        while (inVain.length <= this.#shapeOf(task)) inVain.push(false);
        inVain[this.#shapeOf(task)] = true;
      }
    }
    return -1;
  }

  /** Why a task that is ready does not run now. For explanations: it looks at all that wait with it. */
  whyWaits(task: TaskSlot): WaitReason {
    assert(this.waits(task), "only a task that waits has a reason to");
    const lane = this.#tasks.lane[task]!;
    if (lane === IN_BACKLOG) return { kind: "batch", ahead: this.#backlog.ahead(task) };
    const ahead = this.#queues.ahead(task, lane);
    if (this.#gates && !this.#serves(lane)) return { kind: "closed", ahead };
    const shape = this.#shapeOf(task);
    const first = this.#queues.first(lane, null);
    if (ahead === 0 && this.#tenancy !== null && this.#tasks.tenant[first] !== this.#tasks.tenant[task])
      return { kind: "turn", ahead };
    return { kind: this.#places.hasRoom(shape) ? "behind" : "no-room", ahead };
  }

  /** What the policy answers for a waiting task, the lowest going first; null where it leaves the order open. */
  rankOf(task: TaskSlot): number | null {
    return this.#ranks ? this.#askRank(task) : null;
  }

  #serves(lane: LaneId): boolean {
    return this.#policy.serves!(LANES[lane]!, this.#cluster);
  }

  #begin(task: TaskSlot, lane: LaneId, shape: ShapeId, machine: MachineId): void {
    this.#queues.take(task, lane, shape);
    if (this.#sums) this.#demand.remove(this.#tasks.template[task]!);
    if (this.#gates) this.#laneCpu[lane]! -= this.#cpuOf(task);
    this.#tenancy?.started(this.#tasks.tenant[task]!, this.#fleet.shapes[shape]!);
    this.#tenancy?.unqueued(this.#tasks.tenant[task]!, this.#fleet.shapes[shape]!);
    this.#victims?.started(task, this.#rank(task));
    this.#places.reserve(machine, shape);
  }

  #enqueue(task: TaskSlot, lane: LaneId): void {
    const shape = this.#shapeOf(task);
    this.#tasks.lane[task] = lane;
    this.#queues.add(task, lane, shape, this.#rank(task), ++this.#tickets);
    if (this.#gates) this.#laneCpu[lane]! += this.#cpuOf(task);
    this.#tenancy?.queued(this.#tasks.tenant[task]!, this.#fleet.shapes[shape]!);
  }

  #takeOut(task: TaskSlot): void {
    const lane = this.#tasks.lane[task]!;
    if (lane === IN_BACKLOG) {
      this.#backlog.remove(task);
      this.watch?.left(task);
    } else {
      const shape = this.#shapeOf(task);
      this.#queues.remove(task, lane, shape);
      if (this.#gates) this.#laneCpu[lane]! -= this.#cpuOf(task);
      this.#tenancy?.unqueued(this.#tasks.tenant[task]!, this.#fleet.shapes[shape]!);
    }
  }

  #rank(task: TaskSlot): number {
    return this.#ranks ? this.#askRank(task) : 0;
  }

  #askRank(task: TaskSlot): number {
    const rank = this.#policy.rank!(this.#taskWindow.at(task));
    if (Number.isNaN(rank)) blame(this.#policy, "rank is not a number");
    return rank;
  }

  #cpuOf(task: TaskSlot): number {
    return this.#templates.specs[this.#tasks.template[task]!]!.resources[CPU]!;
  }

  #shapeOf(task: TaskSlot): ShapeId {
    return this.#templates.shapes[this.#tasks.template[task]!]!;
  }
}
