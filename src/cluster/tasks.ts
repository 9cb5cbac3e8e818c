/**
 * The task records in flight, as parallel typed arrays: one slot a task, reused after its end, so that memory grows
 * with the tasks in flight and never with the tasks in all. What tasks have in common stands in their template.
 */
import { assert } from "../engine/assert.ts";
import { NO_EVENT } from "../engine/event-queue.ts";
import type { MachineId, TaskSlot, TemplateId, TenantId } from "./ports.ts";

/**
 * waiting: stored; its dependencies, its batch, its queue or its next attempt are ahead.
 * running, stopping: in progress; stopping has been told to end and still holds its machine.
 * The rest is final.
 */
export const Status = {
  free: 0,
  waiting: 1,
  running: 2,
  stopping: 3,
  done: 4,
  failed: 5,
  dead: 6,
  cancelled: 7,
} as const;
export type Status = (typeof Status)[keyof typeof Status];
export const STATUS_NAMES = [
  "free",
  "waiting",
  "in progress",
  "in progress",
  "done",
  "failed",
  "dead",
  "cancelled",
] as const;

export const NO_MACHINE: MachineId = -1;
/** A ticket that no queue entry carries: the task is in no queue. */
export const NO_TICKET = 0;

export class TaskTable {
  /** Slots in use. */
  count = 0;
  capacity = 0;

  status = new Uint8Array(0);
  template = new Int32Array(0);
  tenant = new Int32Array(0);
  /** The submitter node that admitted the task, or took it over. */
  node = new Uint16Array(0);
  /** The unique id: milliseconds, then node and sequence. See ids.ts. */
  idTime = new Float64Array(0);
  idTail = new Float64Array(0);
  submittedAt = new Float64Array(0);
  /** −1 until the first attempt starts. */
  firstStartedAt = new Float64Array(0);
  startedAt = new Float64Array(0);
  /** Attempts started. */
  starts = new Uint32Array(0);
  /** Attempts that failed by themselves; the loss of a machine is not the task's failure. */
  failures = new Uint32Array(0);
  /** Machines that died or fell silent under it. */
  losses = new Uint32Array(0);
  /** Work that is saved, in ticks on a machine of speed 1. */
  progress = new Float64Array(0);
  /** How long its attempts have held machines, those that have ended. */
  served = new Float64Array(0);
  /** Its submitter has passed it on to the scheduler. */
  forwarded = new Uint8Array(0);
  /** The present attempt's machine has confirmed it, or no confirmation is asked for. */
  confirmed = new Uint8Array(0);
  /** The last attempt's fencing token. Never goes back, not even when the slot is reused. */
  token = new Int32Array(0);
  /** Where the present or the last attempt runs. */
  machine = new Int32Array(0);
  /** The machine that refused it last: it goes to another, if one has room. */
  avoids = new Int32Array(0);
  lane = new Uint8Array(0);
  /** Names the queue entry that speaks for the task; any other is left over. */
  ticket = new Float64Array(0);
  /** Timer of the execution cap while running; of the move to the urgent lane, or of the next attempt, while waiting. */
  timer = new Float64Array(0);
  /** Timer of the longest wait while waiting; of visibility or of the quantum while running. */
  secondTimer = new Float64Array(0);
  stopReason = new Uint8Array(0);
  /** Parents that have not ended yet. */
  pendingParents = new Int32Array(0);
  /** Which run of a periodic task this is; 0 for one that its owner submitted. */
  period = new Uint32Array(0);
  /** First edge to a child in the graph's list, or −1. */
  firstChild = new Int32Array(0);

  #free = new Int32Array(0);
  #freeCount = 0;

  constructor(capacity = 256) {
    this.#resize(capacity);
  }

  /** What every task leaves behind as it found it (ticket, timer, edges) needs no reset. */
  allocate(template: TemplateId, tenant: TenantId): TaskSlot {
    if (this.#freeCount === 0) this.#resize(this.capacity * 2);
    const task = this.#free[--this.#freeCount]!;
    this.count++;
    this.status[task] = Status.waiting;
    this.template[task] = template;
    this.tenant[task] = tenant;
    this.firstStartedAt[task] = -1;
    this.starts[task] = 0;
    this.failures[task] = 0;
    this.losses[task] = 0;
    this.progress[task] = 0;
    this.served[task] = 0;
    this.forwarded[task] = 0;
    this.machine[task] = NO_MACHINE;
    this.avoids[task] = NO_MACHINE;
    this.stopReason[task] = 0;
    return task;
  }

  release(task: TaskSlot): void {
    assert(this.status[task]! >= Status.done, "only an ended task gives up its slot");
    this.status[task] = Status.free;
    this.count--;
    this.#free[this.#freeCount++] = task;
  }

  /** Calls `visit` for every slot in use, in slot order. */
  each(visit: (task: TaskSlot) => void): void {
    for (let task = 0; task < this.capacity; task++) if (this.status[task] !== Status.free) visit(task);
  }

  #resize(capacity: number): void {
    const before = this.capacity;
    this.status = enlarged(this.status, new Uint8Array(capacity));
    this.template = enlarged(this.template, new Int32Array(capacity));
    this.tenant = enlarged(this.tenant, new Int32Array(capacity));
    this.node = enlarged(this.node, new Uint16Array(capacity));
    this.idTime = enlarged(this.idTime, new Float64Array(capacity));
    this.idTail = enlarged(this.idTail, new Float64Array(capacity));
    this.submittedAt = enlarged(this.submittedAt, new Float64Array(capacity));
    this.firstStartedAt = enlarged(this.firstStartedAt, new Float64Array(capacity));
    this.startedAt = enlarged(this.startedAt, new Float64Array(capacity));
    this.starts = enlarged(this.starts, new Uint32Array(capacity));
    this.failures = enlarged(this.failures, new Uint32Array(capacity));
    this.losses = enlarged(this.losses, new Uint32Array(capacity));
    this.progress = enlarged(this.progress, new Float64Array(capacity));
    this.served = enlarged(this.served, new Float64Array(capacity));
    this.forwarded = enlarged(this.forwarded, new Uint8Array(capacity));
    this.confirmed = enlarged(this.confirmed, new Uint8Array(capacity));
    this.token = enlarged(this.token, new Int32Array(capacity));
    this.machine = enlarged(this.machine, new Int32Array(capacity));
    this.avoids = enlarged(this.avoids, new Int32Array(capacity));
    this.lane = enlarged(this.lane, new Uint8Array(capacity));
    this.ticket = enlarged(this.ticket, new Float64Array(capacity));
    this.timer = enlarged(this.timer, new Float64Array(capacity));
    this.secondTimer = enlarged(this.secondTimer, new Float64Array(capacity));
    this.stopReason = enlarged(this.stopReason, new Uint8Array(capacity));
    this.pendingParents = enlarged(this.pendingParents, new Int32Array(capacity));
    this.period = enlarged(this.period, new Uint32Array(capacity));
    this.firstChild = enlarged(this.firstChild, new Int32Array(capacity));
    this.ticket.fill(NO_TICKET, before);
    this.timer.fill(NO_EVENT, before);
    this.secondTimer.fill(NO_EVENT, before);
    this.firstChild.fill(-1, before);
    this.#free = enlarged(this.#free, new Int32Array(capacity));
    for (let task = capacity - 1; task >= before; task--) this.#free[this.#freeCount++] = task;
    this.capacity = capacity;
  }
}

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

function enlarged<A extends Column>(from: A, to: A): A {
  to.set(from);
  return to;
}
