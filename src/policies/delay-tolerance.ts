/** Shortest remaining tolerance first: the task nearest to being late goes next. */
import type { PolicyDefinition } from "../cluster/policy.ts";

export const delayTolerance: PolicyDefinition = {
  name: "delay-tolerance",
  summary:
    "The task nearest to its delay limit goes first; those without a limit go last, in order of arrival.",
  parameters: {},
  make: () => ({
    name: "delay-tolerance",
    rank: (task) => task.submittedAt + task.delayTolerance,
  }),
};
