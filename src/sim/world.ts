/**
 * The virtual world: simulated clients, machines and faults around the scheduler, driven by one event queue. It
 * answers what the scheduler asks through Effects with later events; the scheduler cannot tell it from the real one.
 */
import type { Policy } from "../cluster/policy.ts";
import {
  type Effects,
  Notice,
  type Observer,
  Outcome,
  type StopReason,
  type TaskSlot,
} from "../cluster/ports.ts";
import { Scheduler } from "../cluster/scheduler.ts";
import { Digest } from "../engine/digest.ts";
import { EventQueue, NO_EVENT } from "../engine/event-queue.ts";
import { KeyedHeap } from "../engine/keyed-heap.ts";
import { Streams } from "../engine/random.ts";
import { NEVER, SECOND, type Tick } from "../engine/time.ts";
import { type JobSource, jobSources } from "../scenario/job-source.ts";
import type { Scenario } from "../scenario/model.ts";
import { registerTemplates } from "../scenario/template-order.ts";
import { Event, Turn } from "./events.ts";
import { Faults } from "./faults.ts";
import { Machines } from "./machines.ts";

export interface WorldOptions {
  readonly scenario: Scenario;
  readonly policy: Policy;
  readonly seed: number;
  readonly replication: number;
  readonly observer: (scheduler: Scheduler) => Observer;
  /** Called once, when the last task has been submitted. */
  readonly onStop?: (now: Tick) => void;
}

const NOBODY = -1;

export class World implements Effects {
  readonly scheduler: Scheduler;
  /** Events handled so far. */
  events = 0;
  now: Tick = 0;
  /** Over everything that was drawn: the same for all policies on one seed. */
  readonly drawn = new Digest();
  readonly faults: Faults;

  readonly #scenario: Scenario;
  readonly #queue = new EventQueue(1024);
  /** The next arrival of each source: kept apart, it leaves the event queue to what is in progress. */
  readonly #agenda = new KeyedHeap();
  readonly #machines: Machines;
  readonly #sources: readonly JobSource[];
  /** By template: the position in its job, and the first source of its workload (one source per tenant follows). */
  readonly #position: number[] = [];
  readonly #templates: readonly (readonly number[])[];
  readonly #onStop: (now: Tick) => void;
  #wake = NO_EVENT;
  #submitted = 0;
  /** When the last refusal said to come back, from then; NEVER: it would be refused again. */
  #refusedFor: Tick = 0;
  #stopped = false;
  readonly #slots: TaskSlot[] = [];

  // By task slot: what the world knows and the scheduler does not.
  #source = new Int32Array(0);
  #ordinal = new Float64Array(0);
  #client = new Int32Array(0);
  /** Of each closed client: tasks of its present job that have not ended. */
  readonly #outstanding: Int32Array;
  /** The source of each closed client. */
  readonly #clientSource: number[] = [];

  constructor(options: WorldOptions) {
    const { scenario, policy, seed, replication } = options;
    this.#scenario = scenario;
    this.#onStop = options.onStop ?? (() => {});
    const streams = new Streams(seed, replication);
    this.scheduler = new Scheduler({
      cluster: scenario.cluster,
      policy,
      effects: this,
      observer: options.observer,
      random: streams.stream("placement"),
    });
    this.#machines = new Machines(scenario, this.scheduler, this.#queue);
    this.faults = new Faults(scenario, streams, this.#queue, this.#machines, this.scheduler, this.drawn);
    this.#sources = jobSources(scenario, streams);
    const templates = registerTemplates(scenario.workloads, (template) => this.scheduler.template(template));
    for (const ids of templates.values()) {
      ids.forEach((id, position) => {
        this.#position[id] = position;
      });
    }
    this.#templates = this.#sources.map(({ workload }) => templates.get(workload)!);
    this.#sources.forEach((source, index) => {
      for (let i = 0; i < source.clients; i++) this.#clientSource.push(index);
    });
    this.#outstanding = new Int32Array(this.#clientSource.length);
    this.#begin();
  }

  /** Handles up to `limit` events; false when the run is over. */
  advance(limit: number): boolean {
    const queue = this.#queue;
    const agenda = this.#agenda;
    for (let n = 0; n < limit; n++) {
      // Clients come last in an instant, so an arrival waits until nothing else is due by then.
      if (agenda.key < queue.nextAt) {
        this.now = agenda.key;
        const source = agenda.item;
        agenda.pop();
        this.events++;
        this.#arrive(this.now, source);
      } else {
        if (!queue.pop()) return false;
        this.now = queue.at;
        this.events++;
        this.#handle(this.now, queue.kind, queue.a, queue.b);
      }
      const { now } = this;
      if (queue.nextAt > now && agenda.key > now) {
        this.scheduler.settle(now);
        if (this.#stopped && this.scheduler.tasks.count === 0) return false;
      }
    }
    return true;
  }

  /** How much of the run is behind, from 0 to 1. */
  get progress(): number {
    const { stop } = this.#scenario;
    return Math.min(1, Math.max(this.now / stop.time, this.#submitted / stop.tasks));
  }

  start(task: TaskSlot, token: number, machine: number): void {
    if (this.scheduler.tasks.starts[task] === 1 && this.scheduler.tasks.period[task]! > 0)
      this.#adoptPeriodic(task);
    this.#machines.start(task, token, machine);
  }

  stop(task: TaskSlot, token: number, _machine: number, _reason: StopReason): void {
    this.#machines.stop(this.now, task, token);
  }

  tell(_tenant: number, notice: Notice, task: TaskSlot, after: Tick): void {
    if (task < 0) this.#refusedFor = after;
    if (task < 0 || notice === Notice.accepted || notice === Notice.late) return;
    const client = this.#client[task]!;
    if (client !== NOBODY && --this.#outstanding[client]! === 0) this.#think(client);
  }

  alert(): void {}

  power(): void {}

  wakeAt(at: Tick): void {
    if (!this.#queue.reschedule(this.#wake, at))
      this.#wake = this.#queue.schedule(at, Turn.wake, Event.wake, 0, 0);
  }

  #begin(): void {
    const { stop } = this.#scenario;
    if (stop.time < NEVER) this.#queue.add(stop.time, Turn.fate, Event.stop, 0, 0);
    this.faults.begin();
    this.#sources.forEach((source, index) => {
      if (source.clients === 0) this.#scheduleArrival(source, index);
    });
    for (let client = 0; client < this.#clientSource.length; client++) this.#think(client);
  }

  #handle(now: Tick, kind: number, a: number, b: number): void {
    switch (kind) {
      case Event.ended:
        if (this.#machines.finish(a, b)) {
          this.scheduler.attemptEnded(now, a, b, this.#fails(a) ? Outcome.failed : Outcome.done);
        }
        break;
      case Event.stopped:
        this.scheduler.attemptEnded(now, a, b, Outcome.stopped);
        break;
      case Event.wake:
        this.#wake = NO_EVENT;
        this.scheduler.wake(now);
        break;
      case Event.think:
        if (!this.#stopped) this.#submitJob(now, this.#clientSource[a]!, a);
        break;
      case Event.stop:
        this.#stop(now);
        break;
      case Event.fault:
        if (!this.#stopped) this.faults.strike(now, a);
        break;
      case Event.repair:
        this.faults.repair(now, a, b);
        break;
      case Event.detect:
        this.#machines.detect(now, a, b);
        break;
    }
  }

  #arrive(now: Tick, index: number): void {
    const source = this.#sources[index]!;
    const jobs = source.size;
    for (let i = 0; i < jobs && !this.#stopped; i++) this.#submitJob(now, index, NOBODY);
    if (!this.#stopped) this.#scheduleArrival(source, index);
  }

  #scheduleArrival(source: JobSource, index: number): void {
    const at = source.next(this.now);
    if (at < NEVER) this.#agenda.push(at, index, index);
  }

  #submitJob(now: Tick, index: number, client: number): void {
    const source = this.#sources[index]!;
    const templates = this.#templates[index]!;
    const ordinal = source.draw();
    const { durations } = source;
    // When a closed client comes is the policy's doing; what it asks for is not.
    this.drawn.at(client === NOBODY ? now : 0);
    for (let i = 0; i < durations.length; i++) this.drawn.mix(index, durations[i]! | 0, ordinal);
    if (templates.length === 1) {
      const task = this.scheduler.submit(now, source.tenant, templates[0]!);
      if (task >= 0) this.#adopt(task, index, ordinal, durations[0]!, client);
      else if (client !== NOBODY) this.#comeBack(client);
    } else {
      const accepted = this.scheduler.submitJob(now, source.tenant, templates, source.parents, this.#slots);
      for (let i = 0; accepted && i < templates.length; i++)
        this.#adopt(this.#slots[i]!, index, ordinal, durations[i]!, client);
      if (!accepted && client !== NOBODY) this.#comeBack(client);
    }
    this.#submitted += templates.length;
    if (this.#submitted >= this.#scenario.stop.tasks) this.#stop(now);
  }

  #adopt(task: TaskSlot, source: number, ordinal: number, duration: Tick, client: number): void {
    if (task >= this.#source.length) this.#grow();
    this.#machines.expect(task, duration);
    this.#source[task] = source;
    this.#ordinal[task] = ordinal;
    this.#client[task] = client;
    if (client !== NOBODY) this.#outstanding[client]!++;
  }

  /** A run that the scheduler itself submitted, because its period had come. */
  #adoptPeriodic(task: TaskSlot): void {
    const { tenant, template, period } = this.scheduler.tasks;
    const index = this.#sources.findIndex(
      (source, i) => source.tenant === tenant[task] && this.#templates[i]![0] === template[task],
    );
    const source = this.#sources[index]!;
    // Runs are numbered from 1 after the submitted one, which drew number 0.
    this.#adopt(task, index, period[task]!, source.periodDuration(period[task]!), NOBODY);
  }

  #fails(task: TaskSlot): boolean {
    const source = this.#sources[this.#source[task]!]!;
    if (!source.mayFail) return false;
    const { tasks } = this.scheduler;
    const position = this.#position[tasks.template[task]!]!;
    return source.fails(this.#ordinal[task]!, position, tasks.failures[task]!);
  }

  #think(client: number, pause: Tick = 0): void {
    if (this.#stopped) return;
    const at = this.now + pause + this.#sources[this.#clientSource[client]!]!.think();
    this.#queue.add(at, Turn.clients, Event.think, client, 0);
  }

  /** A refused client waits as long as it was told to, and never hammers within one instant. */
  #comeBack(client: number): void {
    if (this.#refusedFor < NEVER) this.#think(client, Math.max(this.#refusedFor, SECOND));
  }

  #stop(now: Tick): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#agenda.clear();
    this.scheduler.close(now);
    this.#onStop(now);
  }

  #grow(): void {
    const { capacity } = this.scheduler.tasks;
    const source = new Int32Array(capacity);
    const ordinal = new Float64Array(capacity);
    const client = new Int32Array(capacity);
    source.set(this.#source);
    ordinal.set(this.#ordinal);
    client.set(this.#client);
    this.#source = source;
    this.#ordinal = ordinal;
    this.#client = client;
  }
}
