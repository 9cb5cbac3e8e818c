/**
 * Work that may wait runs when energy is cheap: the off-peak lane is served while the price is at or below a share
 * of the day's mean, and in its cheapest hours in any case. Near its limit a task runs at any price. After GreenSlot:
 * Goiri et al., "GreenSlot: scheduling energy consumption in green datacenters" (SC 2011).
 */
import type { PolicyDefinition } from "../cluster/policy.ts";

export const cheapHours: PolicyDefinition = {
  name: "cheap-hours",
  summary:
    "Off-peak work waits for cheap energy, until its limit comes near; the rest goes nearest limit first.",
  parameters: {
    below: { default: 1, meaning: "share of the day's mean price up to which energy counts as cheap" },
    nearness: {
      default: 0.8,
      meaning: "share of its tolerance after which a waiting task runs at any price",
    },
  },
  make: ({ below, nearness }) => ({
    name: "cheap-hours",
    lane: (task) => (task.offPeak ? "off-peak" : "delayable"),
    rank: (task) => task.submittedAt + task.delayTolerance,
    urgentAt: (task) =>
      task.offPeak ? task.submittedAt + task.delayTolerance * nearness! : Number.POSITIVE_INFINITY,
    serves: (lane, { price, meanPrice, leastPrice }) =>
      lane !== "off-peak" || price <= Math.max(leastPrice, meanPrice * below!),
  }),
};
