/** Every task of a run past the warm-up, in columns, so that two runs can be laid side by side task by task. */
import { formatId } from "../../cluster/ids.ts";
import { SilentObserver } from "../../cluster/observers.ts";
import type { TaskSlot } from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import { STATUS_NAMES } from "../../cluster/tasks.ts";
import { NEVER, SECOND, type Tick } from "../../engine/time.ts";
import type { Limit } from "../../scenario/model.ts";
import type { World } from "../../sim/world.ts";

export class TaskList extends SilentObserver {
  /** Set once the world is complete. */
  world!: World;
  readonly #warmup: Limit;
  #scheduler!: Scheduler;
  #submissions = 0;
  /** By slot: it was submitted during the warm-up. */
  readonly #early = new Set<TaskSlot>();
  readonly #source: number[] = [];
  readonly #ordinal: number[] = [];
  readonly #template: number[] = [];
  readonly #tenant: number[] = [];
  readonly #idTime: number[] = [];
  readonly #idTail: number[] = [];
  readonly #status: number[] = [];
  readonly #submitted: Tick[] = [];
  readonly #started: Tick[] = [];
  readonly #ended: Tick[] = [];

  constructor(warmup: Limit) {
    super();
    this.#warmup = warmup;
  }

  watch(scheduler: Scheduler): this {
    this.#scheduler = scheduler;
    return this;
  }

  override submitted(task: TaskSlot): void {
    const { time, tasks } = this.#warmup;
    const isWarm = time === 0 || tasks === 0 || this.#scheduler.now >= time || this.#submissions >= tasks;
    if (!isWarm) this.#early.add(task);
    this.#submissions++;
  }

  override refused(): void {
    this.#submissions++;
  }

  override ended(task: TaskSlot): void {
    if (!this.#early.delete(task)) this.#take(task, this.#scheduler.now);
  }

  /** The run is over: whatever is still in the table has never ended. */
  leftOver(): void {
    this.#scheduler.tasks.each((task) => {
      if (!this.#early.has(task)) this.#take(task, NEVER);
    });
  }

  /** Positions of the tasks, by who they are. */
  inOrder(): number[] {
    return [...this.#source.keys()].sort((a, b) => TaskList.compare(this, a, this, b));
  }

  /** Below 0 when the first comes before the second in that order, 0 when they are the same task. */
  static compare(one: TaskList, a: number, other: TaskList, b: number): number {
    return (
      one.#source[a]! - other.#source[b]! ||
      one.#ordinal[a]! - other.#ordinal[b]! ||
      one.#template[a]! - other.#template[b]!
    );
  }

  wait(row: number): Tick {
    return this.#started[row]! - this.#submitted[row]!;
  }

  response(row: number): Tick {
    return this.#ended[row]! - this.#submitted[row]!;
  }

  classOf(row: number): string {
    return this.#scheduler.templates.specs[this.#template[row]!]!.class;
  }

  describe(row: number): {
    readonly id: string;
    readonly tenant: string;
    readonly status: string;
    readonly submitted: number;
  } {
    return {
      id: formatId(this.#idTime[row]!, this.#idTail[row]!),
      tenant: this.#scheduler.cluster.tenants[this.#tenant[row]!]!.name,
      status: STATUS_NAMES[this.#status[row]!]!,
      submitted: this.#submitted[row]! / SECOND,
    };
  }

  #take(task: TaskSlot, ended: Tick): void {
    const { tasks } = this.#scheduler;
    const { source, ordinal } = this.world.clients.originOf(task);
    this.#source.push(source);
    this.#ordinal.push(ordinal);
    this.#template.push(tasks.template[task]!);
    this.#tenant.push(tasks.tenant[task]!);
    this.#idTime.push(tasks.idTime[task]!);
    this.#idTail.push(tasks.idTail[task]!);
    this.#status.push(tasks.status[task]!);
    this.#submitted.push(tasks.submittedAt[task]!);
    const started = tasks.firstStartedAt[task]!;
    this.#started.push(started < 0 ? NEVER : started);
    this.#ended.push(ended);
  }
}
