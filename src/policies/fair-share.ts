/**
 * Weighted fair sharing: the tenant that holds the least cpu for its weight goes next, and within a tenant the task
 * that was ready first. The fair scheduler of Hadoop: Zaharia et al., "Delay scheduling" (EuroSys 2010).
 */
import type { PolicyDefinition } from "../cluster/policy.ts";

export const fairShare: PolicyDefinition = {
  name: "fair-share",
  summary:
    "The tenant that holds the least cpu for its weight goes next; within a tenant, first come, first served.",
  parameters: {},
  make: () => ({ name: "fair-share", tenantRank: (tenant) => tenant.share("cpu") / tenant.weight }),
};
