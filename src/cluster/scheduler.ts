/**
 * The scheduler: a pure, synchronous state machine. Inputs are method calls that carry the time; effects go out
 * through a port that returns nothing; decisions are taken once per instant, in settle(), after everything of that
 * instant is in. The virtual and the live world run this very class.
 */
import { assert } from "../engine/assert.ts";
import { Digest } from "../engine/digest.ts";
import { EventQueue, NO_EVENT } from "../engine/event-queue.ts";
import type { Random } from "../engine/random.ts";
import { NEVER, type Tick } from "../engine/time.ts";
import { Edges, topologicalOrder } from "./dag.ts";
import { Dispatcher } from "./dispatcher.ts";
import { Fleet } from "./fleet.ts";
import { Limiter } from "./limiter.ts";
import { ClusterManager } from "./manager.ts";
import { Monitor } from "./monitor.ts";
import { PeriodicTasks } from "./periodic.ts";
import type { Policy } from "./policy.ts";
import {
  Alert,
  type Effects,
  type MachineId,
  Notice,
  type Observer,
  Outcome,
  StopReason,
  type TaskSlot,
  type TemplateId,
  type TenantId,
  type Token,
} from "./ports.ts";
import { retryDelay } from "./retry.ts";
import type { ClusterSpec, TemplateSpec } from "./spec.ts";
import { type NodeId, Submitters } from "./submitters.ts";
import { NO_MACHINE, Status, TaskTable } from "./tasks.ts";
import { Templates } from "./templates.ts";

export interface SchedulerOptions {
  readonly cluster: ClusterSpec;
  readonly policy: Policy;
  readonly effects: Effects;
  /** Made after the scheduler's tables exist, so that it can read them. */
  readonly observer: (scheduler: Scheduler) => Observer;
  /** For placements that choose by chance. */
  readonly random: Random;
}

/** The scheduler's own timers. */
const Timer = { cap: 0, urgent: 1, retry: 2, batch: 3, period: 4 } as const;

/** What goes into the digest. */
const Mark = {
  submitted: 1,
  refused: 2,
  started: 3,
  stopped: 4,
  attemptEnded: 5,
  ended: 6,
  machine: 7,
  submitter: 8,
} as const;

const REFUSED = -1;

export class Scheduler {
  readonly cluster: ClusterSpec;
  readonly tasks = new TaskTable();
  readonly fleet: Fleet;
  readonly templates: Templates;
  readonly digest = new Digest();
  /** Reports under an old token, which were refused. */
  duplicates = 0;

  readonly #effects: Effects;
  readonly #observer: Observer;
  readonly #limiter: Limiter;
  readonly #submitters: Submitters;
  readonly #manager: ClusterManager;
  readonly #monitor: Monitor;
  readonly #periodic: PeriodicTasks;
  readonly #dispatcher: Dispatcher;
  readonly #edges = new Edges();
  readonly #timers = new EventQueue();
  readonly #batchEvery: Tick;
  /** The present time, in an array: a number in a field would be allocated anew with every change. */
  readonly #clock = new Float64Array(1);
  #dirty = false;
  #wakeAt: Tick = NEVER;
  #batchTimer = NO_EVENT;
  /** Tasks that became ready in this instant and have a time at which they turn urgent: (task, ticket, time). */
  readonly #fresh: number[] = [];

  constructor(options: SchedulerOptions) {
    const { cluster, policy, effects, random } = options;
    this.cluster = cluster;
    this.fleet = new Fleet(cluster.machines);
    this.templates = new Templates(this.fleet);
    this.#effects = effects;
    this.#limiter = new Limiter(cluster);
    this.#submitters = new Submitters(cluster.control.submitters.nodes);
    this.#manager = new ClusterManager(this.#submitters, this.tasks);
    this.#monitor = new Monitor(this.fleet, cluster.control.peakAt, effects);
    this.#periodic = new PeriodicTasks(cluster.control.epoch, {
      canSubmit: () => this.#submitters.anyUp,
      submit: ({ tenant, template, period }) =>
        this.#ready(this.#admit(tenant, template, this.#submitters.next(), period)),
      miss: ({ tenant, template }) => this.#refuse(tenant, template, 0, Notice.missedPeriod, 0),
      wakeAt: (index, at) => this.#timers.schedule(at, 0, Timer.period, index, 0),
    });
    this.#dispatcher = new Dispatcher(
      cluster,
      policy,
      this.tasks,
      this.templates,
      this.fleet,
      this.#clock,
      random,
    );
    this.#batchEvery = cluster.control.batcher.every;
    this.#observer = options.observer(this);
  }

  get now(): Tick {
    return this.#clock[0]!;
  }

  /** Tasks that are ready and wait for a machine, in the backlog or in the queue. */
  get waiting(): number {
    return this.#dispatcher.backlog + this.#dispatcher.queued;
  }

  get queued(): number {
    return this.#dispatcher.queued;
  }

  get peak(): boolean {
    return this.#monitor.peak;
  }

  /** Makes a template known; tasks are submitted by its id. */
  template(spec: TemplateSpec): TemplateId {
    const id = this.templates.add(spec);
    this.#dispatcher.templateAdded();
    return id;
  }

  /** A tenant submits one task without dependencies. Returns its slot, or −1 when it was refused and told why. */
  submit(now: Tick, tenant: TenantId, template: TemplateId): TaskSlot {
    this.#advance(now);
    const node = this.#receive(tenant, template, 1);
    if (node < 0) return REFUSED;
    const task = this.#admit(tenant, template, node, 0);
    const spec = this.templates.specs[template]!;
    if (spec.schedule !== "once") this.#periodic.add(tenant, template, spec, now);
    this.#ready(task);
    return task;
  }

  /**
   * A tenant submits tasks that depend on each other: `parents[i]` are the positions that task i waits for. All are
   * admitted or none. Fills `slots` in the order of `templates`; false when the job was refused.
   */
  submitJob(
    now: Tick,
    tenant: TenantId,
    templates: readonly TemplateId[],
    parents: readonly (readonly number[])[],
    slots: TaskSlot[],
  ): boolean {
    this.#advance(now);
    const order = topologicalOrder(parents);
    if (order === null) {
      this.#refuse(tenant, templates[0]!, templates.length, Notice.cyclicDependencies, 0);
      return false;
    }
    const node = this.#receive(tenant, templates[0]!, templates.length);
    if (node < 0) return false;
    slots.length = templates.length;
    for (const position of order) slots[position] = this.#admit(tenant, templates[position]!, node, 0);
    // Lists grow at their head: linking the last task first leaves each parent's children in their order.
    for (let i = order.length - 1; i >= 0; i--) this.#link(slots, parents[order[i]!]!, slots[order[i]!]!);
    for (const position of order) if (parents[position]!.length === 0) this.#ready(slots[position]!);
    return true;
  }

  /** The owner no longer wants the task. Has no effect on one that has ended. */
  cancel(now: Tick, task: TaskSlot): void {
    this.#advance(now);
    const status = this.tasks.status[task]!;
    if (status === Status.waiting) {
      this.#stopWaiting(task);
      this.#end(task, Status.cancelled, Notice.cancelled);
    } else if (status === Status.running) {
      this.#stop(task, StopReason.cancelled);
    }
  }

  /** A world reports the end of an attempt. False when the token is not the present one: the report is refused. */
  attemptEnded(now: Tick, task: TaskSlot, token: Token, outcome: Outcome): boolean {
    this.#advance(now);
    const { tasks } = this;
    const status = tasks.status[task]!;
    if (tasks.token[task] !== token || (status !== Status.running && status !== Status.stopping)) {
      this.duplicates++;
      return false;
    }
    this.#leaveMachine(task, outcome);
    if (outcome === Outcome.done) {
      this.#end(task, Status.done, Notice.done);
    } else if (status === Status.stopping) {
      this.#endStopped(task);
    } else if (outcome === Outcome.lost) {
      this.#waitAgain(task);
    } else {
      this.#failed(task);
    }
    return true;
  }

  /** The machine is gone, and with it whatever ran there. Those tasks run again: it was not their failure. */
  machineDown(now: Tick, machine: MachineId): void {
    this.#advance(now);
    if (this.fleet.up[machine] === 0) return;
    const { tasks } = this;
    // Losing a task changes no other task's machine, so the table can be walked while it happens.
    for (let task = 0; task < tasks.capacity; task++) {
      const status = tasks.status[task];
      if (tasks.machine[task] !== machine || (status !== Status.running && status !== Status.stopping))
        continue;
      this.#leaveMachine(task, Outcome.lost);
      if (status === Status.stopping) this.#endStopped(task);
      else this.#waitAgain(task);
    }
    this.#setUp(machine, false);
  }

  machineUp(now: Tick, machine: MachineId): void {
    this.#advance(now);
    if (this.fleet.up[machine] === 0) this.#setUp(machine, true);
  }

  submitterDown(now: Tick, node: NodeId): void {
    this.#advance(now);
    if (!this.#manager.down(node)) return;
    this.digest.mix(Mark.submitter, node, 0);
    this.#effects.alert(Alert.submitterDown, node);
  }

  submitterUp(now: Tick, node: NodeId): void {
    this.#advance(now);
    if (!this.#manager.up(node)) return;
    this.digest.mix(Mark.submitter, node, 1);
    this.#effects.alert(Alert.submitterUp, node);
    this.#periodic.resume(now);
  }

  /** No periodic task is repeated from now on; what is accepted still runs to its end. */
  close(now: Tick): void {
    this.#advance(now);
    this.#periodic.close(now);
  }

  /** The time asked for through wakeAt has come. */
  wake(now: Tick): void {
    this.#advance(now);
    this.#wakeAt = NEVER;
    const timers = this.#timers;
    while (timers.nextAt <= now) {
      timers.pop();
      this.#due(timers.kind, timers.a, timers.b);
    }
  }

  /** Everything of this instant is in: decide. */
  settle(now: Tick): void {
    if (!this.#dirty) return;
    this.#advance(now);
    this.#dirty = false;
    const dispatcher = this.#dispatcher;
    let more: boolean;
    do {
      if (this.#batchEvery === 0 && dispatcher.backlog > 0) dispatcher.pushBatch();
      more = false;
      for (let task = dispatcher.next(); task >= 0; task = dispatcher.next()) {
        this.#start(task, dispatcher.machine);
        more = this.#batchEvery === 0 && dispatcher.backlog > 0;
      }
    } while (more);
    if (this.#fresh.length > 0) this.#armFresh();
    this.#monitor.update();
    this.#observer.settled();
    const next = this.#timers.nextAt;
    if (next < this.#wakeAt) {
      this.#wakeAt = next;
      this.#effects.wakeAt(next);
    }
  }

  #advance(now: Tick): void {
    assert(now >= this.#clock[0]!, "time went backwards");
    this.#clock[0] = now;
    this.digest.at(now);
    this.#dirty = true;
  }

  /** Limiter and submitter: the node that takes the submission, or −1 after telling the tenant why not. */
  #receive(tenant: TenantId, template: TemplateId, tasks: number): NodeId {
    const node = this.#submitters.next();
    if (node < 0) {
      this.#refuse(tenant, template, tasks, Notice.unavailable, 0);
      return REFUSED;
    }
    if (!this.#limiter.limits(tenant)) return node;
    const wait = this.#limiter.admit(this.now, tenant, tasks);
    if (wait > 0) {
      this.#refuse(tenant, template, tasks, Notice.limitExceeded, wait);
      return REFUSED;
    }
    return node;
  }

  #refuse(tenant: TenantId, template: TemplateId, tasks: number, notice: Notice, after: Tick): void {
    this.digest.mix(Mark.refused, tenant, notice);
    for (let i = 0; i < tasks; i++) this.#observer.refused(tenant, template);
    this.#effects.tell(tenant, notice, REFUSED, after);
  }

  #admit(tenant: TenantId, template: TemplateId, node: NodeId, period: number): TaskSlot {
    const { tasks } = this;
    const task = tasks.allocate(template, tenant);
    const ids = this.#submitters.ids(node);
    ids.issue(this.cluster.control.epoch + Math.floor(this.now / 1000));
    tasks.idTime[task] = ids.time;
    tasks.idTail[task] = ids.tail;
    tasks.node[task] = node;
    tasks.submittedAt[task] = this.now;
    tasks.period[task] = period;
    this.digest.mix(Mark.submitted, ids.tail, tenant);
    this.#observer.submitted(task);
    this.#effects.save?.(task);
    this.#effects.tell(tenant, Notice.accepted, task, 0);
    return task;
  }

  #link(slots: readonly TaskSlot[], parents: readonly number[], task: TaskSlot): void {
    const { firstChild, pendingParents } = this.tasks;
    pendingParents[task] = parents.length;
    for (const parent of parents)
      firstChild[slots[parent]!] = this.#edges.add(firstChild[slots[parent]!]!, task);
  }

  #ready(task: TaskSlot): void {
    this.#observer.ready?.(task);
    const urgentAt = this.#dispatcher.add(task);
    if (urgentAt < NEVER) this.#fresh.push(task, this.tasks.ticket[task]!, urgentAt);
    if (this.#batchEvery > 0 && this.#batchTimer === NO_EVENT && this.#dispatcher.backlog > 0)
      this.#armBatch();
  }

  #start(task: TaskSlot, machine: MachineId): void {
    const { tasks } = this;
    const now = this.now;
    const template = this.templates.specs[tasks.template[task]!]!;
    this.#clearTimer(task);
    const token = tasks.token[task]! + 1;
    tasks.status[task] = Status.running;
    tasks.token[task] = token;
    tasks.machine[task] = machine;
    tasks.starts[task]!++;
    tasks.startedAt[task] = now;
    if (tasks.firstStartedAt[task]! < 0) {
      tasks.firstStartedAt[task] = now;
      if (now - tasks.submittedAt[task]! > template.delayTolerance) {
        this.#effects.tell(tasks.tenant[task]!, Notice.late, task, 0);
      }
    }
    if (template.executionCap < NEVER) {
      tasks.timer[task] = this.#timers.schedule(now + template.executionCap, 0, Timer.cap, task, token);
    }
    this.digest.mix(Mark.started, task, machine);
    this.#observer.started?.(task, machine);
    this.#effects.save?.(task);
    this.#effects.start(task, token, machine);
  }

  #stop(task: TaskSlot, reason: StopReason): void {
    this.tasks.status[task] = Status.stopping;
    this.tasks.stopReason[task] = reason;
    this.digest.mix(Mark.stopped, task, reason);
    this.#effects.save?.(task);
    this.#effects.stop(task, this.tasks.token[task]!, this.tasks.machine[task]!, reason);
  }

  /** The attempt is over, however it ended: its resources and its timer are given back. */
  #leaveMachine(task: TaskSlot, outcome: Outcome): void {
    const machine = this.tasks.machine[task]!;
    this.#clearTimer(task);
    this.#dispatcher.release(machine, task);
    // What ends well ends the task, and that goes into the digest by itself.
    if (outcome !== Outcome.done) this.digest.mix(Mark.attemptEnded, task, outcome);
    this.#observer.attemptEnded?.(task, machine, outcome);
  }

  #endStopped(task: TaskSlot): void {
    if (this.tasks.stopReason[task] === StopReason.capped) this.#end(task, Status.failed, Notice.capped);
    else this.#end(task, Status.cancelled, Notice.cancelled);
  }

  #failed(task: TaskSlot): void {
    const { tasks } = this;
    const failures = ++tasks.failures[task]!;
    const { attempts } = this.templates.specs[tasks.template[task]!]!;
    if (failures < attempts) {
      this.#waitAgain(task, retryDelay(this.cluster.control.retry, failures));
    } else if (attempts === 1) {
      this.#end(task, Status.failed, Notice.failed);
    } else {
      this.#effects.alert(Alert.deadLetter, task);
      this.#end(task, Status.dead, Notice.deadLettered);
    }
  }

  #waitAgain(task: TaskSlot, delay: Tick = 0): void {
    this.tasks.status[task] = Status.waiting;
    this.tasks.machine[task] = NO_MACHINE;
    this.#effects.save?.(task);
    if (delay === 0) this.#ready(task);
    else this.tasks.timer[task] = this.#timers.schedule(this.now + delay, 0, Timer.retry, task, 0);
  }

  /** Ends a task, and with it what depended on it in vain; then its slot is free. */
  #end(task: TaskSlot, status: Status, notice: Notice): void {
    const { tasks } = this;
    this.#finish(task, status, notice);
    if (tasks.firstChild[task]! < 0 && tasks.pendingParents[task] === 0) {
      tasks.release(task);
      return;
    }
    const ended = [task];
    for (let parent = ended.pop(); parent !== undefined; parent = ended.pop()) {
      const succeeded = tasks.status[parent] === Status.done;
      let edge = tasks.firstChild[parent]!;
      while (edge >= 0) {
        const child = this.#edges.child(edge);
        edge = this.#edges.drop(edge);
        const pending = --tasks.pendingParents[child]!;
        if (tasks.status[child]! >= Status.done) {
          // Ended before its parents: its slot was kept until the last edge to it is gone.
          if (pending === 0) tasks.release(child);
        } else if (!succeeded) {
          this.#finish(child, Status.cancelled, Notice.cancelled);
          ended.push(child);
        } else if (pending === 0) {
          this.#ready(child);
        }
      }
      tasks.firstChild[parent] = -1;
      if (tasks.pendingParents[parent] === 0) tasks.release(parent);
    }
  }

  #finish(task: TaskSlot, status: Status, notice: Notice): void {
    const { tasks } = this;
    tasks.status[task] = status;
    this.digest.mix(Mark.ended, task, status);
    this.#effects.save?.(task);
    this.#effects.tell(tasks.tenant[task]!, notice, task, 0);
    this.#observer.ended(task);
  }

  #setUp(machine: MachineId, up: boolean): void {
    this.#dispatcher.setUp(machine, up);
    this.digest.mix(Mark.machine, machine, up ? 1 : 0);
    this.#effects.alert(up ? Alert.machineUp : Alert.machineDown, machine);
    this.#observer.fleetChanged();
  }

  #stopWaiting(task: TaskSlot): void {
    this.#clearTimer(task);
    if (this.#dispatcher.waits(task)) this.#dispatcher.remove(task);
  }

  #clearTimer(task: TaskSlot): void {
    if (this.tasks.timer[task] === NO_EVENT) return;
    this.#timers.cancel(this.tasks.timer[task]!);
    this.tasks.timer[task] = NO_EVENT;
  }

  #due(kind: number, a: number, b: number): void {
    switch (kind) {
      case Timer.cap:
        assert(this.tasks.token[a] === b, "a cap's timer ends with its attempt");
        this.tasks.timer[a] = NO_EVENT;
        this.#stop(a, StopReason.capped);
        break;
      case Timer.urgent:
        this.tasks.timer[a] = NO_EVENT;
        this.#dispatcher.promote(a);
        break;
      case Timer.retry:
        this.tasks.timer[a] = NO_EVENT;
        this.#ready(a);
        break;
      case Timer.batch:
        this.#batchTimer = NO_EVENT;
        this.#dispatcher.pushBatch();
        if (this.#dispatcher.backlog > 0) this.#armBatch();
        break;
      case Timer.period:
        this.#periodic.due(a, this.now);
        break;
    }
  }

  #armBatch(): void {
    const every = this.#batchEvery;
    const at = (Math.floor(this.now / every) + 1) * every;
    this.#batchTimer = this.#timers.schedule(at, 1, Timer.batch, 0, 0);
  }

  /** Most tasks start at once; only those that still wait get a timer for the moment they turn urgent. */
  #armFresh(): void {
    const fresh = this.#fresh;
    for (let i = 0; i < fresh.length; i += 3) {
      const task = fresh[i]!;
      if (this.tasks.ticket[task] !== fresh[i + 1]) continue;
      this.tasks.timer[task] = this.#timers.schedule(fresh[i + 2]!, 0, Timer.urgent, task, 0);
    }
    fresh.length = 0;
  }
}
