/** Who submits, and what their plan allows them. */
import { z } from "zod";
import { SECOND } from "../../engine/time.ts";
import { name } from "./names.ts";
import {
  count,
  plainNumber,
  positiveDuration,
  positiveNumber,
  positiveRate,
  wholeNumber,
} from "./quantities.ts";
import { workload } from "./workloads.ts";

const plan = z
  .strictObject({
    limit: positiveRate.optional().describe("Tasks that each tenant may submit per time; absent: no limit"),
    burst: wholeNumber(1, 1e9)
      .optional()
      .describe(
        "Tasks that may come at once after a silence; default: a second's worth of the limit, at least 1",
      ),
    priority: z.number().prefault(0).describe("Higher is served earlier, by the policies that look at it"),
    maxExecutionCap: positiveDuration.optional().describe("No task of these tenants runs longer than this"),
    price: plainNumber.prefault(0).describe("Paid for each hour of one cpu"),
  })
  .transform(({ limit, burst, ...rest }) => {
    const ticksPerTask = limit ?? 0;
    const aSecondsWorth = ticksPerTask === 0 ? 1 : Math.max(1, Math.floor(SECOND / ticksPerTask));
    return { ...rest, ticksPerTask, burst: burst ?? aSecondsWorth };
  })
  .meta({ id: "Plan", description: "What the tenants on this plan may do and pay" });

export type PlanEntry = z.output<typeof plan>;

export const plans = z.record(name, plan).describe("Plans by name");

/** What a tenant without a plan gets: no limit, and no precedence. */
export const DEFAULT_PLAN = "default";

export const tenant = z
  .strictObject({
    name: name.describe("Unique; with a count above 1 the tenants are called name-1, name-2, …"),
    plan: name.optional().describe("One of `plans`; absent: no limit and priority 0"),
    count: count.prefault(1).describe("How many tenants like this, each with arrivals of its own"),
    datacenter: name
      .optional()
      .describe("Where its clients are, one of the machines' datacenters; absent: nowhere in particular"),
    weight: positiveNumber.prefault(1).describe("Share of the cluster, for the policies that divide it"),
    workloads: z.array(workload).min(1, "needs at least one workload").describe("What it submits"),
  })
  .meta({ id: "Tenant", description: "Tenants that submit alike" });

export type TenantEntry = z.output<typeof tenant>;
