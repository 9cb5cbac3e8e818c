/** The events of the virtual world. */
export const Event = {
  stop: 0,
  fault: 1,
  repair: 2,
  /** A stopped attempt has left its machine. */
  stopped: 4,
  wake: 5,
  think: 6,
  /** An order to a machine arrives. */
  order: 7,
  /** A report of a machine arrives. */
  report: 8,
  /** A written group of the log is durable. */
  durable: 9,
  /** A submission has come to the next place on its way. */
  submission: 10,
  /** A client has waited for an answer long enough. */
  patience: 11,
  /** A stored task comes from its submitter to the scheduler. */
  forward: 12,
  /** A replica of the cluster manager looks at the lease. */
  manager: 13,
  /** A machine has booted. */
  booted: 14,
  /** The use of an attempt is compared with what its task asked for. */
  usage: 15,
  /** The queue delivers an entry once more. */
  redelivery: 16,
  /** An owner no longer wants a task. */
  cancel: 17,
  /** A task brings its machine down. */
  deadly: 18,
  /** News of a node that did not get through are told again. */
  news: 19,
} as const;

/** The order of events at one instant: the fate of machines, ends of attempts, the scheduler's timers, then clients. */
export const Turn = { fate: 0, ends: 1, wake: 2, clients: 3 } as const;
