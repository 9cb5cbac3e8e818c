/**
 * The clients of a live run: they draw jobs from the scenario's sources at the very times of the virtual world and
 * hand them out when the clock has come that far. Their state follows from the inputs alone, so that feeding a
 * journal brings them back to where they were.
 */
import type { TaskSlot } from "../cluster/ports.ts";
import { Notice } from "../cluster/ports.ts";
import { assert } from "../engine/assert.ts";
import { EventQueue } from "../engine/event-queue.ts";
import { Streams } from "../engine/random.ts";
import { NEVER, SECOND, type Tick } from "../engine/time.ts";
import { type Errand, type JobSource, jobSources } from "../scenario/job-source.ts";
import type { CheckpointModel, Scenario } from "../scenario/model.ts";
import { type Decision, noticeName } from "./decisions.ts";
import type { DrawnSubmit, LiveInput } from "./inputs.ts";
import type { Fed, Replica } from "./replica.ts";

/** What a task's attempt takes: known to its owner, not to the scheduler. */
export interface Work extends Readonly<Errand> {
  /** How its progress is saved; null: it is not. */
  readonly checkpoint: CheckpointModel | null;
}

interface Drawn {
  readonly source: number;
  readonly ordinal: number;
  readonly position: number;
  readonly duration: Tick;
  readonly client: number;
}

const Event = { stop: 0, arrival: 1, think: 2 } as const;
const NOBODY = -1;
/** Notices after which a task may still run. */
const GOES_ON = new Set([noticeName(Notice.accepted), noticeName(Notice.late)]);

export class Clients {
  readonly #scenario: Scenario;
  readonly #replica: Replica;
  readonly #sources: readonly JobSource[];
  readonly #queue = new EventQueue();
  /** Tasks in flight that a client submitted. */
  readonly #drawn = new Map<string, Drawn>();
  readonly #clientSource: number[] = [];
  /** Of each closed client: tasks of its present job that have not ended. */
  readonly #outstanding: Int32Array;
  #submitted = 0;
  /** Jobs of the present batch that are still to come. */
  #left = 0;
  #leftAt: Tick = 0;
  #leftSource = 0;

  constructor(scenario: Scenario, seed: number, replica: Replica) {
    this.#scenario = scenario;
    this.#replica = replica;
    this.#sources = jobSources(scenario, new Streams(seed, 0));
    if (scenario.stop.time < NEVER) this.#queue.schedule(scenario.stop.time, 0, Event.stop, 0, 0);
    this.#sources.forEach((source, index) => {
      if (source.clients === 0) this.#scheduleArrival(index, 0);
      for (let i = 0; i < source.clients; i++) this.#clientSource.push(index);
    });
    this.#outstanding = new Int32Array(this.#clientSource.length);
    for (let client = 0; client < this.#clientSource.length; client++) this.#think(0, client);
  }

  /** When due() will next have something. */
  get nextAt(): Tick {
    if (this.#replica.closed) return NEVER;
    return this.#left > 0 ? this.#leftAt : this.#queue.nextAt;
  }

  /** The next thing that clients do at or before `now`, or null. It counts as done. */
  due(now: Tick): LiveInput | null {
    if (this.#replica.closed) return null;
    if (this.#submitted >= this.#scenario.stop.tasks) return { kind: "close" };
    while (this.#left === 0) {
      if (this.#queue.nextAt > now) return null;
      this.#queue.pop();
      const { at, kind, a } = this.#queue;
      if (kind === Event.stop) return { kind: "close" };
      if (kind === Event.think) return this.#draw(this.#clientSource[a]!, a);
      this.#left = this.#sources[a]!.size;
      this.#leftAt = at;
      this.#leftSource = a;
    }
    const index = this.#leftSource;
    if (--this.#left === 0) this.#scheduleArrival(index, this.#leftAt);
    return this.#draw(index, NOBODY);
  }

  /** An input was fed, whoever brought it; these are the decisions it led to so far. */
  follow(now: Tick, input: LiveInput, fed: Fed, decisions: readonly Decision[]): void {
    if (input.kind === "submit") this.#answered(now, input, fed.ids);
    for (const { kind, task, what } of decisions) {
      if (kind !== "tell" || task === null || GOES_ON.has(what)) continue;
      const client = this.#drawn.get(task)?.client ?? NOBODY;
      this.#drawn.delete(task);
      if (client !== NOBODY && --this.#outstanding[client]! === 0) this.#think(now, client);
    }
  }

  /** What the present attempt of a task takes. The same whenever it is asked. */
  work(id: string, task: TaskSlot): Work {
    const { tasks } = this.#replica.scheduler;
    const { source, ordinal, position, duration } = this.#drawn.get(id) ?? this.#periodic(task);
    const { checkpoint } = this.#sources[source]!.workload.tasks[position]!;
    const work = { duration, work: duration - tasks.progress[task]!, fails: false, checkpoint };
    this.#sources[source]!.findFailure(work, ordinal, position, tasks.failures[task]!);
    return work;
  }

  #answered(now: Tick, { source, ordinal, client, durations }: DrawnSubmit, ids: readonly string[]): void {
    ids.forEach((id, position) => {
      this.#drawn.set(id, { source, ordinal, position, duration: durations[position]!, client });
      if (client !== NOBODY) this.#outstanding[client]!++;
    });
    // A refused client pauses: without, one that does not think would fill the journal with refusals.
    if (ids.length === 0 && client !== NOBODY) this.#think(now + SECOND, client);
  }

  #draw(index: number, client: number): DrawnSubmit {
    const source = this.#sources[index]!;
    const ordinal = source.draw();
    this.#submitted += source.durations.length;
    return {
      kind: "submit",
      tenant: source.tenant,
      templates: this.#replica.templates.get(source.workload)!,
      parents: source.parents,
      durations: [...source.durations],
      source: index,
      ordinal,
      client,
    };
  }

  /** A run that the scheduler itself submitted, because its period had come. */
  #periodic(task: TaskSlot): Drawn {
    const { tenant, template, period } = this.#replica.scheduler.tasks;
    const source = this.#sources.findIndex(
      ({ workload, tenant: owner }) =>
        owner === tenant[task] && this.#replica.templates.get(workload)![0] === template[task],
    );
    assert(source >= 0 && period[task]! > 0, "only periodic runs are submitted by the scheduler itself");
    const ordinal = period[task]!;
    const duration = this.#sources[source]!.periodDuration(ordinal);
    return { source, ordinal, position: 0, duration, client: NOBODY };
  }

  /** The next arrival counts from the planned time of the last, not from when it was noticed. */
  #scheduleArrival(index: number, after: Tick): void {
    const at = this.#sources[index]!.next(after);
    if (at < NEVER) this.#queue.schedule(at, 1, Event.arrival, index, 0);
  }

  #think(now: Tick, client: number): void {
    if (this.#replica.closed) return;
    const at = now + this.#sources[this.#clientSource[client]!]!.think();
    this.#queue.schedule(at, 1, Event.think, client, 0);
  }
}
