/**
 * Dominant resource fairness: the tenant goes next whose largest share of any resource, for its weight, is smallest.
 * Ghodsi, Zaharia, Hindman, Konwinski, Shenker and Stoica, "Dominant resource fairness: fair allocation of multiple
 * resource types" (NSDI 2011).
 */
import type { PolicyDefinition } from "../cluster/policy.ts";

export const drf: PolicyDefinition = {
  name: "drf",
  summary: "The tenant whose largest share of any resource is smallest for its weight goes next.",
  parameters: {},
  make: () => ({ name: "drf", tenantRank: (tenant) => tenant.dominantShare / tenant.weight }),
};
