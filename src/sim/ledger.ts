/**
 * What the world knows of each task in flight and the scheduler does not: who submitted it, how long it really takes,
 * and whether its next attempt fails. True durations live here and reach the scheduler only by what it can observe.
 */
import type { TaskSlot, TemplateId } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import type { Draws, Streams } from "../engine/random.ts";
import type { Tick } from "../engine/time.ts";
import type { Errand, JobSource } from "../scenario/job-source.ts";
import type { JobTask } from "../scenario/model.ts";

/** A task that no closed client waits for. */
export const NOBODY = -1;

export class Ledger {
  /** Tasks adopted so far: each has its number. */
  tasks = 0;
  readonly #sources: readonly JobSource[];
  /** By source, then by position in its job: the template. */
  readonly #templates: readonly (readonly TemplateId[])[];
  /** By template: its position in its job, and its model. */
  readonly #position: number[] = [];
  readonly #models: JobTask[] = [];
  readonly #lots: Draws;
  readonly #scheduler: Scheduler;
  #source = new Int32Array(0);
  #ordinal = new Float64Array(0);
  #client = new Int32Array(0);
  #duration = new Float64Array(0);
  #serial = new Float64Array(0);
  readonly #errand: Errand = { work: 0, duration: 0, fails: false };

  constructor(
    scheduler: Scheduler,
    sources: readonly JobSource[],
    templates: readonly (readonly TemplateId[])[],
    streams: Streams,
  ) {
    this.#scheduler = scheduler;
    this.#sources = sources;
    this.#templates = templates;
    this.#lots = streams.draws("lot");
    templates.forEach((ids, source) => {
      ids.forEach((id, position) => {
        this.#position[id] = position;
        this.#models[id] = sources[source]!.workload.tasks[position]!;
      });
    });
  }

  adopt(task: TaskSlot, source: number, ordinal: number, duration: Tick, client: number): void {
    if (task >= this.#source.length) this.#grow();
    this.#source[task] = source;
    this.#ordinal[task] = ordinal;
    this.#duration[task] = duration;
    this.#client[task] = client;
    this.#serial[task] = ++this.tasks;
  }

  /** A run that the scheduler itself submitted, because its period had come, is adopted by the source of its schedule. */
  adoptIfPeriodic(task: TaskSlot): void {
    const { tenant, template, period } = this.#scheduler.tasks;
    if (period[task] === 0) return;
    const index = this.#sources.findIndex(
      (source, i) => source.tenant === tenant[task] && this.#templates[i]![0] === template[task],
    );
    // Runs are numbered from 1 after the submitted one, which drew number 0.
    const run = period[task]!;
    this.adopt(task, index, run, this.#sources[index]!.periodDuration(run), NOBODY);
  }

  /** The closed client that waits for the task, or NOBODY. */
  clientOf(task: TaskSlot): number {
    return this.#client[task] ?? NOBODY;
  }

  /** Tells the tasks apart that use one slot after the other. */
  serialOf(task: TaskSlot): number {
    return this.#serial[task] ?? 0;
  }

  /** Who submitted it and as the how-manieth job: with its template, the same task under every policy. */
  originOf(task: TaskSlot): { readonly source: number; readonly ordinal: number } {
    return { source: this.#source[task] ?? NOBODY, ordinal: this.#ordinal[task] ?? NOBODY };
  }

  modelOf(template: TemplateId): JobTask {
    return this.#models[template]!;
  }

  /** A number from 0 to 1 that chance gave to the task of this number. */
  lotOf(serial: number): number {
    return this.#lots.uniformAt(serial, 0);
  }

  /** What is left to do, from the last checkpoint on. The same object each time. */
  errand(task: TaskSlot): Errand {
    const { tasks } = this.#scheduler;
    const errand = this.#errand;
    const source = this.#sources[this.#source[task]!]!;
    const duration = this.#duration[task]!;
    errand.duration = duration;
    errand.work = duration - tasks.progress[task]!;
    errand.fails = false;
    if (!source.mayFail) return errand;
    const position = this.#position[tasks.template[task]!]!;
    const ordinal = this.#ordinal[task]!;
    const failures = tasks.failures[task]!;
    source.findFailure(errand, ordinal, position, failures);
    return errand;
  }

  #grow(): void {
    const { capacity } = this.#scheduler.tasks;
    this.#source = enlarged(this.#source, new Int32Array(capacity));
    this.#ordinal = enlarged(this.#ordinal, new Float64Array(capacity));
    this.#client = enlarged(this.#client, new Int32Array(capacity).fill(NOBODY));
    this.#duration = enlarged(this.#duration, new Float64Array(capacity));
    this.#serial = enlarged(this.#serial, new Float64Array(capacity));
  }
}

function enlarged<A extends Int32Array | Float64Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
