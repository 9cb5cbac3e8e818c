/** S1. What was acknowledged is kept by the checker under its id, and looked for in the scheduler's table until it ends. */
import { Verdict } from "../../cluster/intake.ts";
import { type NodeId, Notice, type TaskSlot, type TenantId } from "../../cluster/ports.ts";
import { Status } from "../../cluster/tasks.ts";
import type { Tick } from "../../engine/time.ts";
import type { Sent } from "../front-door.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";
import { Marks } from "./marks.ts";

export class Acknowledged extends Invariant implements Checker {
  readonly invariant = "S1";
  readonly holds = "an acknowledged submission survives any crash";
  /** By slot: the id of the task that was acknowledged and has not ended; a time of 0: none. */
  readonly #time: number[] = [];
  readonly #tail: number[] = [];
  readonly #admitted = new Marks();

  told(_tenant: TenantId, notice: Notice, task: TaskSlot): void {
    if (notice !== Notice.accepted) return;
    const { idTime, idTail } = this.scheduler.tasks;
    if ((this.#time[task] ?? 0) !== 0) this.fail(`slot ${task} is given away while its task is in flight`);
    this.#time[task] = idTime[task]!;
    this.#tail[task] = idTail[task]!;
  }

  ended(task: TaskSlot): void {
    this.#compare(task);
    this.#time[task] = 0;
  }

  written(_now: Tick, { key }: Sent, _node: NodeId, verdict: Verdict): void {
    if (verdict === Verdict.accepted) this.#admitted.add(key);
  }

  acknowledged(_now: Tick, { key }: Sent): void {
    if (!this.#admitted.has(key)) this.fail(`submission ${key} is acknowledged and was never admitted`);
  }

  sweep(_world: World, slots: number): void {
    const { status } = this.scheduler.tasks;
    for (let task = 0; task < slots; task++) {
      if ((this.#time[task] ?? 0) === 0) continue;
      this.#compare(task);
      if (status[task] === Status.free || status[task]! >= Status.done)
        this.fail(`${this.task(task)} was acknowledged, has not ended, and is not in flight`);
    }
  }

  #compare(task: TaskSlot): void {
    const { idTime, idTail } = this.scheduler.tasks;
    if (idTime[task] !== this.#time[task] || idTail[task] !== this.#tail[task])
      this.fail(`${this.task(task)} is where another task was acknowledged that has not ended`);
  }
}
