/**
 * The rate limiter: a token bucket per tenant, by its plan, on one node or on several that share each budget.
 *
 * A node that is alone keeps every bucket as the one number that defines it, the time at which it would be full again
 * (the "theoretical arrival time" of GCRA), so nothing has to be refilled and no rounding builds up. Several nodes
 * spend portions that the store lends them (budget-book.ts).
 *
 * Time is the monotonic `now` alone. A node's wall clock is never read, so a clock that jumps cannot mint tokens.
 */
import { assert } from "../engine/assert.ts";
import type { Tick } from "../engine/time.ts";
import { BudgetBook } from "./budget-book.ts";
import type { NodeId, TenantId } from "./ports.ts";
import type { ClusterSpec } from "./spec.ts";

export class Limiters {
  readonly count: number;
  readonly #up: Uint8Array;
  readonly #fullAt: Float64Array;
  readonly #ticksPerTask: Float64Array;
  readonly #depth: Float64Array;
  /** Null where one node is alone and has nothing to share. */
  readonly #book: BudgetBook | null;
  #turn = 0;

  constructor(spec: ClusterSpec) {
    const plans = spec.tenants.map((tenant) => spec.plans[tenant.plan]!);
    const { limiter } = spec.control;
    this.count = limiter.nodes;
    this.#up = new Uint8Array(limiter.nodes).fill(1);
    this.#fullAt = new Float64Array(plans.length);
    this.#ticksPerTask = Float64Array.from(plans, (plan) => plan.ticksPerTask);
    this.#depth = Float64Array.from(plans, (plan) => plan.ticksPerTask * plan.burst);
    this.#book = limiter.nodes === 1 ? null : new BudgetBook(plans, limiter);
  }

  limits(tenant: TenantId): boolean {
    return this.#ticksPerTask[tenant]! > 0;
  }

  /** The node that looks at the next submission, or −1 when all are down. */
  next(): NodeId {
    for (let tried = 0; tried < this.count; tried++) {
      const node = this.#turn;
      this.#turn = node + 1 === this.count ? 0 : node + 1;
      if (this.#up[node] === 1) return node;
    }
    return -1;
  }

  /** Takes `tasks` tokens and returns 0, or takes none and returns how long the tenant has to wait (NEVER: more than its burst). */
  admit(now: Tick, node: NodeId, tenant: TenantId, tasks: number): Tick {
    const cost = this.#ticksPerTask[tenant]! * tasks;
    if (cost === 0) return 0;
    const depth = this.#depth[tenant]!;
    if (cost > depth) return Number.POSITIVE_INFINITY;
    if (this.#book !== null) {
      assert(this.#up[node] === 1, "a limiter node that is down admits nothing");
      return this.#book.spend(now, node, tenant, tasks);
    }
    const fullAt = Math.max(this.#fullAt[tenant]!, now) + cost;
    const excess = fullAt - now - depth;
    // A billionth of a token is rounding of the caller's rate, not a reason to refuse.
    if (excess > 1e-6) return Math.ceil(excess);
    this.#fullAt[tenant] = fullAt;
    return 0;
  }

  /** The node is gone, and what it knew with it. False when it was down already. */
  down(now: Tick, node: NodeId): boolean {
    if (this.#up[node] === 0) return false;
    this.#up[node] = 0;
    this.amnesia(now, node);
    return true;
  }

  /** The node is back, with an empty memory. False when it was up already. */
  up(now: Tick, node: NodeId): boolean {
    if (this.#up[node] === 1) return false;
    this.#up[node] = 1;
    this.amnesia(now, node);
    return true;
  }

  /**
   * The node cannot reach the book, or can again: meanwhile it spends what it was lent until the lease ends, and then
   * refuses. One that is alone needs no book.
   */
  cut(now: Tick, node: NodeId, cut: boolean): void {
    this.#book?.cut(now, node, cut);
  }

  /** The node lost its counters. Whatever they might have said is taken for spent: tenants wait rather than get twice. */
  amnesia(now: Tick, node: NodeId): void {
    if (this.#book !== null) this.#book.forget(now, node);
    else
      for (let tenant = 0; tenant < this.#fullAt.length; tenant++)
        this.#fullAt[tenant] = now + this.#depth[tenant]!;
  }
}
