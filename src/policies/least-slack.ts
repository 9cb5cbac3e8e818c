/**
 * Least slack first: what would be left of the tolerance if the task were done by its limit. Of two tasks with one
 * limit the longer goes first. Least laxity: Mok, "Fundamental design problems of distributed systems for the
 * hard-real-time environment" (1983).
 */
import type { PolicyDefinition } from "../cluster/policy.ts";

export const leastSlack: PolicyDefinition = {
  name: "least-slack",
  summary: "The task that can least afford to wait goes first: its delay limit less the work it has left.",
  parameters: {},
  make: () => ({
    name: "least-slack",
    rank: (task) => {
      // Nothing is known of a task without an estimate: only its limit counts.
      const left = task.estimate === Number.POSITIVE_INFINITY ? 0 : task.estimate - task.progress;
      return task.submittedAt + task.delayTolerance - left;
    },
  }),
};
