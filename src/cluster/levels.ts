/**
 * Levels over time: tasks waiting, resources in use, what the fleet costs. Readings are put down as they come and
 * worked into averages and series a few thousand at a time: a tight loop does it at a third of the price.
 */
import { Series } from "../engine/series.ts";
import { SECOND, type Tick } from "../engine/time.ts";
import { TimeAverage } from "../engine/time-average.ts";
import type { Fleet } from "./fleet.ts";
import { CPU, RESOURCES } from "./resources.ts";

const READINGS = 4096;

/** Averages over the measured time. */
export interface LevelResults {
  readonly queueMean: number;
  readonly queueMax: number;
  /** By resource; absent where nobody asks for it or its capacity is unlimited. */
  readonly utilization: Readonly<Record<string, number>>;
  readonly cost: number;
}

export class Levels {
  readonly #fleet: Fleet;
  readonly #peakAt: number;
  // Readings not yet worked in.
  #count = 0;
  readonly #times = new Float64Array(READINGS);
  readonly #waitings = new Float64Array(READINGS);
  readonly #useds = RESOURCES.map(() => new Float64Array(READINGS));
  #lastWaiting = 0;
  readonly #last = new Float64Array(RESOURCES.length);

  readonly #queue = new TimeAverage(0);
  readonly #used = RESOURCES.map(() => new TimeAverage(0));
  readonly #capacity = RESOURCES.map(() => new TimeAverage(0));
  readonly #cost = new TimeAverage(0);
  readonly #queueSeries = new Series();
  readonly #utilizationSeries = new Series();
  readonly #peakSeries = new Series();
  #cpuCapacity = 0;
  #frozen: LevelResults | null = null;

  constructor(fleet: Fleet, peakAt: number) {
    this.#fleet = fleet;
    this.#peakAt = peakAt;
    this.fleetChanged(0);
  }

  /** The levels that hold from now on. */
  read(now: Tick, waiting: number): void {
    const { used, asked } = this.#fleet;
    const last = this.#last;
    let same = waiting === this.#lastWaiting;
    for (let i = 0; i < asked.length; i++) same &&= used[asked[i]!] === last[asked[i]!];
    if (same) return;
    this.#lastWaiting = waiting;
    const reading = this.#count++;
    this.#times[reading] = now;
    this.#waitings[reading] = waiting;
    for (let i = 0; i < asked.length; i++) {
      const d = asked[i]!;
      last[d] = used[d]!;
      this.#useds[d]![reading] = used[d]!;
    }
    if (this.#count === READINGS) this.#workIn();
  }

  /** A machine went down or came up: what the fleet can do and costs is another from now on. */
  fleetChanged(now: Tick): void {
    this.#workIn();
    const fleet = this.#fleet;
    this.#cpuCapacity = fleet.capacity[CPU]!;
    if (this.#frozen !== null) return;
    let cost = 0;
    for (let machine = 0; machine < fleet.count; machine++) {
      if (fleet.up[machine] === 1) cost += fleet.machines[machine]!.cost;
    }
    this.#cost.set(now, cost);
    for (let d = 0; d < RESOURCES.length; d++) this.#capacity[d]!.set(now, fleet.capacity[d]!);
  }

  /** The warm-up ends: averages begin here. */
  restart(now: Tick): void {
    this.#workIn();
    for (const average of [this.#queue, this.#cost, ...this.#used, ...this.#capacity]) average.restart(now);
  }

  /** The measured time ends: averages end here; the series go on. */
  freeze(now: Tick): LevelResults {
    this.#workIn();
    this.#frozen ??= {
      queueMean: this.#queue.mean(now),
      queueMax: this.#queue.max,
      utilization: Object.fromEntries(
        this.#fleet.asked.flatMap((d) => {
          const capacity = this.#capacity[d]!.area(now);
          return capacity > 0 ? [[RESOURCES[d]!, this.#used[d]!.area(now) / capacity]] : [];
        }),
      ),
      cost: this.#cost.area(now) / SECOND / 3600,
    };
    return this.#frozen;
  }

  series(now: Tick): { readonly utilization: Series; readonly queue: Series; readonly peak: Series } {
    this.#workIn();
    // Brings the three to the same end, so that their intervals agree.
    for (const series of [this.#utilizationSeries, this.#queueSeries, this.#peakSeries]) series.extend(now);
    return { utilization: this.#utilizationSeries, queue: this.#queueSeries, peak: this.#peakSeries };
  }

  #workIn(): void {
    const times = this.#times;
    const count = this.#count;
    this.#count = 0;
    const cpu = this.#useds[CPU]!;
    const capacity = this.#cpuCapacity;
    for (let i = 0; i < count; i++) {
      const utilization = capacity > 0 ? cpu[i]! / capacity : 0;
      this.#queueSeries.set(times[i]!, this.#waitings[i]!);
      this.#utilizationSeries.set(times[i]!, utilization);
      this.#peakSeries.set(times[i]!, utilization >= this.#peakAt ? 1 : 0);
    }
    if (this.#frozen !== null) return;
    for (let i = 0; i < count; i++) this.#queue.set(times[i]!, this.#waitings[i]!);
    for (const d of this.#fleet.asked) {
      const used = this.#useds[d]!;
      const average = this.#used[d]!;
      for (let i = 0; i < count; i++) average.set(times[i]!, used[i]!);
    }
  }
}
