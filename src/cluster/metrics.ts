/**
 * The statistics of a run, gathered as it happens: one cell per tenant group and class, merged into groups at the
 * end, so that each task is recorded once. Works on what the scheduler reports and is the same in both worlds.
 * What ends is put down as it comes and counted a few hundred tasks at a time, for the reason levels.ts gives.
 */
import { Histogram } from "../engine/histogram.ts";
import { NEVER, SECOND, type Tick } from "../engine/time.ts";
import { type Course, Levels } from "./levels.ts";
import { Cell, jain } from "./metric-cell.ts";
import { Again, Notice, type Observer, type TaskSlot, type TemplateId, type TenantId } from "./ports.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Status } from "./tasks.ts";

export interface MeasuredFrom {
  /** The first `tasks` are left out, or those submitted before `time`: whichever ends first. */
  readonly time: Tick;
  readonly tasks: number;
}

/** By group, then by metric; times in seconds. */
export type GroupedMetrics = Record<string, Record<string, number>>;

/** Tasks that have ended are put down in rows of these columns, and counted when there are so many. */
const ENDS = 256;
const END = {
  cell: 0,
  tenant: 1,
  status: 2,
  reason: 3,
  starts: 4,
  late: 5,
  /** −1 for a task that never started. */
  wait: 6,
  response: 7,
  run: 8,
} as const;
const COLUMNS = 9;

export class Metrics implements Observer {
  readonly #scheduler: Scheduler;
  readonly #from: MeasuredFrom;
  readonly #levels: Levels;
  readonly #groupOf: Int32Array;
  readonly #groups: readonly string[];
  readonly #cells: Cell[] = [];
  /** Of each cell. */
  readonly #cellGroup: string[] = [];
  readonly #cellClass: string[] = [];
  /** By template times groups plus group: its cell. */
  readonly #cellOf: (number | undefined)[] = [];
  /** For fairness: slowdowns of each single tenant. */
  readonly #slowdownSum: Float64Array;
  readonly #slowdownCount: Float64Array;
  /** By slot: the cell of a task past the warm-up, or −1. */
  #counted = new Int32Array(0);
  #submissions = 0;
  #warm: boolean;
  #warmFrom: Tick = 0;
  #stopped: Tick = NEVER;
  #lastEnd: Tick = 0;

  /** Tasks that have ended and are not counted yet. */
  readonly #ends = new Float64Array(ENDS * COLUMNS);
  #filled = 0;

  constructor(scheduler: Scheduler, from: MeasuredFrom) {
    this.#scheduler = scheduler;
    this.#from = from;
    this.#warm = from.time === 0 || from.tasks === 0;
    this.#levels = new Levels(scheduler.fleet);
    const { tenants } = scheduler.cluster;
    this.#groups = [...new Set(tenants.map((tenant) => tenant.group))];
    this.#groupOf = Int32Array.from(tenants, (tenant) => this.#groups.indexOf(tenant.group));
    this.#slowdownSum = new Float64Array(tenants.length);
    this.#slowdownCount = new Float64Array(tenants.length);
  }

  submitted(task: TaskSlot): void {
    const { tasks } = this.#scheduler;
    if (task >= this.#counted.length) {
      const counted = new Int32Array(tasks.capacity);
      counted.set(this.#counted);
      this.#counted = counted;
    }
    if (!this.#counts()) {
      this.#counted[task] = -1;
      return;
    }
    const cell = this.#cell(tasks.tenant[task]!, tasks.template[task]!);
    this.#counted[task] = cell;
    this.#cells[cell]!.admitted++;
  }

  refused(tenant: TenantId, template: TemplateId, why: Notice): void {
    if (!this.#counts()) return;
    const cell = this.#cells[this.#cell(tenant, template)]!;
    cell.rejected++;
    if (why === Notice.hopeless) cell.hopeless++;
  }

  /** A task was submitted that was neither taken in nor refused before its client gave up. */
  gaveUp(tenant: TenantId, template: TemplateId, sentAt: Tick): void {
    if (this.#warm && sentAt >= this.#warmFrom) this.#cells[this.#cell(tenant, template)]!.gaveUp++;
  }

  waitsAgain(task: TaskSlot, why: Again): void {
    const cell = this.#cellOfTask(task);
    if (cell === undefined) return;
    if (why === Again.paused) cell.paused++;
    if (this.#scheduler.tasks.progress[task]! > 0) cell.resumed++;
  }

  fenced(task: TaskSlot): void {
    const cell = this.#cellOfTask(task);
    if (cell !== undefined) cell.redelivered++;
  }

  handedOver(task: TaskSlot): void {
    const cell = this.#cellOfTask(task);
    if (cell !== undefined) cell.handedOver++;
  }

  expired(task: TaskSlot): void {
    const cell = this.#cellOfTask(task);
    if (cell !== undefined) cell.expired++;
  }

  ended(task: TaskSlot): void {
    const { tasks, templates, now } = this.#scheduler;
    this.#lastEnd = now;
    const cell = this.#counted[task]!;
    if (cell < 0) return;
    const submittedAt = tasks.submittedAt[task]!;
    const startedAt = tasks.firstStartedAt[task]!;
    const wait = (startedAt < 0 ? now : startedAt) - submittedAt;
    const ends = this.#ends;
    const at = this.#filled;
    ends[at + END.cell] = cell;
    ends[at + END.tenant] = tasks.tenant[task]!;
    ends[at + END.status] = tasks.status[task]!;
    ends[at + END.reason] = tasks.stopReason[task]!;
    ends[at + END.starts] = tasks.starts[task]!;
    ends[at + END.late] = wait > templates.specs[tasks.template[task]!]!.delayTolerance ? 1 : 0;
    ends[at + END.wait] = startedAt < 0 ? -1 : wait;
    ends[at + END.response] = now - submittedAt;
    ends[at + END.run] = now - tasks.startedAt[task]!;
    this.#filled = at + COLUMNS;
    if (this.#filled === ends.length) this.#countEnds();
  }

  fleetChanged(): void {
    this.#checkWarmup();
    this.#levels.fleetChanged(this.#scheduler.now);
  }

  settled(): void {
    if (!this.#warm) this.#checkWarmup();
    const { now, waiting, queued, peak } = this.#scheduler;
    this.#levels.read(now, waiting, waiting - queued, peak);
  }

  /** Submissions are over: averages over time end here, so that the emptying of the system does not count. */
  freeze(now: Tick): void {
    this.#checkWarmup();
    this.#stopped = now;
    this.#levels.freeze(now);
  }

  /** The results, when everything has ended. */
  results(now: Tick): GroupedMetrics {
    this.#countEnds();
    const levels = this.#levels.freeze(Math.min(this.#stopped, now));
    const served = [...this.#slowdownSum].flatMap((sum, tenant) =>
      sum > 0 ? [this.#slowdownCount[tenant]! / sum] : [],
    );
    const results: GroupedMetrics = {
      all: {
        ...this.#merged(() => true).metrics(),
        duplicates: this.#scheduler.duplicates,
        ...Object.fromEntries(
          Object.entries(levels.utilization).map(([name, share]) => [`utilization.${name}`, share]),
        ),
        "queue.mean": levels.queueMean,
        "queue.max": levels.queueMax,
        makespan: this.#lastEnd / SECOND,
        fairness: jain(served),
        cost: levels.cost,
        machineHours: levels.machineHours,
        "queue.cost": levels.queueCost,
        "backlog.cost": levels.backlogCost,
        missedPeriods: this.#scheduler.missedPeriods,
      },
    };
    for (const name of new Set(this.#cellClass)) {
      results[`class:${name}`] = this.#merged((cell) => this.#cellClass[cell] === name).metrics();
    }
    for (const name of this.#groups) {
      results[`tenant:${name}`] = this.#merged((cell) => this.#cellGroup[cell] === name).metrics();
    }
    return results;
  }

  /** Waits by class, in ticks. */
  waits(): Record<string, Histogram> {
    this.#countEnds();
    const waits: Record<string, Histogram> = {};
    this.#cells.forEach((cell, index) => {
      const name = this.#cellClass[index]!;
      waits[name] ??= new Histogram();
      waits[name].merge(cell.wait);
    });
    return waits;
  }

  /** What averages over time are taken over: from the end of the warm-up to that of the submissions. */
  measured(now: Tick): { readonly from: Tick; readonly until: Tick } {
    const until = Math.min(this.#stopped, now);
    return { from: this.#warm ? this.#warmFrom : until, until };
  }

  course(now: Tick): Course {
    return this.#levels.course(now);
  }

  /** Whether what is submitted now is past the warm-up. */
  #counts(): boolean {
    if (this.#warm) return true;
    this.#checkWarmup();
    if (!this.#warm && this.#submissions >= this.#from.tasks) this.#endWarmup(this.#scheduler.now);
    this.#submissions++;
    return this.#warm;
  }

  #checkWarmup(): void {
    if (!this.#warm && this.#scheduler.now >= this.#from.time) this.#endWarmup(this.#from.time);
  }

  #endWarmup(now: Tick): void {
    this.#warm = true;
    this.#warmFrom = now;
    this.#levels.restart(now);
  }

  #countEnds(): void {
    const ends = this.#ends;
    for (let at = 0; at < this.#filled; at += COLUMNS) {
      const cell = this.#cells[ends[at + END.cell]!]!;
      cell.count(ends[at + END.status]! as Status, ends[at + END.reason]!, ends[at + END.starts]!);
      cell.late += ends[at + END.late]!;
      if (ends[at + END.wait]! < 0) continue;
      const slowdown = cell.time(ends[at + END.wait]!, ends[at + END.response]!, ends[at + END.run]!);
      const tenant = ends[at + END.tenant]!;
      this.#slowdownSum[tenant]! += slowdown;
      this.#slowdownCount[tenant]! += 1;
    }
    this.#filled = 0;
  }

  /** Undefined for a task of the warm-up. */
  #cellOfTask(task: TaskSlot): Cell | undefined {
    return this.#cells[this.#counted[task]!];
  }

  #merged(chosen: (cell: number) => boolean): Cell {
    const merged = new Cell();
    this.#cells.forEach((cell, index) => {
      if (chosen(index)) merged.merge(cell);
    });
    return merged;
  }

  #cell(tenant: TenantId, template: TemplateId): number {
    const group = this.#groupOf[tenant]!;
    const key = template * this.#groups.length + group;
    const known = this.#cellOf[key];
    if (known !== undefined) return known;
    const className = this.#scheduler.templates.specs[template]!.class;
    const groupName = this.#groups[group]!;
    let cell = this.#cells.findIndex(
      (_, i) => this.#cellClass[i] === className && this.#cellGroup[i] === groupName,
    );
    if (cell < 0) {
      cell = this.#cells.push(new Cell()) - 1;
      this.#cellClass.push(className);
      this.#cellGroup.push(groupName);
    }
    while (this.#cellOf.length < key) this.#cellOf.push(undefined);
    this.#cellOf[key] = cell;
    return cell;
  }
}
