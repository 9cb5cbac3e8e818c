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
    faults: merged(faults).map(({ at, until, kind, target }) => ({
      at: at / SECOND,
      until: until === NEVER || until > now ? null : until / SECOND,
      kind,
      target,
    })),
  };
}

/** A class has several templates, which a fault strikes one by one: to people it is one fault. */
function merged(faults: readonly FaultRecord[]): readonly FaultRecord[] {
  const marks = new Map<string, FaultRecord>();
  for (const fault of faults) {
    const name = `${fault.at} ${fault.kind} ${fault.target}`;
    const known = marks.get(name);
    if (known === undefined || known.until < fault.until) marks.set(name, fault);
  }
  return [...marks.values()];
}
