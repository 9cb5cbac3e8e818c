/**
 * The virtual world: simulated clients, network, store, machines and faults around the scheduler, driven by one event
 * queue. It answers what the scheduler asks through Effects with later events; the scheduler cannot tell it from the
 * real one. What a scenario leaves ideal is a plain call and costs nothing.
 */
import type { Policy } from "../cluster/policy.ts";
import {
  type Effects,
  type MachineId,
  Notice,
  type Observer,
  type StopReason,
  type TaskSlot,
  type Token,
} from "../cluster/ports.ts";
import { Scheduler, type SchedulerOptions } from "../cluster/scheduler.ts";
import { Digest } from "../engine/digest.ts";
import { EventQueue, NO_EVENT } from "../engine/event-queue.ts";
import { KeyedHeap } from "../engine/keyed-heap.ts";
import { Streams } from "../engine/random.ts";
import { NEVER, type Tick } from "../engine/time.ts";
import { jobSources } from "../scenario/job-source.ts";
import type { Scenario } from "../scenario/model.ts";
import { registerTemplates } from "../scenario/template-order.ts";
import { Clients } from "./clients.ts";
import { Ending } from "./ending.ts";
import { Event, Turn } from "./events.ts";
import { Faults } from "./faults.ts";
import { FrontDoor, type Steps } from "./front-door.ts";
import { Hazards } from "./hazards.ts";
import { type Journal, RecordedScheduler } from "./journal.ts";
import { Ledger } from "./ledger.ts";
import { Log } from "./log.ts";
import { Machines } from "./machines.ts";
import { Managers } from "./managers.ts";
import { Network } from "./network.ts";
import { Outside } from "./outside.ts";
import { Presence } from "./presence.ts";
import { Recoveries } from "./recoveries.ts";
import type { Watch } from "./watch.ts";
import { Wire } from "./wire.ts";

export interface WorldOptions {
  readonly scenario: Scenario;
  readonly policy: Policy;
  readonly seed: number;
  readonly replication: number;
  readonly observer: (scheduler: Scheduler) => Observer;
  /** Called once, when the last task has been submitted. */
  readonly onStop?: (now: Tick) => void;
  /** Gets everything that is told to the scheduler, in order. */
  readonly journal?: Journal;
  /** Is told of each submission's way in, unless a `watch` is. */
  readonly steps?: Steps;
  /** Called after each event, for checkers. */
  readonly afterEvent?: (world: World) => void;
  /** Sees what the scheduler does not tell; asked for once, when the world is complete. */
  readonly watch?: (world: World) => Watch;
}

export class World implements Effects {
  /** Only there where somebody watches: in this world everything is durable that the log has let through. */
  readonly save?: (task: TaskSlot) => void;
  readonly scheduler: Scheduler;
  /** Events handled so far. */
  events = 0;
  /** Over everything that was drawn: the same for all policies on one seed. */
  readonly drawn = new Digest();
  readonly faults: Faults;
  readonly recoveries: Recoveries;
  readonly network: Network;
  readonly log: Log;
  readonly managers: Managers;
  readonly machines: Machines;
  readonly wire: Wire;
  readonly door: FrontDoor;
  readonly outside: Outside;
  readonly clients: Clients;
  readonly hazards: Hazards;
  readonly presence: Presence;

  readonly #scenario: Scenario;
  readonly #queue = new EventQueue(1024);
  /** The next arrival of each source: kept apart, it leaves the event queue to what is in progress. */
  readonly #agenda = new KeyedHeap();
  readonly #clock = new Float64Array(1);
  readonly #afterEvent: ((world: World) => void) | null;
  #wake = NO_EVENT;
  readonly #ending = new Ending(this);

  constructor(options: WorldOptions) {
    const { scenario, policy, seed, replication } = options;
    this.#scenario = scenario;
    this.#afterEvent = options.afterEvent ?? null;
    const queue = this.#queue;
    const clock = this.#clock;
    const streams = new Streams(seed, replication);
    const chance = streams.stream("world");
    const uniform = () => chance.uniform();
    this.managers = new Managers(scenario, queue);
    this.network = new Network(scenario, streams);
    this.log = new Log(scenario, streams, queue, this.managers.managed);
    this.hazards = new Hazards(streams);
    this.recoveries = new Recoveries(scenario);
    const parts: SchedulerOptions = {
      cluster: scenario.cluster,
      policy,
      effects: this,
      observer: (scheduler) => this.recoveries.watch(scheduler, options.observer(scheduler)),
      random: streams.stream("placement"),
    };
    this.scheduler =
      options.journal === undefined ? new Scheduler(parts) : new RecordedScheduler(parts, options.journal);
    const { scheduler, network, log, hazards } = this;
    const sources = jobSources(scenario, streams);
    const registered = registerTemplates(scenario.workloads, (template) => scheduler.template(template));
    const templates = sources.map(({ workload }) => registered.get(workload)!);
    const ledger = new Ledger(scheduler, sources, templates, streams);
    this.outside = new Outside(
      !network.ideal || scenario.faults.length > 0 || scenario.cluster.control.queues.visibility < NEVER,
    );
    this.presence = new Presence(scenario, scheduler, clock, queue, network, log, this.recoveries);
    this.wire = new Wire(scheduler, clock, queue, network, log, (machine) =>
      this.faults.breakMachine(this.now, machine),
    );
    this.machines = new Machines(
      scenario,
      scheduler,
      queue,
      ledger,
      hazards,
      this.outside,
      this.wire,
      uniform,
    );
    this.wire.machines = this.machines;
    this.presence.machines = this.machines;
    this.presence.wire = this.wire;
    this.clients = new Clients(
      {
        scenario,
        scheduler,
        clock,
        queue,
        hazards,
        ledger,
        sources,
        templates,
        drawn: this.drawn,
        agenda: this.#agenda,
        chance: uniform,
      },
      (now) => {
        scheduler.close(now);
        options.onStop?.(now);
      },
    );
    this.door = new FrontDoor(
      scheduler,
      queue,
      network,
      log,
      hazards,
      scenario.clients,
      this.clients,
      uniform,
    );
    this.presence.door = this.door;
    this.clients.door = needsSteps(scenario, log, this.managers) ? this.door : null;
    this.managers.begin(scheduler, log);
    this.faults = new Faults(this, scenario, streams, queue);
    const watch = options.watch?.(this);
    this.door.steps = watch ?? options.steps ?? null;
    if (watch !== undefined) {
      this.save = (task) => watch.saved(task);
      for (const part of [this.clients, this.outside, this.log]) part.watch = watch;
    }
    this.#begin();
  }

  get now(): Tick {
    return this.#clock[0]!;
  }

  /** Handles up to `limit` events; false when the run is over. */
  advance(limit: number): boolean {
    const queue = this.#queue;
    const agenda = this.#agenda;
    const clock = this.#clock;
    const { ends } = this.machines;
    for (let n = 0; n < limit; n++) {
      let now: Tick;
      // Clients come last in an instant, so an arrival waits until nothing else is due by then.
      if (agenda.key < queue.nextAt && agenda.key < ends.key) {
        now = agenda.key;
        clock[0] = now;
        const source = agenda.item;
        agenda.pop();
        this.events++;
        this.clients.arrive(now, source);
      } else if (
        ends.key < queue.nextAt ||
        (ends.key === queue.nextAt && ends.size > 0 && ends.tie < queue.nextTie)
      ) {
        now = ends.key;
        clock[0] = now;
        this.events++;
        this.machines.finishNext(now);
      } else {
        if (!queue.pop()) return false;
        now = queue.at;
        clock[0] = now;
        this.events++;
        this.#handle(now, queue.kind, queue.a, queue.b);
      }
      if (queue.nextAt > now && agenda.key > now && ends.key > now) {
        this.scheduler.settle(now);
        if (this.#afterEvent !== null) this.#afterEvent(this);
        if (this.clients.stopped && this.#ending.isOver(now)) return false;
      } else if (this.#afterEvent !== null) this.#afterEvent(this);
    }
    return true;
  }

  /** How much of the run is behind, from 0 to 1. */
  get progress(): number {
    const { stop } = this.#scenario;
    return Math.min(1, Math.max(this.now / stop.time, this.clients.submitted / stop.tasks));
  }

  start(task: TaskSlot, token: Token, machine: MachineId): void {
    this.wire.start(this.now, task, token, machine);
    if (this.faults.redelivers())
      this.#queue.add(this.now + this.network.resend, Turn.ends, Event.redelivery, task, token);
  }

  stop(task: TaskSlot, token: Token, machine: MachineId, reason: StopReason): void {
    this.wire.stop(this.now, task, token, machine, reason);
  }

  tell(_tenant: number, notice: Notice, task: TaskSlot, after: Tick): void {
    if (task < 0) this.door.refusedFor = after;
    // Who had but one attempt has nobody left who could do it again.
    else if (this.outside.watched && notice === Notice.done && this.scheduler.tasks.starts[task] === 1)
      this.outside.forget(this.clients.serialOf(task));
    this.clients.told(notice, task, after);
  }

  alert(): void {}

  power(machine: MachineId, on: boolean): void {
    this.presence.power(this.now, machine, on);
  }

  wakeAt(at: Tick): void {
    if (!this.#queue.reschedule(this.#wake, at))
      this.#wake = this.#queue.schedule(at, Turn.wake, Event.wake, 0, 0);
  }

  #begin(): void {
    const { stop } = this.#scenario;
    if (stop.time < NEVER) this.#queue.add(stop.time, Turn.fate, Event.stop, 0, 0);
    this.faults.begin();
    this.clients.begin();
    // The scheduler may have set timers before anything has happened.
    this.scheduler.settle(0);
  }

  #handle(now: Tick, kind: number, a: number, b: number): void {
    switch (kind) {
      case Event.stopped:
        this.machines.stopped(now, a, b);
        break;
      case Event.wake:
        this.#wake = NO_EVENT;
        this.#wakeUp(now);
        break;
      case Event.think:
        this.clients.comeBack(now, a);
        break;
      case Event.order:
        this.wire.deliverOrder(now, a);
        break;
      case Event.report:
        this.wire.deliverReport(now, a);
        break;
      case Event.durable:
        this.log.step(now, a, b);
        break;
      case Event.submission:
        this.door.arrive(now, a);
        break;
      case Event.patience:
        this.door.patience(now, a, b);
        break;
      case Event.forward:
        this.door.forward(now, a);
        break;
      case Event.manager:
        this.managers.look(now, a, b);
        break;
      case Event.booted:
        this.presence.booted(a, b);
        break;
      case Event.usage:
        this.machines.lookAtUse(a, b);
        break;
      case Event.redelivery:
        this.scheduler.redelivered(now, a, b);
        break;
      case Event.cancel:
        this.clients.cancel(now, a);
        break;
      case Event.deadly:
        this.machines.deadly(a, b);
        break;
      case Event.news:
        this.presence.again(now, a);
        break;
      case Event.stop:
        this.clients.stop(now);
        break;
      case Event.fault:
        if (!this.clients.stopped) this.faults.strike(now, a);
        break;
      case Event.repair:
        this.faults.repair(now, a);
        break;
    }
  }

  #wakeUp(now: Tick): void {
    if (this.log.direct) {
      this.scheduler.wake(now);
      return;
    }
    this.log.append(now, {
      led: true,
      apply: (at) => this.scheduler.wake(at),
      dropped: (at) => this.wakeAt(at + this.network.resend),
    });
  }
}

/** Faults that strike between a client and the scheduler. */
const ON_THE_WAY = [
  "submitter-",
  "limiter-",
  "clock-",
  "id-",
  "queue-reorder",
  "ack-loss",
  "store-",
  "client-duplicate",
  "client-gone",
  "client-malformed",
];

/** Whether submissions take steps: in an ideal control plane they are accepted in the instant they are sent. */
function needsSteps(scenario: Scenario, log: Log, managers: Managers): boolean {
  const { network, clients, cluster, faults } = scenario;
  return (
    !log.direct ||
    managers.managed ||
    network.clients !== null ||
    clients.timeout < NEVER ||
    clients.retriesRefused ||
    cluster.control.submitters.heartbeat.timeout > 0 ||
    faults.some(
      ({ kind }) => kind !== "submitter-crash" && ON_THE_WAY.some((start) => kind.startsWith(start)),
    )
  );
}
