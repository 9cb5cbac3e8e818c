/**
 * Strict priorities by plan, with and without interruption: Cobham, "Priority assignment in waiting line problems"
 * (1954). Within a level in the order of submission, so that who was paused goes on before those who came later.
 */
import type { PolicyDefinition, TaskView } from "../cluster/policy.ts";

export const priority: PolicyDefinition = {
  name: "priority",
  summary: "Strictly by the priority of the tenant's plan; what runs is left alone.",
  parameters: {},
  make: () => ({ name: "priority", rank: byLevel }),
};

export const preemptivePriority: PolicyDefinition = {
  name: "preemptive-priority",
  summary: "Strictly by the priority of the tenant's plan; what runs gives way if it has checkpoints.",
  parameters: {
    any: { default: 0, meaning: "1: tasks without checkpoints give way, too, and begin again" },
  },
  make: ({ any }) => ({
    name: "preemptive-priority",
    rank: byLevel,
    // Strictly lower: of two alike neither is paused for the other.
    givesWay: (running, waiting) => running.priority < waiting.priority && (running.checkpoints || any === 1),
  }),
};

/** Two years of ticks: longer than any run, so that no wait makes up for a level; 64 levels still leave whole ticks. */
const LEVEL = 2 ** 46;

function byLevel(task: TaskView): number {
  return task.submittedAt - task.priority * LEVEL;
}
