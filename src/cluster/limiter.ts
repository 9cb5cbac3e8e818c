/**
 * The rate limiter: a token bucket per tenant, by its plan. It is kept as the one number that defines it, the time
 * at which the bucket would be full again (the "theoretical arrival time" of GCRA), so nothing has to be refilled
 * and no rounding builds up.
 */
import type { Tick } from "../engine/time.ts";
import type { TenantId } from "./ports.ts";
import type { ClusterSpec } from "./spec.ts";

export class Limiter {
  readonly #fullAt: Float64Array;
  readonly #ticksPerTask: Float64Array;
  readonly #depth: Float64Array;

  constructor(spec: ClusterSpec) {
    const plans = spec.tenants.map((tenant) => spec.plans[tenant.plan]!);
    this.#fullAt = new Float64Array(plans.length);
    this.#ticksPerTask = Float64Array.from(plans, (plan) => plan.ticksPerTask);
    this.#depth = Float64Array.from(plans, (plan) => plan.ticksPerTask * plan.burst);
  }

  limits(tenant: TenantId): boolean {
    return this.#ticksPerTask[tenant]! > 0;
  }

  /** Takes `tasks` tokens and returns 0, or takes none and returns how long the tenant has to wait (NEVER: more than its burst). */
  admit(now: Tick, tenant: TenantId, tasks: number): Tick {
    const cost = this.#ticksPerTask[tenant]! * tasks;
    if (cost === 0) return 0;
    const depth = this.#depth[tenant]!;
    if (cost > depth) return Number.POSITIVE_INFINITY;
    const fullAt = Math.max(this.#fullAt[tenant]!, now) + cost;
    const excess = fullAt - now - depth;
    // A billionth of a token is rounding of the caller's rate, not a reason to refuse.
    if (excess > 1e-6) return Math.ceil(excess);
    this.#fullAt[tenant] = fullAt;
    return 0;
  }
}
