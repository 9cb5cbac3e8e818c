/** Books kept beside the scheduler's own, from what an observer is told, and compared with them at each instant. */
import { SilentObserver } from "../../cluster/observers.ts";
import type { MachineId, TaskSlot } from "../../cluster/ports.ts";
import { DIMENSIONS } from "../../cluster/resources.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";

export class Books extends SilentObserver {
  readonly #scheduler: Scheduler;
  readonly #where = new Map<TaskSlot, MachineId>();

  constructor(scheduler: Scheduler) {
    super();
    this.#scheduler = scheduler;
  }
  override started(task: TaskSlot, machine: MachineId): void {
    demand(!this.#where.has(task), "S2", "a task runs in two places");
    this.#where.set(task, machine);
  }
  override attemptEnded(task: TaskSlot, machine: MachineId): void {
    demand(this.#where.get(task) === machine, "S4", "an attempt ended where it was not");
    this.#where.delete(task);
  }
  fenced(task: TaskSlot): void {
    this.#where.delete(task);
  }
  override ended(task: TaskSlot): void {
    demand(!this.#where.has(task), "S4", "an ended task holds a machine");
  }
  override settled(): void {
    const { fleet, tasks, templates, life } = this.#scheduler;
    const used = new Float64Array(DIMENSIONS);
    const add = (shape: number) => {
      fleet.shapes[shape]!.vector.forEach((amount, d) => {
        used[d]! += amount;
      });
    };
    for (const task of this.#where.keys()) add(templates.shapes[tasks.template[task]!]!);
    for (const { shape } of life.fenced.values()) add(shape);
    for (const d of fleet.asked)
      demand(
        used[d] === fleet.used[d],
        "S4",
        `${fleet.used[d]} of resource ${d} in use, ${used[d]} by the books`,
      );
  }
}

function demand(holds: boolean, invariant: string, message: string): void {
  if (!holds) throw Object.assign(new Error(message), { invariant });
}
