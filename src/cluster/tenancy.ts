/**
 * The accounts of a policy that divides the cluster between tenants: what each holds on machines, and what it has in
 * the queue. In a batch the latter counts as held, too: nothing starts while a batch is put together, so the whole of
 * it would otherwise go to one tenant.
 */
import type { Fleet, Shape } from "./fleet.ts";
import type { Policy } from "./policy.ts";
import type { TenantId } from "./ports.ts";
import type { ClusterSpec } from "./spec.ts";
import { TenantTurns, TenantWindow } from "./tenant-turns.ts";
import { Usage } from "./usage.ts";

export class Tenancy {
  /** Who starts next. */
  readonly turns: TenantTurns;
  /** Who gets the next place in a batch. */
  readonly batchTurns: TenantTurns;
  readonly #running: Usage;
  readonly #queued: Usage;

  constructor(spec: ClusterSpec, policy: Policy, fleet: Fleet, clock: Float64Array) {
    const tenants = spec.tenants.length;
    this.#running = new Usage(tenants, clock);
    this.#queued = new Usage(tenants, clock);
    const { capacity } = fleet;
    this.turns = new TenantTurns(policy, new TenantWindow(spec, capacity, [this.#running]), tenants);
    const held = [this.#running, this.#queued];
    this.batchTurns = new TenantTurns(policy, new TenantWindow(spec, capacity, held), tenants);
  }

  queued(tenant: TenantId, shape: Shape): void {
    this.#queued.take(tenant, shape);
  }

  unqueued(tenant: TenantId, shape: Shape): void {
    this.#queued.giveBack(tenant, shape);
  }

  started(tenant: TenantId, shape: Shape): void {
    this.#running.take(tenant, shape);
  }

  /** It holds its machine no longer. */
  left(tenant: TenantId, shape: Shape): void {
    this.#running.giveBack(tenant, shape);
  }
}
