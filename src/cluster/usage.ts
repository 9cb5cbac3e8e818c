/** What each tenant holds at the moment, and has held so far. Kept only for policies that divide the cluster by it. */
import type { Tick } from "../engine/time.ts";
import type { Shape } from "./fleet.ts";
import type { TenantId } from "./ports.ts";
import { CPU, DIMENSIONS, MILLICORES } from "./resources.ts";

export class Usage {
  /** Tasks, by tenant. */
  readonly tasks: Int32Array;
  /** By dimension, then by tenant. */
  readonly held: readonly Float64Array[];
  readonly #clock: Float64Array;
  /** Cores times ticks up to `#since`, by tenant. */
  readonly #served: Float64Array;
  readonly #since: Float64Array;

  constructor(tenants: number, clock: Float64Array) {
    this.tasks = new Int32Array(tenants);
    this.held = Array.from({ length: DIMENSIONS }, () => new Float64Array(tenants));
    this.#clock = clock;
    this.#served = new Float64Array(tenants);
    this.#since = new Float64Array(tenants);
  }

  take(tenant: TenantId, shape: Shape): void {
    this.#change(tenant, shape, 1);
  }

  giveBack(tenant: TenantId, shape: Shape): void {
    this.#change(tenant, shape, -1);
  }

  /** Cores times ticks. */
  served(tenant: TenantId): number {
    const cores = this.held[CPU]![tenant]! / MILLICORES;
    return this.#served[tenant]! + cores * this.#elapsed(tenant);
  }

  #elapsed(tenant: TenantId): Tick {
    return this.#clock[0]! - this.#since[tenant]!;
  }

  #change(tenant: TenantId, { dimensions, needs }: Shape, sign: 1 | -1): void {
    this.#served[tenant] = this.served(tenant);
    this.#since[tenant] = this.#clock[0]!;
    this.tasks[tenant]! += sign;
    for (let i = 0; i < dimensions.length; i++) this.held[dimensions[i]!]![tenant]! += sign * needs[i]!;
  }
}
