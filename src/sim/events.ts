/** The events of the virtual world. */
export const Event = {
  stop: 0,
  fault: 1,
  repair: 2,
  detect: 3,
  ended: 4,
  stopped: 5,
  wake: 6,
  think: 7,
} as const;

/** The order of events at one instant: the fate of machines, ends of attempts, the scheduler's timers, then clients. */
export const Turn = { fate: 0, ends: 1, wake: 2, clients: 3 } as const;
