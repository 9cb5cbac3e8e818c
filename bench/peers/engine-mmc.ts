/**
 * M/M/c on the engine alone: its event queue, streams, histogram, levels and digest, and no scheduler. What the
 * engine allows; the difference to a whole run is the scheduler's and its world's.
 */
import { Digest } from "../../src/engine/digest.ts";
import { EventQueue } from "../../src/engine/event-queue.ts";
import { Histogram } from "../../src/engine/histogram.ts";
import { LevelSeries } from "../../src/engine/level-series.ts";
import { Streams } from "../../src/engine/random.ts";

const RING = 1 << 20;
const ARRIVAL = 0;
const END = 1;
const SECOND = 1e6;

/** Mean wait in seconds, with a mean service time of one. */
export function engineMmc(servers: number, utilization: number, tasks: number, seed: number): number {
  const streams = new Streams(seed, 0);
  const arrivals = streams.stream("arrivals", "t/job");
  const durations = streams.stream("duration", "t/job/0");
  const gap = SECOND / (servers * utilization);
  const queue = new EventQueue(4 * servers);
  const waits = new Histogram();
  const levels = new LevelSeries(2);
  const digest = new Digest();
  const waitingSince = new Float64Array(RING);
  let [head, tail, busy, submitted] = [0, 0, 0, 0];
  const start = (now: number, wait: number) => {
    waits.record(wait);
    queue.add(now + Math.round(durations.exponential() * SECOND), 0, END, 0, 0);
  };
  queue.add(Math.round(arrivals.exponential() * gap), 1, ARRIVAL, 0, 0);
  while (queue.pop()) {
    const now = queue.at;
    digest.at(now);
    digest.mix(queue.kind, busy, tail - head);
    if (queue.kind === ARRIVAL) {
      if (busy < servers) {
        busy++;
        start(now, 0);
      } else {
        waitingSince[tail++ % RING] = now;
      }
      if (++submitted < tasks) queue.add(now + Math.round(arrivals.exponential() * gap), 1, ARRIVAL, 0, 0);
    } else if (head === tail) {
      busy--;
    } else {
      start(now, now - waitingSince[head++ % RING]!);
    }
    levels.next[0] = tail - head;
    levels.next[1] = busy;
    levels.change(now);
  }
  if (digest.hex().length !== 16) throw new Error("no digest");
  return waits.mean / SECOND;
}
