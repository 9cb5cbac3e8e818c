/**
 * The clocks of a place: between an instant and what a clock on the wall shows there. Where clocks are put forward some
 * wall times do not exist, and where they are put back some exist twice; one rule answers both, see `firstInstantAt`.
 */
import type { Tick } from "./time.ts";

/** The offset from UTC that holds from each of these instants on, in ticks; the first holds before, too. */
export interface TimeZone {
  readonly name: string;
  readonly from: readonly Tick[];
  readonly offset: readonly Tick[];
}

export const UTC: TimeZone = { name: "UTC", from: [0], offset: [0] };

/** What the clock on the wall shows at that instant, counted like ticks. */
export function wallTime(zone: TimeZone, at: Tick): Tick {
  let i = zone.from.length - 1;
  while (i > 0 && zone.from[i]! > at) i--;
  return at + zone.offset[i]!;
}

/**
 * The first instant at which the wall clock shows `wall` or more. A time that exists twice means the first of the
 * two; one that is skipped means the instant at which the clock skips it. The other usual convention, to shift a
 * skipped time by the length of the gap, would run a daily 02:30 after a daily 03:00.
 */
export function firstInstantAt(zone: TimeZone, wall: Tick): Tick {
  const { from, offset } = zone;
  const last = from.length - 1;
  for (let i = 0; i < last; i++) {
    const at = wall - offset[i]!;
    if (at < from[i + 1]!) return i === 0 ? at : Math.max(at, from[i]!);
  }
  const at = wall - offset[last]!;
  return last === 0 ? at : Math.max(at, from[last]!);
}
