/** E2. The periods that the calendar counts until the schedules were closed, against runs and notices. */
import { Notice, type TaskSlot, type TemplateId, type TenantId } from "../../cluster/ports.ts";
import type { Tick } from "../../engine/time.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";
import { Schedules } from "./schedules.ts";

export class EveryPeriod extends Invariant implements Checker {
  readonly invariant = "E2";
  readonly holds = "every period of every periodic task has its own run, or a notice";
  readonly #schedules = new Schedules(this.scheduler);
  /** By tenant: runs and notices. */
  readonly #answered: number[] = [];
  #refused: TemplateId = -1;
  #closedAt: Tick = -1;

  submitted(task: TaskSlot): void {
    const { period, tenant } = this.scheduler.tasks;
    if (period[task] === 0) this.#schedules.begin(task);
    else this.#answer(tenant[task]!);
  }

  refused(_tenant: TenantId, template: TemplateId): void {
    this.#refused = template;
  }

  told(tenant: TenantId, notice: Notice): void {
    if (notice === Notice.missedPeriod) this.#answer(tenant);
    // A run that its policy did not take in; what an owner submits itself has no schedule yet.
    else if (notice === Notice.hopeless && this.#schedules.of(tenant, this.#refused) !== undefined)
      this.#answer(tenant);
  }

  afterEvent({ clients, now }: World): void {
    if (clients.stopped && this.#closedAt < 0) this.#closedAt = now;
  }

  atEnd({ now }: World): void {
    const closedAt = this.#closedAt < 0 ? now : this.#closedAt;
    const due: number[] = [];
    for (const schedule of this.#schedules.values())
      due[schedule.tenant] = (due[schedule.tenant] ?? 0) + schedule.until(closedAt);
    due.forEach((periods, tenant) => {
      const answered = this.#answered[tenant] ?? 0;
      if (answered !== periods)
        this.fail(
          `tenant ${this.scheduler.cluster.tenants[tenant]!.name} had ${periods} periods, and ${answered} runs and notices`,
        );
    });
  }

  #answer(tenant: TenantId): void {
    this.#answered[tenant] = (this.#answered[tenant] ?? 0) + 1;
  }
}
