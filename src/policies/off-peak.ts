/**
 * Four lanes: urgent work first, then periodic, then what can be delayed, and off-peak work only while the cluster
 * is below its peak threshold. A task that has used up most of its tolerance becomes urgent.
 */
import type { PolicyDefinition } from "../cluster/policy.ts";
import { SECOND } from "../engine/time.ts";

export const offPeak: PolicyDefinition = {
  name: "off-peak",
  summary:
    "Lanes by tolerance; off-peak work waits while the cluster is at its peak, and turns urgent near its limit.",
  parameters: {
    urgentBelow: { default: 5, meaning: "seconds of tolerance up to which a task is urgent from the start" },
    nearness: { default: 0.8, meaning: "share of its tolerance after which a waiting task becomes urgent" },
  },
  make: ({ urgentBelow, nearness }) => ({
    name: "off-peak",
    lane: (task) => {
      if (task.offPeak) return "off-peak";
      if (task.delayTolerance <= urgentBelow! * SECOND) return "urgent";
      return task.schedule === "once" ? "delayable" : "periodic";
    },
    rank: (task) => task.submittedAt + task.delayTolerance,
    urgentAt: (task) => task.submittedAt + task.delayTolerance * nearness!,
    serves: (lane, cluster) => lane !== "off-peak" || !cluster.peak,
  }),
};
