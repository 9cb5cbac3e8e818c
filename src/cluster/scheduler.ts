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
import { Autoscaler } from "./autoscaler.ts";
import { Context, Mark, Timer } from "./context.ts";
import { topologicalOrder } from "./dag.ts";
import { Dispatcher } from "./dispatcher.ts";
import { Fleet } from "./fleet.ts";
import { Intake, REFUSED, type Submission, Verdict } from "./intake.ts";
import { Lifecycle } from "./lifecycle.ts";
import { Membership } from "./membership.ts";
import { Monitor } from "./monitor.ts";
import { befall, type NodeEvent } from "./node-events.ts";
import type { Policy } from "./policy.ts";
import {
  type Effects,
  type MachineId,
  type NodeId,
  Notice,
  type Observer,
  type Outcome,
  StopReason,
  type TaskSlot,
  type TemplateId,
  type TenantId,
  type Token,
} from "./ports.ts";
import { Repeats } from "./repeats.ts";
import type { ClusterSpec, TemplateSpec } from "./spec.ts";
import { Status, TaskTable } from "./tasks.ts";
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

export class Scheduler {
  readonly cluster: ClusterSpec;
  readonly tasks = new TaskTable();
  readonly fleet: Fleet;
  readonly templates: Templates;
  readonly digest = new Digest();
  readonly intake: Intake;
  readonly life: Lifecycle;
  readonly dispatcher: Dispatcher;
  readonly members: Membership;
  /** Reports and deliveries under an old token, ticket or key, which were refused. */
  duplicates = 0;

  readonly #context: Context;
  readonly #effects: Effects;
  readonly #observer: Observer;
  readonly #monitor: Monitor;
  readonly #autoscaler: Autoscaler | null;
  readonly #repeats: Repeats;
  readonly #timers = new EventQueue();
  readonly #batchEvery: Tick;
  readonly #batchFull: number;
  readonly #pauses: boolean;
  readonly #clock = new Float64Array(1);
  #dirty = false;
  #wakeAt: Tick = NEVER;
  #batchTimer = NO_EVENT;

  constructor(options: SchedulerOptions) {
    const { cluster, policy, effects, random } = options;
    const { control } = cluster;
    this.cluster = cluster;
    this.fleet = new Fleet(cluster.machines);
    this.templates = new Templates(this.fleet);
    this.#effects = effects;
    const { tasks, fleet, templates, digest } = this;
    const clock = this.#clock;
    const timers = this.#timers;
    this.dispatcher = new Dispatcher(cluster, policy, tasks, templates, fleet, clock, random);
    const { dispatcher } = this;
    this.#context = new Context({
      spec: cluster,
      tasks,
      templates,
      fleet,
      dispatcher,
      digest,
      timers,
      effects,
      clock,
    });
    this.life = new Lifecycle(this.#context, policy.quantum !== undefined);
    this.intake = new Intake(this.#context, this.life, policy.admits !== undefined);
    this.#monitor = new Monitor(this.#context);
    this.#autoscaler = control.monitor.autoscale === null ? null : new Autoscaler(this.#context);
    this.members = new Membership(this.#context, this.life, this.intake, this.#autoscaler);
    this.#repeats = new Repeats(this.#context, this.intake);
    this.#batchEvery = control.batcher.every;
    this.#batchFull = control.batcher.full;
    this.#pauses = policy.givesWay !== undefined;
    this.#observer = options.observer(this);
    this.#context.observer = this.#observer;
    this.#monitor.begin();
    this.#autoscaler?.begin();
    // What they have set timers for needs a first settle(), even if nothing comes in before.
    this.#dirty = this.#timers.nextAt < NEVER;
  }

  get now(): Tick {
    return this.#clock[0]!;
  }

  /** Tasks that are ready and wait for a machine, in the backlog or in the queue. */
  get waiting(): number {
    return this.dispatcher.backlog + this.dispatcher.queued;
  }

  get queued(): number {
    return this.dispatcher.queued;
  }

  /** Periods of repeated tasks that got no run. */
  get missedPeriods(): number {
    return this.#repeats.missed;
  }

  get peak(): boolean {
    return this.#monitor.peak;
  }

  /** Makes a template known; tasks are submitted by its id. */
  template(spec: TemplateSpec): TemplateId {
    const id = this.templates.add(spec);
    this.dispatcher.templateAdded();
    return id;
  }

  /** A tenant submits one task without dependencies. Returns its slot, or −1 when it was refused and told why. */
  submit(now: Tick, tenant: TenantId, template: TemplateId): TaskSlot {
    this.#advance(now);
    const { intake } = this;
    const node = intake.receive(tenant, template, 1);
    if (node < 0) return REFUSED;
    const task = intake.admit(tenant, template, node, 0, now);
    if (task < 0) return REFUSED;
    this.#repeats.begin(tenant, template, now);
    this.intake.forward(task);
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
    const { intake } = this;
    const order = topologicalOrder(parents);
    if (order === null) {
      intake.refuse(tenant, templates[0]!, templates.length, Notice.cyclicDependencies, 0);
      return false;
    }
    const node = intake.receive(tenant, templates[0]!, templates.length);
    if (node < 0) return false;
    if (!intake.admitJob(tenant, templates, parents, order, node, now, slots)) return false;
    for (const position of order) this.intake.forward(slots[position]!);
    return true;
  }

  /** The limiter node and the submitter whose turn it is, or −1 when all are believed down. */
  nextLimiter(_now: Tick): NodeId {
    return this.intake.limiters.next();
  }
  nextSubmitter(_now: Tick): NodeId {
    return this.intake.submitters.next();
  }

  /** A limiter node lets a submission pass, or tells its tenant when to try again. */
  limit(now: Tick, node: NodeId, tenant: TenantId, template: TemplateId, tasks: number): boolean {
    this.#advance(now);
    return !this.intake.limiters.limits(tenant) || this.intake.limit(node, tenant, template, tasks);
  }

  /** A submitter has written a submission down. Its tasks wait until forward() passes them on. */
  accept(now: Tick, node: NodeId, submission: Submission, slots: TaskSlot[]): Verdict {
    this.#advance(now);
    const verdict = this.intake.accept(node, submission, slots);
    if (verdict === Verdict.accepted)
      this.#repeats.begin(submission.tenant, submission.templates[0]!, submission.sentAt);
    return verdict;
  }

  /** No submitter is there to take it. */
  unavailable(now: Tick, tenant: TenantId, template: TemplateId, tasks: number): void {
    this.#advance(now);
    this.intake.refuse(tenant, template, tasks, Notice.unavailable, 0);
  }

  /** What could not be read as a task at all. */
  malformed(now: Tick, tenant: TenantId, template: TemplateId): void {
    this.#advance(now);
    this.intake.refuse(tenant, template, 1, Notice.malformed, 0);
  }

  /** The submitter that owns it passes a stored task on to the scheduler. */
  forward(now: Tick, task: TaskSlot): void {
    this.#advance(now);
    this.intake.forward(task);
  }

  /** The owner no longer wants the task. Has no effect on one that has ended. */
  cancel(now: Tick, task: TaskSlot): void {
    this.#advance(now);
    this.life.cancel(task);
  }

  /** The machine has the task and runs it. */
  attemptConfirmed(now: Tick, task: TaskSlot, token: Token): void {
    this.#advance(now);
    if (this.#isPresent(task, token)) this.tasks.confirmed[task] = 1;
  }

  /** A world reports the end of an attempt. False when the token is not the present one: the report is refused. */
  attemptEnded(now: Tick, task: TaskSlot, token: Token, outcome: Outcome): boolean {
    this.#advance(now);
    const accepted = this.life.attemptEnded(task, token, outcome);
    if (!accepted) this.duplicates++;
    return accepted;
  }

  /** So much of the task's work is saved. Progress never goes back. */
  checkpointed(now: Tick, task: TaskSlot, token: Token, progress: Tick): void {
    this.#advance(now);
    if (!this.#isPresent(task, token)) {
      this.duplicates++;
    } else if (progress > this.tasks.progress[task]!) {
      this.tasks.progress[task] = progress;
      this.digest.mix(Mark.checkpointed, task, progress | 0);
      this.#observer.checkpointed?.(task);
      this.#effects.save?.(task);
    }
  }

  /** What was saved up to `progress` cannot be read: the task begins anew, unless more has been saved since. */
  checkpointLost(now: Tick, task: TaskSlot, token: Token, progress: Tick): void {
    this.#advance(now);
    const saved = this.tasks.progress[task]!;
    if (!this.#isPresent(task, token) || saved === 0 || saved > progress) return;
    this.tasks.progress[task] = 0;
    this.digest.mix(Mark.checkpointed, task, -1);
    this.#observer.checkpointed?.(task);
    this.#effects.save?.(task);
  }

  /** The attempt takes more than the task asked for. */
  overused(now: Tick, task: TaskSlot, token: Token): void {
    this.#advance(now);
    if (this.#isPresent(task, token) && this.tasks.status[task] === Status.running)
      this.life.stop(task, StopReason.overused);
  }

  /** The queue delivers once more what led to this attempt. It is recognised and goes no further. */
  redelivered(now: Tick, task: TaskSlot, token: Token): void {
    this.#advance(now);
    if (this.tasks.token[task]! >= token) this.duplicates++;
    else if (this.dispatcher.waits(task)) this.dispatcher.promote(task);
  }

  /** Nothing is heard of the machine from now on. */
  machineSilent(now: Tick, machine: MachineId): void {
    this.#advance(now);
    this.members.machineSilent(machine);
  }

  /** The machine is heard of again, in the same life: what it runs, it runs still. */
  machineHeard(now: Tick, machine: MachineId): void {
    this.#advance(now);
    this.members.machineHeard(machine);
  }

  /** The machine is gone, and with it whatever ran there. Those tasks run again: it was not their failure. */
  machineDown(now: Tick, machine: MachineId): void {
    this.#advance(now);
    this.members.loseMachine(machine);
  }

  /** The machine is there with nothing on it, after a boot or after it gave up what it ran. */
  machineUp(now: Tick, machine: MachineId): void {
    this.#advance(now);
    this.members.machineUp(machine);
  }

  /** Nothing is heard of the submitter from now on. */
  submitterSilent(now: Tick, node: NodeId): void {
    this.#advance(now);
    this.members.submitterSilent(node);
  }

  /** The submitter leaves, or is known to be dead: its tasks go to the others. */
  submitterDown(now: Tick, node: NodeId): void {
    this.#advance(now);
    this.members.loseSubmitter(node);
  }

  submitterUp(now: Tick, node: NodeId): void {
    this.#advance(now);
    this.members.submitterUp(node);
    this.#repeats.resume();
  }

  limiterDown(now: Tick, node: NodeId): void {
    this.#advance(now);
    this.members.limiterDown(node);
  }

  limiterUp(now: Tick, node: NodeId): void {
    this.#advance(now);
    this.members.limiterUp(node);
  }

  /** Something happens to a node that nobody has noticed yet: there is nothing to decide. */
  befalls(now: Tick, event: NodeEvent): void {
    befall(this.intake, now, event);
  }

  /** Nobody leads: until lead() is called there are no further inputs but limit() and accept(). */
  leaderLost(now: Tick): void {
    this.#advance(now);
    this.members.leaderLost();
  }

  lead(now: Tick, term: number): void {
    this.#advance(now);
    this.members.lead(term);
  }

  /** No periodic task is repeated from now on; what is accepted still runs to its end. */
  close(now: Tick): void {
    this.#advance(now);
    this.#repeats.close();
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
    // Submissions are taken in while nobody leads, but nothing is decided.
    if (this.members.led) this.#decide();
    this.life.armFresh();
    this.#monitor.update();
    this.#observer.settled();
    // What is overdue, because nobody led or the store stood still, is due now.
    const next = Math.max(this.#timers.nextAt, now);
    if (next < this.#wakeAt) {
      this.#wakeAt = next;
      this.#effects.wakeAt(next);
    }
  }

  #decide(): void {
    const { dispatcher, life } = this;
    const immediate = this.#batchEvery === 0;
    let more: boolean;
    do {
      if (dispatcher.backlog > 0) {
        if (immediate || dispatcher.backlog >= this.#batchFull) dispatcher.pushBatch();
        if (!immediate && this.#batchTimer === NO_EVENT && dispatcher.backlog > 0) this.#armBatch();
      }
      more = false;
      for (let task = dispatcher.next(); task >= 0; task = dispatcher.next()) {
        life.start(task, dispatcher.machine);
        more = immediate && dispatcher.backlog > 0;
      }
    } while (more);
    if (!this.#pauses) return;
    for (let task = dispatcher.victim(); task >= 0; task = dispatcher.victim())
      life.stop(task, StopReason.paused);
  }

  #advance(now: Tick): void {
    assert(now >= this.#clock[0]!, "time went backwards");
    this.#clock[0] = now;
    this.digest.at(now);
    this.#dirty = true;
  }

  #isPresent(task: TaskSlot, token: Token): boolean {
    const status = this.tasks.status[task];
    return this.tasks.token[task] === token && (status === Status.running || status === Status.stopping);
  }

  #due(kind: number, a: number, b: number): void {
    const { tasks, life } = this;
    switch (kind) {
      case Timer.cap:
        assert(tasks.token[a] === b, "a cap's timer ends with its attempt");
        tasks.timer[a] = NO_EVENT;
        if (tasks.status[a] === Status.running || tasks.stopReason[a] === StopReason.paused)
          life.stop(a, StopReason.capped);
        break;
      case Timer.urgent:
        tasks.timer[a] = NO_EVENT;
        this.dispatcher.promote(a);
        this.#observer.promoted?.(a);
        break;
      case Timer.retry:
        tasks.timer[a] = NO_EVENT;
        life.ready(a);
        break;
      case Timer.longestWait:
        tasks.secondTimer[a] = NO_EVENT;
        life.giveBack(a);
        break;
      case Timer.visibility:
        tasks.secondTimer[a] = NO_EVENT;
        this.#visibilityOver(a);
        break;
      case Timer.quantum:
        if (tasks.token[a] === b && tasks.status[a] === Status.running) this.#quantumOver(a, b);
        break;
      case Timer.batch:
        this.#batchTimer = NO_EVENT;
        this.dispatcher.pushBatch();
        break;
      case Timer.period:
        this.#repeats.due(a);
        break;
      case Timer.machineSilent:
        this.members.machineSilenceOver();
        break;
      case Timer.submitterSilent:
        this.members.submitterSilenceOver();
        break;
      case Timer.autoscale:
        this.#autoscaler!.look();
        break;
      case Timer.unused:
        this.#monitor.lookForUnused();
        break;
      case Timer.price:
        this.#monitor.priceChanged();
        break;
    }
  }

  /** A delivered task stays invisible as long as its machine is heard to run it. */
  #visibilityOver(task: TaskSlot): void {
    const { tasks } = this;
    const { visibility, renews } = this.cluster.control.queues;
    const heardAt = this.members.machines.lastHeard(this.now, tasks.machine[task]!);
    const until = renews && tasks.confirmed[task] === 1 ? heardAt + visibility : this.now;
    // One that is being stopped is not delivered again; if its machine is gone, that will be noticed.
    const at = tasks.status[task] === Status.stopping ? this.now + visibility : until;
    if (at <= this.now) this.life.fence(task);
    else tasks.secondTimer[task] = this.#timers.schedule(at, 0, Timer.visibility, task, tasks.token[task]!);
  }

  #quantumOver(task: TaskSlot, token: Token): void {
    if (this.waiting > 0) {
      this.life.stop(task, StopReason.paused);
      return;
    }
    const quantum = this.dispatcher.quantumOf(task);
    if (quantum < NEVER) this.#timers.add(this.now + quantum, 0, Timer.quantum, task, token);
  }

  #armBatch(): void {
    const every = this.#batchEvery;
    const at = (Math.floor(this.now / every) + 1) * every;
    this.#batchTimer = this.#timers.schedule(at, 1, Timer.batch, 0, 0);
  }
}
