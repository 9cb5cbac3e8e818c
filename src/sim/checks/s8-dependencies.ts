/** S8. The graph as clients sent it, kept apart from the scheduler's, decides what may start. */
import { Verdict } from "../../cluster/intake.ts";
import type { NodeId, TaskSlot } from "../../cluster/ports.ts";
import { Status } from "../../cluster/tasks.ts";
import type { Tick } from "../../engine/time.ts";
import type { Sent } from "../front-door.ts";
import { type Checker, Invariant } from "./checker.ts";

export class Dependencies extends Invariant implements Checker {
  readonly invariant = "S8";
  readonly holds = "no task starts before what it depends on ended as required; the graph has no cycle";
  /** By slot. */
  readonly #children = new Map<TaskSlot, TaskSlot[]>();
  readonly #pending = new Map<TaskSlot, number>();
  /** Tasks that can never start, because a parent did not end well. */
  readonly #doomed = new Set<TaskSlot>();

  written(_now: Tick, { parents }: Sent, _node: NodeId, verdict: Verdict, slots: readonly TaskSlot[]): void {
    if (verdict === Verdict.accepted) this.admitted(slots, parents);
  }

  admitted(slots: readonly TaskSlot[], parents: readonly (readonly number[])[]): void {
    if (slots.length < 2) return;
    if (hasCycle(parents)) this.fail(`a job of ${slots.length} tasks with a cycle is admitted`);
    slots.forEach((task, position) => {
      const own = parents[position]!;
      if (own.length > 0) this.#pending.set(task, own.length);
      for (const parent of own) {
        const children = this.#children.get(slots[parent]!);
        if (children === undefined) this.#children.set(slots[parent]!, [task]);
        else children.push(task);
      }
    });
  }

  started(task: TaskSlot): void {
    if (this.#pending.size === 0 && this.#doomed.size === 0) return;
    const pending = this.#pending.get(task) ?? 0;
    if (pending > 0)
      this.fail(`${this.task(task)} starts before ${pending} of those it depends on have ended`);
    if (this.#doomed.has(task))
      this.fail(`${this.task(task)} starts though one it depends on did not end well`);
  }

  ended(task: TaskSlot): void {
    if (this.#children.size === 0 && this.#doomed.size === 0) return;
    this.#doomed.delete(task);
    const children = this.#children.get(task);
    if (children === undefined) return;
    this.#children.delete(task);
    const { tasks, templates } = this.scheduler;
    for (const child of children) {
      const pending = this.#pending.get(child)! - 1;
      if (pending > 0) this.#pending.set(child, pending);
      else this.#pending.delete(child);
      const inFlight = tasks.status[child]! < Status.done;
      if (
        inFlight &&
        tasks.status[task] !== Status.done &&
        !templates.specs[tasks.template[child]!]!.runsAnyway
      )
        this.#doomed.add(child);
    }
  }

  /** Within one event the doomed have ended, too. */
  afterEvent(): void {
    for (const task of this.#doomed)
      this.fail(`${this.task(task)} waits on though one it depends on did not end well`);
  }
}

/** Takes away what depends on nothing that is left, until nothing changes. */
function hasCycle(parents: readonly (readonly number[])[]): boolean {
  const left = new Set(parents.keys());
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const position of left)
      if (parents[position]!.every((parent) => !left.has(parent))) left.delete(position);
  }
  return left.size > 0;
}
