/** How a run went over time, in seconds, from the series that the statistics kept. */
import type { Metrics } from "../cluster/metrics.ts";
import { NEVER, SECOND, type Tick } from "../engine/time.ts";
import type { Timeline } from "./result.ts";

/** A fault as its world recorded it; `until` NEVER when it lasted to the end. */
interface FaultRecord {
  readonly at: Tick;
  readonly until: Tick;
  readonly kind: string;
  readonly target: string;
}

export function timeline(
  metrics: Metrics,
  now: Tick,
  peakAt: number,
  faults: readonly FaultRecord[],
): Timeline {
  const { utilization, queue, peak } = metrics.series(now);
  const queues = queue.points(now);
  const peaks = peak.points(now);
  return {
    every: utilization.width / SECOND,
    peakAt,
    points: utilization.points(now).map(({ at, mean }, i) => ({
      time: at / SECOND,
      utilization: mean,
      queue: queues[i]!.mean,
      peak: peaks[i]!.mean,
    })),
    faults: faults.map(({ at, until, kind, target }) => ({
      at: at / SECOND,
      until: until === NEVER || until > now ? null : until / SECOND,
      kind,
      target,
    })),
  };
}
