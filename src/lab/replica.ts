/**
 * One replication: one policy, one seed, one replication number, run to its end in the virtual world. The result is
 * plain data, so that it can come from another thread and be merged with others.
 */
import { type GroupedMetrics, Metrics } from "../cluster/metrics.ts";
import { Tee } from "../cluster/observers.ts";
import type { Policy } from "../cluster/policy.ts";
import type { Observer } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import type { HistogramData } from "../engine/histogram.ts";
import { SECOND, type Tick } from "../engine/time.ts";
import type { Scenario } from "../scenario/model.ts";
import { type Checks, checkedWorld } from "../sim/checks.ts";
import type { Steps } from "../sim/front-door.ts";
import { World, type WorldOptions } from "../sim/world.ts";
import { recoveries } from "./recoveries.ts";
import type { RecoveryMark, Timeline } from "./result.ts";
import { type FaultRecord, timeline } from "./timeline.ts";
import { type DigestMarks, MarkKeeper } from "./verify/marks.ts";
import { worldMetrics } from "./world-metrics.ts";

export interface ReplicaSpec {
  readonly scenario: Scenario;
  readonly policy: Policy;
  readonly seed: number;
  readonly replication: number;
  /** Watch the run besides the statistics: task rows, a timeline. */
  readonly observers?: readonly ((scheduler: Scheduler) => Observer)[];
  /** Is told of each submission's way in. */
  readonly steps?: Steps;
  /** Watch every event for broken invariants: one ends the run with a Violation. */
  readonly check?: boolean;
  /** Keep what the digest is on the way, for `sim verify`. */
  readonly marks?: boolean;
}

export interface ReplicaResult {
  readonly digest: string;
  /** Over what was drawn: arrivals, durations, faults. The same for every policy on one seed. */
  readonly drawn: string;
  readonly events: number;
  readonly metrics: GroupedMetrics;
  /** By class, in ticks. */
  readonly waits: Readonly<Record<string, HistogramData>>;
  readonly timeline: Timeline;
  /** What its averages over time are taken over, in seconds. */
  readonly measured: { readonly from: number; readonly until: number };
  readonly recoveries: readonly RecoveryMark[];
  /** Where they were asked for. */
  readonly marks?: DigestMarks;
}

/** A replication in progress: whoever runs it decides when to look at the clock. */
export class Replica {
  readonly world: World;
  readonly #scenario: Scenario;
  readonly #metrics: Metrics;
  readonly #checks: Checks | null;
  readonly #marks: MarkKeeper | null;

  constructor(spec: ReplicaSpec) {
    const { scenario, policy, seed, replication, observers = [], steps, check = false } = spec;
    this.#scenario = scenario;
    this.#marks = spec.marks ? new MarkKeeper() : null;
    let metrics!: Metrics;
    const options: WorldOptions = {
      scenario,
      policy,
      seed,
      replication,
      observer: (scheduler) => {
        metrics = new Metrics(scheduler, scenario.warmup);
        return observers.length === 0
          ? metrics
          : new Tee([metrics, ...observers.map((make) => make(scheduler))]);
      },
      onStop: (now) => metrics.freeze(now),
      ...(steps !== undefined && { steps }),
    };
    const checked = check ? checkedWorld(options) : null;
    this.world = checked?.world ?? new World(options);
    this.#checks = checked?.checks ?? null;
    this.#metrics = metrics;
  }

  /** Handles up to `events` more events; false when the run is over. */
  advance(events: number): boolean {
    const goesOn =
      this.#marks === null ? this.world.advance(events) : this.#advanceMarked(this.#marks, events);
    if (!goesOn) this.#end();
    return goesOn;
  }

  #end(): void {
    this.#checks?.atEnd(this.world);
    for (const { tenant, templates, sentAt } of this.world.door.undecided)
      for (const template of templates) this.#metrics.gaveUp(tenant, template, sentAt);
  }

  #advanceMarked(marks: MarkKeeper, events: number): boolean {
    const { world } = this;
    for (let left = events; left > 0; ) {
      const step = Math.min(left, marks.next - world.events);
      if (!world.advance(step)) return false;
      left -= step;
      if (world.events >= marks.next) marks.take(world.scheduler.digest.hex());
    }
    return true;
  }

  result(): ReplicaResult {
    const { now, scheduler, drawn, events, faults } = this.world;
    const result = resultOf(this.#metrics, {
      digest: scheduler.digest.hex(),
      drawn: drawn.hex(),
      events,
      now,
      peakAt: this.#scenario.cluster.control.peakAt,
      faults: faults.records,
    });
    const { metrics } = result;
    return {
      ...result,
      metrics: { ...metrics, all: { ...metrics.all, ...worldMetrics(this.world) } },
      recoveries: recoveries(this.world.recoveries.records),
      ...(this.#marks !== null && { marks: this.#marks.marks }),
    };
  }
}

/** What a run of either world leaves behind, from its statistics. */
export function resultOf(
  metrics: Metrics,
  run: {
    readonly digest: string;
    readonly drawn: string;
    readonly events: number;
    readonly now: Tick;
    readonly peakAt: number;
    readonly faults: readonly FaultRecord[];
  },
): ReplicaResult {
  const { digest, drawn, events, now } = run;
  const { from, until } = metrics.measured(now);
  const waits = Object.entries(metrics.waits()).map(([name, histogram]) => [name, histogram.toData()]);
  return {
    digest,
    drawn,
    events,
    metrics: metrics.results(now),
    waits: Object.fromEntries(waits),
    timeline: timeline(metrics, now, run.peakAt, run.faults),
    measured: { from: from / SECOND, until: until / SECOND },
    recoveries: [],
  };
}

/** Runs it in one go. */
export function runReplica(spec: ReplicaSpec): ReplicaResult {
  const replica = new Replica(spec);
  while (replica.advance(Number.MAX_SAFE_INTEGER));
  return replica.result();
}
