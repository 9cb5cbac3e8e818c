/**
 * Batching by importance: the queue is given only as many tasks as the free cores can take, the most important
 * first. A plan's priority counts as time already waited, so that everybody's turn comes.
 */
import type { PolicyDefinition } from "../cluster/policy.ts";
import { SECOND } from "../engine/time.ts";

export const topK: PolicyDefinition = {
  name: "top-k",
  summary:
    "Pushes the K most important tasks into the queue, K by free cores; importance is plan, tolerance and age.",
  parameters: {
    boost: { default: 60, meaning: "seconds of waiting that one level of plan priority is worth" },
    horizon: { default: 3600, meaning: "seconds of tolerance beyond which tasks count as equally patient" },
    ahead: { default: 1.25, meaning: "tasks kept in the queue per task that the free cores could take" },
  },
  make: ({ boost, horizon, ahead }) => ({
    name: "top-k",
    rank: (task) =>
      task.submittedAt + Math.min(task.delayTolerance, horizon! * SECOND) - task.priority * boost! * SECOND,
    batch: (cluster) => {
      const room = (cluster.freeCpu / cluster.meanCpuAsked) * ahead!;
      // One task is always on its way, or a cluster too full for the average task would never look at a small one.
      return Math.max(Math.ceil(room) - cluster.queued, cluster.queued === 0 ? 1 : 0);
    },
  }),
};
