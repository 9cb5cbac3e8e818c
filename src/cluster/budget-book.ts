/**
 * Tenants' budgets, kept in the store and lent to limiter nodes in portions. A node spends its portion without asking
 * until the lease ends. The book refills only up to what is not lent, so a tenant's tokens, wherever they are, never
 * exceed its burst: that is what keeps every window below burst + rate × window, whatever happens to the nodes.
 *
 * Tokens only ever get lost, never doubled: what a node cannot give back when its lease ends (it is dead, cut off, or
 * has forgotten) counts as spent. Leases all last equally long and so end in the order in which they were given; a list
 * per tenant in that order makes every step take constant time, whatever the number of nodes.
 */
import type { Tick } from "../engine/time.ts";
import type { NodeId, TenantId } from "./ports.ts";
import type { ControlSpec, PlanSpec } from "./spec.ts";

const NO_LEASE = -1;
/** In ticks: rounding of the caller's rate, not a reason to refuse. What it lets through is owed, not forgiven. */
const SLACK = 1e-6;

export class BudgetBook {
  readonly #nodes: number;
  readonly #leaseFor: Tick;
  readonly #cut: Uint8Array;

  // By tenant. Tokens are in ticks (one task is ticksPerTask), as they were at `at`; loans are in whole tasks.
  readonly #ticksPerTask: Float64Array;
  readonly #burst: Float64Array;
  readonly #portion: Float64Array;
  readonly #tokens: Float64Array;
  readonly #at: Float64Array;
  readonly #lent: Float64Array;
  readonly #firstLease: Int32Array;
  readonly #lastLease: Int32Array;

  // By lease: tenant × nodes + node.
  readonly #size: Float64Array;
  /** What the node knows it has left. */
  readonly #left: Float64Array;
  readonly #until: Float64Array;
  readonly #before: Int32Array;
  readonly #after: Int32Array;

  constructor(plans: readonly PlanSpec[], limiter: ControlSpec["limiter"]) {
    const leases = plans.length * limiter.nodes;
    this.#nodes = limiter.nodes;
    this.#leaseFor = limiter.lease;
    this.#cut = new Uint8Array(limiter.nodes);
    this.#ticksPerTask = Float64Array.from(plans, (plan) => plan.ticksPerTask);
    this.#burst = Float64Array.from(plans, (plan) => plan.burst);
    this.#portion = this.#burst.map((burst) => Math.max(1, Math.floor(burst * limiter.portion)));
    this.#tokens = this.#burst.map((burst, tenant) => burst * this.#ticksPerTask[tenant]!);
    this.#at = new Float64Array(plans.length);
    this.#lent = new Float64Array(plans.length);
    this.#firstLease = new Int32Array(plans.length).fill(NO_LEASE);
    this.#lastLease = new Int32Array(plans.length).fill(NO_LEASE);
    this.#size = new Float64Array(leases);
    this.#left = new Float64Array(leases);
    this.#until = new Float64Array(leases);
    this.#before = new Int32Array(leases);
    this.#after = new Int32Array(leases);
  }

  /** The node takes `tasks`, at most the burst, from its portion or from a new one. 0, or how long to wait. */
  spend(now: Tick, node: NodeId, tenant: TenantId, tasks: number): Tick {
    const lease = tenant * this.#nodes + node;
    if (this.#left[lease]! >= tasks && now < this.#until[lease]!) {
      this.#left[lease]! -= tasks;
      // All is spent: the book may refill the room at once.
      if (this.#left[lease] === 0 && this.#cut[node] === 0) {
        this.#settle(tenant, now);
        this.#end(tenant, lease, 0);
      }
      return 0;
    }
    // Nobody knows how long it stays cut off. By the time that its leases have ended, others hold nothing for it.
    if (this.#cut[node] === 1) return Math.max(1, this.#leaseFor);
    this.#settle(tenant, now);
    // A node that asks gives back what it knows it has; what it has forgotten counts as spent.
    if (this.#size[lease]! > 0) this.#end(tenant, lease, this.#left[lease]!);
    return this.#lend(now, tenant, lease, tasks);
  }

  cut(now: Tick, node: NodeId, cut: boolean): void {
    this.#settleAll(now);
    this.#cut[node] = cut ? 1 : 0;
  }

  /** The node no longer knows what it was lent. It stays lent until the lease ends or the node asks again. */
  forget(now: Tick, node: NodeId): void {
    this.#settleAll(now);
    for (let lease = node; lease < this.#left.length; lease += this.#nodes) this.#left[lease] = 0;
  }

  #lend(now: Tick, tenant: TenantId, lease: number, tasks: number): Tick {
    const perTask = this.#ticksPerTask[tenant]!;
    const tokens = this.#tokens[tenant]!;
    const available = Math.floor((tokens + SLACK) / perTask);
    if (available < tasks) {
      const wait = Math.max(1, Math.ceil(tasks * perTask - tokens));
      if (tasks <= this.#burst[tenant]! - this.#lent[tenant]!) return wait;
      // Waiting for the refill is not enough: others have to give back first.
      return Math.max(wait, this.#until[this.#lastLease[tenant]!]! - now);
    }
    const size = Math.min(Math.max(this.#portion[tenant]!, tasks), available);
    this.#tokens[tenant] = tokens - size * perTask;
    if (size > tasks) this.#begin(now, tenant, lease, size, size - tasks);
    return 0;
  }

  #begin(now: Tick, tenant: TenantId, lease: number, size: number, left: number): void {
    this.#lent[tenant]! += size;
    this.#size[lease] = size;
    this.#left[lease] = left;
    this.#until[lease] = now + this.#leaseFor;
    const last = this.#lastLease[tenant]!;
    this.#before[lease] = last;
    this.#after[lease] = NO_LEASE;
    this.#lastLease[tenant] = lease;
    if (last === NO_LEASE) this.#firstLease[tenant] = lease;
    else this.#after[last] = lease;
  }

  #end(tenant: TenantId, lease: number, returned: number): void {
    this.#tokens[tenant]! += returned * this.#ticksPerTask[tenant]!;
    this.#lent[tenant]! -= this.#size[lease]!;
    this.#size[lease] = 0;
    this.#left[lease] = 0;
    const before = this.#before[lease]!;
    const after = this.#after[lease]!;
    if (before === NO_LEASE) this.#firstLease[tenant] = after;
    else this.#after[before] = after;
    if (after === NO_LEASE) this.#lastLease[tenant] = before;
    else this.#before[after] = before;
  }

  /** Leases that have ended end when they did, so that it does not matter when somebody next looks. */
  #settle(tenant: TenantId, now: Tick): void {
    let lease = this.#firstLease[tenant]!;
    while (lease !== NO_LEASE && this.#until[lease]! <= now) {
      this.#refill(tenant, this.#until[lease]!);
      const cut = this.#cut[lease - tenant * this.#nodes] === 1;
      this.#end(tenant, lease, cut ? 0 : this.#left[lease]!);
      lease = this.#firstLease[tenant]!;
    }
    this.#refill(tenant, now);
  }

  /** Before a node's fate changes: leases that ended until now ended under the old one. */
  #settleAll(now: Tick): void {
    for (let tenant = 0; tenant < this.#at.length; tenant++) this.#settle(tenant, now);
  }

  #refill(tenant: TenantId, now: Tick): void {
    const room = (this.#burst[tenant]! - this.#lent[tenant]!) * this.#ticksPerTask[tenant]!;
    this.#tokens[tenant] = Math.min(room, this.#tokens[tenant]! + now - this.#at[tenant]!);
    this.#at[tenant] = now;
  }
}
