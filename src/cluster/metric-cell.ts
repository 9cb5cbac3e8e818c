/** What is counted of the tasks of one tenant group and class. Cells add up: groups are merged cells. */
import { Histogram } from "../engine/histogram.ts";
import { SECOND, type Tick } from "../engine/time.ts";
import { StopReason } from "./ports.ts";
import { Status } from "./tasks.ts";

/** Below this run time, slowdown counts as if the task had run so long: a wait of 1 s is no disaster to a task of 1 ms. */
const SLOWDOWN_BOUND = 10 * SECOND;

export class Cell {
  /** Refusals: one that comes again and is refused again counts again. */
  rejected = 0;
  admitted = 0;
  /** Neither taken in nor refused before their client gave up. */
  gaveUp = 0;
  done = 0;
  failed = 0;
  dead = 0;
  cancelled = 0;
  capped = 0;
  /** Stopped for taking more than they had asked for: like the capped ones, part of the failed. */
  overused = 0;
  /** Told to try again after the longest wait: part of the cancelled. */
  expired = 0;
  /** Refused because they could not have started in time: part of the rejected. */
  hopeless = 0;
  late = 0;
  starts = 0;
  // How often, not how many tasks: one task may be paused many times.
  paused = 0;
  redelivered = 0;
  resumed = 0;
  handedOver = 0;
  readonly wait = new Histogram();
  readonly response = new Histogram();
  readonly slowdown = new Histogram();

  count(status: Status, stopReason: number, starts: number): void {
    this.starts += starts;
    if (status === Status.done) this.done++;
    else if (status === Status.dead) this.dead++;
    else if (status === Status.cancelled) this.cancelled++;
    else {
      this.failed++;
      if (stopReason === StopReason.capped) this.capped++;
      else if (stopReason === StopReason.overused) this.overused++;
    }
  }

  /** Records the times of a task that ran, and returns its slowdown. */
  time(wait: Tick, response: Tick, lastRun: Tick): number {
    this.wait.record(wait);
    this.response.record(response);
    const slowdown = Math.max(1, response / Math.max(lastRun, SLOWDOWN_BOUND));
    this.slowdown.record(slowdown);
    return slowdown;
  }

  merge(other: Cell | undefined): void {
    if (other === undefined) return;
    this.rejected += other.rejected;
    this.admitted += other.admitted;
    this.gaveUp += other.gaveUp;
    this.done += other.done;
    this.failed += other.failed;
    this.dead += other.dead;
    this.cancelled += other.cancelled;
    this.capped += other.capped;
    this.overused += other.overused;
    this.expired += other.expired;
    this.hopeless += other.hopeless;
    this.late += other.late;
    this.starts += other.starts;
    this.paused += other.paused;
    this.redelivered += other.redelivered;
    this.resumed += other.resumed;
    this.handedOver += other.handedOver;
    this.wait.merge(other.wait);
    this.response.merge(other.response);
    this.slowdown.merge(other.slowdown);
  }

  metrics(): Record<string, number> {
    const { admitted, rejected, gaveUp, done, failed, dead, cancelled, capped, late } = this;
    const ended = done + failed + dead + cancelled;
    const submitted = admitted + rejected + gaveUp;
    return {
      submitted,
      rejected,
      gaveUp,
      admitted,
      done,
      failed,
      dead,
      cancelled,
      capped,
      late,
      lost: admitted - ended,
      lateRatio: share(late, ended),
      rejectedRatio: share(rejected, submitted),
      waitedRatio: share(this.wait.count - this.wait.zeros, this.wait.count),
      ...distributionMetrics("wait", this.wait, SECOND),
      ...distributionMetrics("response", this.response, SECOND),
      ...distributionMetrics("slowdown", this.slowdown, 1),
      "attempts.mean": share(this.starts, ended),
      overused: this.overused,
      expired: this.expired,
      refusedHopeless: this.hopeless,
      paused: this.paused,
      redelivered: this.redelivered,
      resumed: this.resumed,
      handedOver: this.handedOver,
    };
  }
}

/** Jain's index: 1 when all are equal, 1/n when one has everything. */
export function jain(values: readonly number[]): number {
  if (values.length === 0) return 1;
  const sum = values.reduce((total, value) => total + value, 0);
  const squares = values.reduce((total, value) => total + value * value, 0);
  return squares === 0 ? 1 : (sum * sum) / (values.length * squares);
}

function distributionMetrics(name: string, histogram: Histogram, unit: number): Record<string, number> {
  const empty = histogram.count === 0;
  const at = (p: number) => (empty ? 0 : histogram.quantile(p) / unit);
  return {
    [`${name}.mean`]: empty ? 0 : histogram.mean / unit,
    [`${name}.sd`]: empty ? 0 : Math.sqrt(histogram.variance) / unit,
    [`${name}.p50`]: at(0.5),
    [`${name}.p95`]: at(0.95),
    [`${name}.p99`]: at(0.99),
    [`${name}.max`]: empty ? 0 : histogram.max / unit,
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
