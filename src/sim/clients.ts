/**
 * The clients: they draw jobs from the scenario's sources and submit them, in open loops by the clock and in closed
 * loops when they have their answer. In an ideal control plane a submission is a plain call; otherwise it takes the
 * steps of the front door.
 */
import { Notice, type TaskSlot } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import type { Digest } from "../engine/digest.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { KeyedHeap } from "../engine/keyed-heap.ts";
import { NEVER, SECOND, type Tick } from "../engine/time.ts";
import type { JobSource } from "../scenario/job-source.ts";
import type { Scenario } from "../scenario/model.ts";
import { Event, Turn } from "./events.ts";
import type { FrontDoor, FrontDoorEnds, Sent } from "./front-door.ts";
import type { Hazards } from "./hazards.ts";
import { type Ledger, NOBODY } from "./ledger.ts";
import { Pool } from "./pool.ts";
import type { Watch } from "./watch.ts";

export interface ClientsParts {
  readonly scenario: Scenario;
  readonly scheduler: Scheduler;
  readonly clock: Float64Array;
  readonly queue: EventQueue;
  readonly hazards: Hazards;
  readonly ledger: Ledger;
  readonly sources: readonly JobSource[];
  readonly templates: readonly (readonly number[])[];
  readonly drawn: Digest;
  readonly agenda: KeyedHeap;
  readonly chance: () => number;
}

export class Clients implements FrontDoorEnds {
  watch: Watch | null = null;
  submitted = 0;
  stopped = false;
  /** Null where submissions take no steps. */
  door: FrontDoor | null = null;
  /** By source: how many times as many jobs come, because of a flood. */
  readonly #floods: Float64Array;
  readonly #parts: ClientsParts;
  readonly #onStop: (now: Tick) => void;
  /** When the last refusal said to come back, from then; NEVER: it would be refused again. */
  #refusedFor: Tick = 0;
  readonly #slots: TaskSlot[] = [];
  /** Of each closed client: tasks of its present job that have not ended. */
  readonly #outstanding: Int32Array;
  /** The source of each closed client. */
  readonly #clientSource: number[] = [];
  /** Some source is periodic. */
  readonly #repeats: boolean;
  readonly #cancels = new Pool<{ readonly task: TaskSlot; readonly serial: number }>();

  constructor(parts: ClientsParts, onStop: (now: Tick) => void) {
    this.#parts = parts;
    this.#onStop = onStop;
    parts.sources.forEach((source, index) => {
      for (let i = 0; i < source.clients; i++) this.#clientSource.push(index);
    });
    this.#repeats = parts.sources.some(({ workload }) => workload.arrivals.process === "periodic");
    this.#outstanding = new Int32Array(this.#clientSource.length);
    this.#floods = new Float64Array(parts.sources.length).fill(1);
  }

  begin(): void {
    this.#parts.sources.forEach((source, index) => {
      if (source.clients === 0) this.#scheduleArrival(0, source, index);
    });
    for (let client = 0; client < this.#clientSource.length; client++) this.#think(client, 0);
  }

  arrive(now: Tick, index: number): void {
    const source = this.#parts.sources[index]!;
    const flood = this.#floods[index]!;
    let jobs = source.size;
    if (flood !== 1) jobs = Math.floor(jobs * flood + this.#parts.chance());
    for (let i = 0; i < jobs && !this.stopped; i++) this.#submitJob(now, index, NOBODY);
    if (!this.stopped) this.#scheduleArrival(now, source, index);
  }

  /** From now on so many times as many jobs of the sources that begin with this template come. */
  flood(template: number, factor: number): void {
    const { templates, sources } = this.#parts;
    templates.forEach(([first], source) => {
      // A schedule is set up once, however often its owner means to.
      const isRepeated = sources[source]!.workload.arrivals.process === "periodic";
      if (first === template && !isRepeated) this.#floods[source]! *= factor;
    });
  }

  /** A closed client has thought long enough. */
  comeBack(now: Tick, client: number): void {
    if (!this.stopped) this.#submitJob(now, this.#clientSource[client]!, client);
  }

  /** A tenant was told something about a task, or that it was refused. */
  told(notice: Notice, task: TaskSlot, after: Tick): void {
    if (task < 0) {
      this.#refusedFor = after;
      return;
    }
    if (notice === Notice.accepted) {
      if (this.#repeats) this.#parts.ledger.adoptIfPeriodic(task);
      return;
    }
    // Only a client that waits for its answer has a use for it.
    if (notice === Notice.late || this.#clientSource.length === 0) return;
    const client = this.#parts.ledger.clientOf(task);
    if (client !== NOBODY && --this.#outstanding[client]! === 0) this.#think(client, 0);
  }

  /** No more is submitted. */
  stop(now: Tick): void {
    if (this.stopped) return;
    this.stopped = true;
    this.#parts.agenda.clear();
    this.#onStop(now);
  }

  /** An owner changes its mind about a task that it had submitted. */
  cancel(now: Tick, index: number): void {
    const { task, serial } = this.#cancels.take(index);
    if (this.serialOf(task) !== serial) return;
    this.watch?.cancelled(task);
    this.#parts.scheduler.cancel(now, task);
  }

  accepted(now: Tick, sent: Sent, slots: readonly TaskSlot[]): void {
    slots.forEach((task, i) => {
      this.#adopt(now, task, sent.source, sent.ordinal, sent.durations[i]!, sent.client);
    });
  }

  failed(_now: Tick, sent: Sent, after: Tick): void {
    if (sent.client !== NOBODY && this.#outstanding[sent.client] === 0)
      this.#comeBackLater(sent.client, after);
  }

  serialOf(task: TaskSlot): number {
    return this.#parts.ledger.serialOf(task);
  }

  originOf(task: TaskSlot): ReturnType<Ledger["originOf"]> {
    return this.#parts.ledger.originOf(task);
  }

  #scheduleArrival(now: Tick, source: JobSource, index: number): void {
    const at = source.next(now);
    if (at < NEVER) this.#parts.agenda.push(at, index, index);
  }

  #submitJob(now: Tick, index: number, client: number): void {
    const { sources, templates: all, drawn, scheduler, scenario } = this.#parts;
    const source = sources[index]!;
    const templates = all[index]!;
    const ordinal = source.draw();
    const { durations } = source;
    // When a closed client comes is the policy's doing; what it asks for is not.
    drawn.at(client === NOBODY ? now : 0);
    for (let i = 0; i < durations.length; i++) drawn.mix(index, durations[i]! | 0, ordinal);
    const { tenant, parents } = source;
    if (this.door !== null) {
      this.door.submit(now, {
        tenant,
        templates,
        parents,
        source: index,
        ordinal,
        client,
        durations: [...durations],
      });
    } else if (templates.length === 1) {
      const task = scheduler.submit(now, tenant, templates[0]!);
      if (task >= 0) this.#adopt(now, task, index, ordinal, durations[0]!, client);
      else if (client !== NOBODY) this.#comeBackLater(client, this.#refusedFor);
    } else {
      const accepted = scheduler.submitJob(now, tenant, templates, parents, this.#slots);
      if (accepted) this.watch?.admitted(this.#slots, parents);
      for (let i = 0; accepted && i < templates.length; i++)
        this.#adopt(now, this.#slots[i]!, index, ordinal, durations[i]!, client);
      if (!accepted && client !== NOBODY) this.#comeBackLater(client, this.#refusedFor);
    }
    this.submitted += templates.length;
    if (this.submitted >= scenario.stop.tasks) this.stop(now);
  }

  #adopt(now: Tick, task: TaskSlot, source: number, ordinal: number, duration: Tick, client: number): void {
    const { ledger, hazards, scheduler, queue, chance } = this.#parts;
    ledger.adopt(task, source, ordinal, duration, client);
    if (client !== NOBODY) this.#outstanding[client]!++;
    if (!hazards.any) return;
    const serial = ledger.serialOf(task);
    if (!hazards.strikes("client-cancel", scheduler.tasks.template[task]!, serial, 0)) return;
    const at = now + Math.round(2 * duration * chance()) + 1;
    queue.add(at, Turn.clients, Event.cancel, this.#cancels.add({ task, serial }), 0);
  }

  #think(client: number, pause: Tick): void {
    if (this.stopped) return;
    const { sources, queue, clock } = this.#parts;
    const at = clock[0]! + pause + sources[this.#clientSource[client]!]!.think();
    queue.add(at, Turn.clients, Event.think, client, 0);
  }

  /** A refused client waits as long as it was told to, and never hammers within one instant. */
  #comeBackLater(client: number, after: Tick): void {
    if (after < NEVER) this.#think(client, Math.max(after, SECOND));
  }
}
