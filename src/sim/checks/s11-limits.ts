/**
 * S11. A bucket for each tenant that starts full, is refilled at the plan's rate and pays for what the limiter lets
 * pass: it is never overdrawn exactly when every window holds.
 */
import type { TaskSlot, TenantId } from "../../cluster/ports.ts";
import type { Tick } from "../../engine/time.ts";
import type { Sent } from "../front-door.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";

/** Rounding of rates that are no whole number of ticks adds up; a token spent twice is a thousand times as much. */
const TOLERANCE = 1e-3;

export class Limits extends Invariant implements Checker {
  readonly invariant = "S11";
  readonly holds = "for each tenant, admitted ≤ burst + rate × window, for every window";
  /** By tenant, in tokens; and when that was. */
  readonly #tokens: number[] = [];
  readonly #at: Tick[] = [];
  readonly #passed: number[] = [];
  #steps = false;

  begin({ clients, scheduler }: World): void {
    this.#steps = clients.door !== null;
    scheduler.cluster.tenants.forEach(({ plan }) => {
      this.#tokens.push(scheduler.cluster.plans[plan]!.burst);
      this.#at.push(0);
      this.#passed.push(0);
    });
  }

  passed(_now: Tick, { tenant, templates }: Sent): void {
    this.#passed[tenant]! += templates.length;
    this.#pay(tenant, templates.length);
  }

  submitted(task: TaskSlot): void {
    const { tenant, period } = this.scheduler.tasks;
    const owner = tenant[task]!;
    // What is repeated was let pass when its owner submitted it.
    if (period[task] !== 0) return;
    if (!this.#steps) this.#pay(owner, 1);
    else if (--this.#passed[owner]! < 0)
      this.fail(`${this.task(task)} is admitted and was not let pass by a limiter`);
  }

  #pay(tenant: TenantId, tasks: number): void {
    const { tenants, plans } = this.scheduler.cluster;
    const { ticksPerTask, burst } = plans[tenants[tenant]!.plan]!;
    if (ticksPerTask === 0) return;
    const refilled = this.#tokens[tenant]! + (this.now - this.#at[tenant]!) / ticksPerTask;
    const left = Math.min(burst, refilled) - tasks;
    if (left < -TOLERANCE)
      this.fail(
        `tenant ${tenants[tenant]!.name} is admitted ${-left} tasks more than its rate and burst allow`,
      );
    this.#tokens[tenant] = left;
    this.#at[tenant] = this.now;
  }
}
