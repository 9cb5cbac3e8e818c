/**
 * Multi-level feedback: nothing is known of a task but how long it has run. Each level allows twice the time of the
 * one above; who has used it up is paused and falls a level. Corbató, Merwin-Daggett and Daley, "An experimental
 * time-sharing system" (1962). A level counts as time not yet waited, so that who has fallen deep is not starved.
 */
import type { PolicyDefinition, TaskView } from "../cluster/policy.ts";
import { NEVER, SECOND } from "../engine/time.ts";

export const feedback: PolicyDefinition = {
  name: "feedback",
  summary:
    "Tasks that have run for a short time go before those that have run long; each level has twice the time of the last.",
  parameters: {
    quantum: { default: 10, meaning: "seconds that a task may run on the first level" },
    levels: { default: 8, meaning: "number of levels; on the last a task runs as long as it takes" },
    ageing: { default: 600, meaning: "seconds of waiting that make up for one level" },
  },
  make: ({ quantum, levels, ageing }) => {
    const first = quantum! * SECOND;
    const last = levels! - 1;
    const levelOf = ({ served }: TaskView) => {
      let level = 0;
      for (let end = first; served >= end && level < last; end = end * 2 + first) level++;
      return level;
    };
    return {
      name: "feedback",
      rank: (task) => task.submittedAt + levelOf(task) * ageing! * SECOND,
      quantum: (task) => {
        // A pause would lose all that a task without checkpoints has done.
        if (!task.checkpoints) return NEVER;
        const level = levelOf(task);
        if (level >= last) return NEVER;
        let end = first;
        for (let i = 0; i < level; i++) end = end * 2 + first;
        return Math.max(1, end - task.served);
      },
    };
  },
};
