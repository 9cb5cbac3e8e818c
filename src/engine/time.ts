/**
 * Time is an integer count of microseconds since the run began. A double holds 285 years of them exactly, so
 * adding and comparing ticks never rounds.
 */
export type Tick = number;

export const MILLISECOND: Tick = 1_000;
export const SECOND: Tick = 1_000_000;
export const MINUTE: Tick = 60 * SECOND;
export const HOUR: Tick = 60 * MINUTE;
export const DAY: Tick = 24 * HOUR;

/** Later than everything: an absent limit, an empty queue's next event. */
export const NEVER: Tick = Number.POSITIVE_INFINITY;
