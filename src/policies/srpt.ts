/**
 * Shortest remaining processing time, which no other order beats for the mean response on one machine: Schrage, "A
 * proof of the optimality of the shortest remaining processing time discipline" (1968). What remains is the estimate
 * less the progress; a long task that can go on from its checkpoint is paused for a shorter one.
 */
import type { PolicyDefinition, TaskView } from "../cluster/policy.ts";

export const srpt: PolicyDefinition = {
  name: "srpt",
  summary:
    "The task with the least estimated work left goes first; running ones with checkpoints give way to shorter ones.",
  parameters: {
    factor: {
      default: 1,
      meaning: "a task is paused for one whose remaining time, so many times over, is still shorter",
    },
  },
  make: ({ factor }) => ({
    name: "srpt",
    rank: remaining,
    // Strictly longer: of two alike neither is paused for the other, and what was paused cannot pause in return.
    givesWay: (running, waiting) =>
      running.checkpoints && remaining(running) > remaining(waiting) * Math.max(1, factor!),
  }),
};

/** A task that has outlived its estimate is taken to be about to end. */
function remaining(task: TaskView): number {
  return Math.max(0, task.estimate - task.progress);
}
