/** First in, first out: strictly in the order of readiness, and nobody passes a task that does not fit yet. */
import type { PolicyDefinition } from "../cluster/policy.ts";

export const fifo: PolicyDefinition = {
  name: "fifo",
  summary: "Strictly first come, first served; a task that does not fit holds up those behind it.",
  parameters: {},
  make: () => ({ name: "fifo", overtaking: false }),
};
