/**
 * Earliest deadline first (Liu and Layland, "Scheduling algorithms for multiprogramming in a hard-real-time
 * environment", 1973), with admission control, because in overload it is late with everything: a task is refused when
 * the work that waits before it could not be done by its limit even with every core at it.
 */
import type { PolicyDefinition } from "../cluster/policy.ts";

export const edf: PolicyDefinition = {
  name: "edf",
  summary:
    "The task with the nearest limit goes first; one that cannot start within its limit, by the estimates, is refused.",
  parameters: {
    room: { default: 1, meaning: "share of the cores that is counted on; less refuses more" },
  },
  make: ({ room }) => ({
    name: "edf",
    rank: (task) => task.submittedAt + task.delayTolerance,
    // Who is no more patient and came earlier has an earlier limit. What runs now is not counted: it may end soon.
    admits: (task, cluster) =>
      task.delayTolerance === Number.POSITIVE_INFINITY ||
      cluster.waitingWork(task.delayTolerance) <= task.delayTolerance * cluster.cores * room!,
  }),
};
