/**
 * M/M/c written for nothing else: one loop, a heap of ends, a ring of waiting tasks. What a general simulator pays for
 * being general is measured against it. Arrivals and durations come from the same generators as in schedlab.
 */
import { KeyedHeap } from "../../src/engine/keyed-heap.ts";
import { Streams } from "../../src/engine/random.ts";

const RING = 1 << 20;

/** Mean wait in units of the mean service time. */
export function specialisedMmc(servers: number, utilization: number, tasks: number, seed: number): number {
  const streams = new Streams(seed, 0);
  const arrivals = streams.stream("arrivals", "t/job");
  const durations = streams.stream("duration", "t/job/0");
  const gap = 1 / (servers * utilization);
  const ends = new KeyedHeap(2 * servers);
  const waitingSince = new Float64Array(RING);
  const waitingFor = new Float64Array(RING);
  let [head, tail, busy, sequence, submitted, waited] = [0, 0, 0, 0, 0, 0];
  let nextArrival = arrivals.exponential() * gap;
  while (submitted < tasks || ends.size > 0) {
    if (submitted < tasks && nextArrival < ends.key) {
      const duration = durations.exponential();
      if (busy < servers) {
        busy++;
        ends.push(nextArrival + duration, sequence++, 0);
      } else {
        waitingSince[tail % RING] = nextArrival;
        waitingFor[tail++ % RING] = duration;
      }
      submitted++;
      nextArrival += arrivals.exponential() * gap;
    } else {
      const now = ends.key;
      ends.pop();
      if (head === tail) {
        busy--;
      } else {
        waited += now - waitingSince[head % RING]!;
        ends.push(now + waitingFor[head++ % RING]!, sequence++, 0);
      }
    }
  }
  return waited / tasks;
}
