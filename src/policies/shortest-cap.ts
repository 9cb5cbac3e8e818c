/**
 * Shortest cap first: the bound on a task's run time stands in for the time itself, which nobody knows. Shortest
 * processing time: Smith, "Various optimizers for single-stage production" (1956).
 */
import type { PolicyDefinition } from "../cluster/policy.ts";

export const shortestCap: PolicyDefinition = {
  name: "shortest-cap",
  summary: "The task with the shortest execution cap goes first; those without a cap go last.",
  parameters: {},
  make: () => ({ name: "shortest-cap", rank: (task) => task.executionCap }),
};
