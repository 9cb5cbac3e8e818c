/** Random order of service: chance gives each task its place, once. The baseline that knows nothing of any task. */
import type { PolicyDefinition } from "../cluster/policy.ts";

export const random: PolicyDefinition = {
  name: "random",
  summary: "Waiting tasks go in random order.",
  parameters: {},
  make: () => ({ name: "random", rank: (task) => task.lot }),
};
