/**
 * The statistics of a run, gathered as it happens: one cell per tenant group and class, merged into groups at the
 * end, so that each task is recorded once. Works on what the scheduler reports and is the same in both worlds.
 */
import { Histogram } from "../engine/histogram.ts";
import { Series } from "../engine/series.ts";
import { NEVER, SECOND, type Tick } from "../engine/time.ts";
import { TimeAverage } from "../engine/time-average.ts";
import { Cell, jain } from "./metric-cell.ts";
import type { Observer, TaskSlot, TemplateId, TenantId } from "./ports.ts";
import { RESOURCES } from "./resources.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Status } from "./tasks.ts";

export interface MeasuredFrom {
  /** The first `tasks` are left out, or those submitted before `time`: whichever ends first. */
  readonly time: Tick;
  readonly tasks: number;
}

/** By group, then by metric; times in seconds. */
export type GroupedMetrics = Record<string, Record<string, number>>;

export class Metrics implements Observer {
  readonly #scheduler: Scheduler;
  readonly #from: MeasuredFrom;
  readonly #classes: string[] = [];
  readonly #classOf: number[] = [];
  readonly #groups: string[];
  readonly #groupOf: Int32Array;
  /** By group, then by class. */
  readonly #cells: (Cell | undefined)[][];
  /** For fairness: slowdowns of each single tenant. */
  readonly #slowdownSum: Float64Array;
  readonly #slowdownCount: Float64Array;
  /** By slot: the task is past the warm-up. */
  #counted = new Uint8Array(0);
  #submissions = 0;
  #warm: boolean;
  #frozenAt: Tick = NEVER;
  #lastEnd: Tick = 0;
  #waiting = 0;
  readonly #queue = new TimeAverage(0);
  readonly #queueSeries = new Series();
  readonly #used = RESOURCES.map(() => new TimeAverage(0));
  readonly #capacity = RESOURCES.map(() => new TimeAverage(0));
  readonly #cost = new TimeAverage(0);
  readonly #utilizationSeries = new Series();
  readonly #peakSeries = new Series();
  #utilization = 0;
  #peak = false;

  constructor(scheduler: Scheduler, from: MeasuredFrom) {
    this.#scheduler = scheduler;
    this.#from = from;
    this.#warm = from.time === 0 || from.tasks === 0;
    const { tenants } = scheduler.cluster;
    this.#groups = [...new Set(tenants.map((tenant) => tenant.group))];
    this.#groupOf = Int32Array.from(tenants, (tenant) => this.#groups.indexOf(tenant.group));
    this.#cells = this.#groups.map(() => []);
    this.#slowdownSum = new Float64Array(tenants.length);
    this.#slowdownCount = new Float64Array(tenants.length);
    this.fleetChanged(0);
  }

  submitted(now: Tick, task: TaskSlot): void {
    const { tasks } = this.#scheduler;
    if (task >= this.#counted.length) {
      const counted = new Uint8Array(tasks.capacity);
      counted.set(this.#counted);
      this.#counted = counted;
    }
    const counts = this.#counts(now);
    this.#counted[task] = counts ? 1 : 0;
    if (counts) this.#cell(tasks.tenant[task]!, tasks.template[task]!).admitted++;
  }

  refused(now: Tick, tenant: TenantId, template: TemplateId): void {
    if (this.#counts(now)) this.#cell(tenant, template).rejected++;
  }

  ready(): void {}
  started(): void {}
  attemptEnded(): void {}

  ended(now: Tick, task: TaskSlot): void {
    const { tasks, templates } = this.#scheduler;
    this.#lastEnd = now;
    if (this.#counted[task] === 0) return;
    const tenant = tasks.tenant[task]!;
    const template = tasks.template[task]!;
    const cell = this.#cell(tenant, template);
    cell.count(tasks.status[task]! as Status, tasks.stopReason[task]!, tasks.starts[task]!);
    const submittedAt = tasks.submittedAt[task]!;
    const startedAt = tasks.firstStartedAt[task]!;
    const wait = (startedAt < 0 ? now : startedAt) - submittedAt;
    if (wait > templates.specs[template]!.delayTolerance) cell.late++;
    if (startedAt < 0) return;
    const slowdown = cell.time(wait, now - submittedAt, now - tasks.startedAt[task]!);
    this.#slowdownSum[tenant]! += slowdown;
    this.#slowdownCount[tenant]!++;
  }

  fleetChanged(now: Tick): void {
    this.#settleWarmup(now);
    if (now > this.#frozenAt) return;
    const { fleet } = this.#scheduler;
    let cost = 0;
    for (let machine = 0; machine < fleet.count; machine++) {
      if (fleet.up[machine] === 1) cost += fleet.machines[machine]!.cost;
    }
    this.#cost.set(now, cost);
    for (let d = 0; d < RESOURCES.length; d++) this.#capacity[d]!.set(now, fleet.capacity[d]!);
  }

  settled(now: Tick): void {
    const { fleet, waiting, peak } = this.#scheduler;
    const measured = now <= this.#frozenAt;
    this.#settleWarmup(now);
    if (waiting !== this.#waiting) {
      this.#waiting = waiting;
      this.#queueSeries.set(now, waiting);
      if (measured) this.#queue.set(now, waiting);
    }
    const { utilization } = fleet;
    if (utilization === this.#utilization) return;
    this.#utilization = utilization;
    this.#utilizationSeries.set(now, utilization);
    if (peak !== this.#peak) {
      this.#peak = peak;
      this.#peakSeries.set(now, peak ? 1 : 0);
    }
    if (!measured) return;
    const { asked, used } = fleet;
    for (let i = 0; i < asked.length; i++) this.#used[asked[i]!]!.set(now, used[asked[i]!]!);
  }

  /** Submissions are over: averages over time end here, so that the emptying of the system does not count. */
  freeze(now: Tick): void {
    this.#settleWarmup(now);
    this.#frozenAt = Math.min(this.#frozenAt, now);
  }

  /** The results, when everything has ended. */
  results(now: Tick): GroupedMetrics {
    const end = Math.min(this.#frozenAt, now);
    const all = new Cell();
    const groups: GroupedMetrics = { all: {} };
    this.#classes.forEach((name, index) => {
      const merged = new Cell();
      for (const row of this.#cells) merged.merge(row[index]);
      groups[`class:${name}`] = merged.metrics();
    });
    this.#groups.forEach((name, index) => {
      const merged = new Cell();
      for (const cell of this.#cells[index]!) merged.merge(cell);
      groups[`tenant:${name}`] = merged.metrics();
      all.merge(merged);
    });
    const { fleet, duplicates } = this.#scheduler;
    const served = [...this.#slowdownSum].flatMap((sum, tenant) =>
      sum > 0 ? [this.#slowdownCount[tenant]! / sum] : [],
    );
    groups["all"] = {
      ...all.metrics(),
      duplicates,
      ...Object.fromEntries(
        RESOURCES.flatMap((name, d) => {
          const capacity = this.#capacity[d]!.area(end);
          return capacity > 0 && fleet.asked.includes(d)
            ? [[`utilization.${name}`, this.#used[d]!.area(end) / capacity]]
            : [];
        }),
      ),
      "queue.mean": this.#queue.mean(end),
      "queue.max": this.#queue.max,
      makespan: this.#lastEnd / SECOND,
      fairness: jain(served),
      cost: this.#cost.area(end) / SECOND / 3600,
    };
    return groups;
  }

  /** Waits by class, in ticks. */
  waits(): Record<string, Histogram> {
    return Object.fromEntries(
      this.#classes.map((name, index) => {
        const waits = new Histogram();
        for (const row of this.#cells) if (row[index] !== undefined) waits.merge(row[index].wait);
        return [name, waits];
      }),
    );
  }

  series(now: Tick): { utilization: Series; queue: Series; peak: Series } {
    // Brings the three to the same end, so that their intervals agree.
    this.#utilizationSeries.set(now, this.#utilization);
    this.#queueSeries.set(now, this.#waiting);
    this.#peakSeries.set(now, this.#peak ? 1 : 0);
    return { utilization: this.#utilizationSeries, queue: this.#queueSeries, peak: this.#peakSeries };
  }

  /** Whether what is submitted now is past the warm-up. */
  #counts(now: Tick): boolean {
    this.#settleWarmup(now);
    if (!this.#warm && this.#submissions >= this.#from.tasks) this.#restart(now);
    this.#submissions++;
    return this.#warm;
  }

  #settleWarmup(now: Tick): void {
    if (!this.#warm && now >= this.#from.time) this.#restart(this.#from.time);
  }

  #restart(now: Tick): void {
    this.#warm = true;
    for (const average of [this.#queue, this.#cost, ...this.#used, ...this.#capacity]) average.restart(now);
  }

  #cell(tenant: TenantId, template: TemplateId): Cell {
    let index = this.#classOf[template];
    if (index === undefined) {
      const name = this.#scheduler.templates.specs[template]!.class;
      index = this.#classes.indexOf(name);
      if (index < 0) index = this.#classes.push(name) - 1;
      this.#classOf[template] = index;
    }
    const row = this.#cells[this.#groupOf[tenant]!]!;
    let cell = row[index];
    if (cell === undefined) {
      cell = new Cell();
      row[index] = cell;
    }
    return cell;
  }
}
