/**
 * What clients submit: for one tenant and one workload, when the next job comes and how long its tasks take. All
 * chance comes from streams of this source's own, so that no policy and no other tenant can shift its numbers.
 */
import { type Arrivals, arrivals } from "../engine/arrivals.ts";
import { type Distribution, distribution } from "../engine/distributions.ts";
import type { Draws, Random, Streams } from "../engine/random.ts";
import { NEVER, type Tick } from "../engine/time.ts";
import type { Scenario, Workload } from "./model.ts";

/** What the next attempt of a task has to do, and whether it fails at the end of that. */
export interface Errand {
  work: Tick;
  /** Of the whole task. */
  duration: Tick;
  fails: boolean;
}

export class JobSource {
  readonly workload: Workload;
  readonly tenant: number;
  /** Of each of its tasks, by position: the positions that it waits for. */
  readonly parents: readonly (readonly number[])[];
  /** Some task of it may fail. */
  readonly mayFail: boolean;
  /** Jobs drawn so far. */
  ordinal = 0;
  /** Of the job drawn last, by position: run times in ticks at speed 1. */
  readonly durations: Float64Array;

  readonly #arrivals: Arrivals | null;
  readonly #think: Distribution | null;
  readonly #thinking: Random;
  readonly #distributions: readonly Distribution[];
  readonly #randoms: readonly Random[];
  readonly #failures: readonly Draws[];
  readonly #streams: Streams;
  readonly #entity: string;
  #periodicAt: Tick;

  constructor(scenario: Scenario, workload: Workload, tenant: number, streams: Streams) {
    this.workload = workload;
    this.tenant = tenant;
    this.parents = workload.tasks.map((task) => task.parents);
    this.mayFail = workload.tasks.some((task) => task.failure > 0);
    this.#streams = streams;
    const name = scenario.cluster.tenants[tenant]!.name;
    this.#entity = `${name}/${workload.tasks[0]!.template.class}`;
    const process = workload.arrivals;
    const open = process.process !== "closed" && process.process !== "periodic";
    this.#arrivals = open ? arrivals(process, streams.stream("arrivals", this.#entity)) : null;
    this.#think = process.process === "closed" ? distribution(process.think) : null;
    this.#thinking = streams.stream("think", this.#entity);
    this.#periodicAt = process.process === "periodic" ? process.at : NEVER;
    this.#distributions = workload.tasks.map((task) => distribution(task.duration));
    this.#randoms = workload.tasks.map((_, position) =>
      streams.stream("duration", `${this.#entity}/${position}`),
    );
    this.#failures = workload.tasks.map((_, position) =>
      streams.draws("failure", `${this.#entity}/${position}`),
    );
    this.durations = new Float64Array(workload.tasks.length);
  }

  /** Closed clients; 0 for a source that does not wait for answers. */
  get clients(): number {
    return this.workload.arrivals.process === "closed" ? this.workload.arrivals.clients : 0;
  }

  /** When the next job comes; NEVER when none does, or when that depends on a client's answer (closed). */
  next(now: Tick): Tick {
    if (this.#arrivals !== null) return this.#arrivals.next(now);
    const at = this.#periodicAt;
    this.#periodicAt = NEVER;
    return at;
  }

  /** How many jobs come together at that time. */
  get size(): number {
    return this.#arrivals === null ? 1 : this.#arrivals.size;
  }

  /** How long a closed client thinks before its next job. */
  think(): Tick {
    return Math.round(this.#think!.sample(this.#thinking));
  }

  /** Draws the next job into `durations` and returns its number. */
  draw(): number {
    for (let position = 0; position < this.durations.length; position++) {
      this.durations[position] = Math.round(this.#distributions[position]!.sample(this.#randoms[position]!));
    }
    return this.ordinal++;
  }

  /** Ends the errand where the attempt fails, if it does, given how many attempts of the task have failed before. */
  findFailure(errand: Errand, ordinal: number, position: number, failures: number): void {
    const stages = this.workload.tasks[position]!.checkpoint?.stages ?? 0;
    if (stages === 0) errand.fails = this.#fails(ordinal, position, failures);
    else this.#findFailingStage(errand, ordinal, position, failures, stages);
  }

  /** The run time of a later run of a periodic task. */
  periodDuration(run: number): Tick {
    const random = this.#streams.stream("period", `${this.#entity}/${run}`);
    return Math.round(this.#distributions[0]!.sample(random));
  }

  /** Each stage may fail by itself; the attempt ends with the first that does. */
  #findFailingStage(
    errand: Errand,
    ordinal: number,
    position: number,
    failures: number,
    stages: number,
  ): void {
    const length = errand.duration / stages;
    const done = errand.duration - errand.work;
    for (let stage = Math.round(done / length); stage < stages; stage++) {
      if (!this.#fails(ordinal, position, failures * MOST_STAGES + stage)) continue;
      errand.work = Math.round((stage + 1) * length) - done;
      errand.fails = true;
      return;
    }
  }

  #fails(ordinal: number, position: number, draw: number): boolean {
    const { failure } = this.workload.tasks[position]!;
    return failure > 0 && this.#failures[position]!.uniformAt(ordinal, draw) < failure;
  }
}

/** The draws of one failure count lie together. */
const MOST_STAGES = 1024;

/** One source for each tenant of each workload, in scenario order. */
export function jobSources(scenario: Scenario, streams: Streams): JobSource[] {
  return scenario.workloads.flatMap((workload) =>
    workload.tenants.map((tenant) => new JobSource(scenario, workload, tenant, streams)),
  );
}
