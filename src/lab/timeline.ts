/** How a run went over time, in seconds, from the series that the statistics kept. */
import type { Metrics } from "../cluster/metrics.ts";
import { NEVER, SECOND, type Tick } from "../engine/time.ts";
import type { Timeline } from "./result.ts";

/** A fault as its world recorded it; `until` NEVER when it lasted to the end. */
export interface FaultRecord {
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
  const { width, utilization, queue, peak } = metrics.course(now);
  return {
    every: width / SECOND,
    peakAt,
    points: utilization.map((mean, i) => ({
      time: (i * width) / SECOND,
      utilization: mean,
      queue: queue[i]!,
      peak: peak[i]!,
    })),
    faults: faults.map(({ at, until, kind, target }) => ({
      at: at / SECOND,
      until: until === NEVER || until > now ? null : until / SECOND,
      kind,
      target,
    })),
  };
}
