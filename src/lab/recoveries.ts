/** What it took to recover from each loss, in seconds, from the records that the world kept. */
import { NEVER, SECOND, type Tick } from "../engine/time.ts";
import type { Recovery } from "../sim/recoveries.ts";
import type { RecoveryMark } from "./result.ts";

export function recoveries(records: readonly Recovery[]): RecoveryMark[] {
  return records.map(({ at, kind, target, inFlight, noticedAt, recovered, recoveredAt }) => ({
    at: at / SECOND,
    kind,
    target,
    inFlight,
    noticedAfter: after(at, noticedAt),
    recovered,
    recoveredAfter: after(at, recoveredAt),
  }));
}

function after(at: Tick, then: Tick): number | null {
  return then === NEVER ? null : (then - at) / SECOND;
}
