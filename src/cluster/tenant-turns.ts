/**
 * Whose turn it is: the tenant to which the policy gives the smallest rank, and of equal ones the one whose turn was
 * longest ago. What a tenant holds changes with every start, so the question is put anew at each decision, to every
 * tenant that has something waiting: a decision takes time in proportion to their number.
 */
import { blame, type Policy, type TenantView } from "./policy.ts";
import type { TenantId } from "./ports.ts";
import { RESOURCES, type Resource } from "./resources.ts";
import type { ClusterSpec, TenantSpec } from "./spec.ts";
import type { Usage } from "./usage.ts";

export class TenantTurns {
  readonly #policy: Policy;
  readonly #window: TenantWindow;
  /** When each had its last turn: the number of the turn, 0 for none yet. */
  readonly #last: Float64Array;
  #turns = 0;

  constructor(policy: Policy, window: TenantWindow, tenants: number) {
    this.#policy = policy;
    this.#window = window;
    this.#last = new Float64Array(tenants);
  }

  rank(tenant: TenantId): number {
    const rank = this.#policy.tenantRank!(this.#window.at(tenant));
    if (Number.isNaN(rank)) blame(this.#policy, "tenantRank is not a number");
    return rank;
  }

  /** Of two with the same rank. */
  isBefore(tenant: TenantId, other: TenantId): boolean {
    const last = this.#last[tenant]!;
    const otherLast = this.#last[other]!;
    return last < otherLast || (last === otherLast && tenant < other);
  }

  taken(tenant: TenantId): void {
    this.#last[tenant] = ++this.#turns;
  }
}

/** A reused window onto a tenant. Everything in `usages` counts as held. */
export class TenantWindow implements TenantView {
  readonly #spec: ClusterSpec;
  readonly #capacity: Float64Array;
  readonly #usages: readonly Usage[];
  #tenant: TenantId = 0;

  /** `capacity`: what the machines that are up have, by dimension; 0 where nothing is limited. */
  constructor(spec: ClusterSpec, capacity: Float64Array, usages: readonly Usage[]) {
    this.#spec = spec;
    this.#capacity = capacity;
    this.#usages = usages;
  }

  at(tenant: TenantId): TenantView {
    this.#tenant = tenant;
    return this;
  }

  get name(): string {
    return this.#own.name;
  }
  get weight(): number {
    return this.#own.weight;
  }
  get priority(): number {
    return this.#spec.plans[this.#own.plan]!.priority;
  }
  get running(): number {
    let running = 0;
    for (const usage of this.#usages) running += usage.tasks[this.#tenant]!;
    return running;
  }
  share(resource: Resource): number {
    return this.#share(RESOURCES.indexOf(resource));
  }
  get dominantShare(): number {
    let largest = 0;
    for (let d = 0; d < RESOURCES.length; d++) largest = Math.max(largest, this.#share(d));
    return largest;
  }
  get served(): number {
    return this.#usages[0]!.served(this.#tenant);
  }

  get #own(): TenantSpec {
    return this.#spec.tenants[this.#tenant]!;
  }

  #share(dimension: number): number {
    const capacity = this.#capacity[dimension]!;
    if (capacity === 0) return 0;
    let held = 0;
    for (const usage of this.#usages) held += usage.held[dimension]![this.#tenant]!;
    return held / capacity;
  }
}
