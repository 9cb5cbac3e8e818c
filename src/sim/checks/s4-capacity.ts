/**
 * S4. What tasks hold on each machine is summed up from the tasks and from the fenced attempts, and compared with what
 * the fleet calls free; what really runs there is summed up from the world.
 */
import type { MachineId, TaskSlot } from "../../cluster/ports.ts";
import { DIMENSIONS, RESOURCES } from "../../cluster/resources.ts";
import { Status } from "../../cluster/tasks.ts";
import { NONE } from "../attempts.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";

export class Capacity extends Invariant implements Checker {
  readonly invariant = "S4";
  readonly holds =
    "allocations (running, stopping and unknown) never exceed capacity on any resource; every reservation has an owner";
  /** By machine and dimension: what is held by attempts that count, kept up to date, and what a sweep finds. */
  #held = new Float64Array(0);
  #sum = new Float64Array(0);

  begin(): void {
    this.#held = new Float64Array(this.scheduler.fleet.count * DIMENSIONS);
    this.#sum = new Float64Array(this.#held.length);
  }

  started(task: TaskSlot, machine: MachineId): void {
    const { fleet, templates, tasks } = this.scheduler;
    if (fleet.up[machine] !== 1)
      this.fail(`${this.task(task)} starts on ${this.machine(machine)}, which is down`);
    const { dimensions, needs } = fleet.shapes[templates.shapes[tasks.template[task]!]!]!;
    const capacity = fleet.machines[machine]!.capacity;
    for (let i = 0; i < dimensions.length; i++) {
      const d = dimensions[i]!;
      const held = this.#held[machine * DIMENSIONS + d]! + needs[i]!;
      this.#held[machine * DIMENSIONS + d] = held;
      if (held > capacity[d]!) this.#exceeds(machine, d, held);
    }
  }

  attemptEnded(task: TaskSlot, machine: MachineId): void {
    this.#leaves(task, machine);
  }

  fenced(task: TaskSlot, _token: number, machine: MachineId): void {
    this.#leaves(task, machine);
  }

  sweep(world: World, slots: number): void {
    this.#sumReserved(slots);
    this.#compare();
    this.#sumRunning(world);
  }

  #leaves(task: TaskSlot, machine: MachineId): void {
    const { fleet, templates, tasks } = this.scheduler;
    const { dimensions, needs } = fleet.shapes[templates.shapes[tasks.template[task]!]!]!;
    for (let i = 0; i < dimensions.length; i++)
      this.#held[machine * DIMENSIONS + dimensions[i]!]! -= needs[i]!;
  }

  #sumReserved(slots: number): void {
    const { tasks, templates, life } = this.scheduler;
    this.#sum.fill(0);
    for (let task = 0; task < slots; task++) {
      const status = tasks.status[task];
      if (status !== Status.running && status !== Status.stopping) continue;
      this.#add(tasks.machine[task]!, templates.shapes[tasks.template[task]!]!);
    }
    for (const { machine, shape } of life.fenced.values()) this.#add(machine, shape);
  }

  #add(machine: MachineId, shape: number): void {
    const { dimensions, needs } = this.scheduler.fleet.shapes[shape]!;
    for (let i = 0; i < dimensions.length; i++)
      this.#sum[machine * DIMENSIONS + dimensions[i]!]! += needs[i]!;
  }

  #compare(): void {
    const { fleet } = this.scheduler;
    for (let machine = 0; machine < fleet.count; machine++) {
      const { capacity } = fleet.machines[machine]!;
      const up = fleet.up[machine] === 1;
      for (const d of fleet.asked) {
        const held = this.#sum[machine * DIMENSIONS + d]!;
        if (held > capacity[d]!) this.#exceeds(machine, d, held);
        const free = fleet.free[d]![machine]!;
        if (up ? capacity[d] !== Number.POSITIVE_INFINITY && held !== capacity[d]! - free : held !== 0)
          this.fail(
            `tasks hold ${held} ${RESOURCES[d]} on ${this.machine(machine)}, of which ${free} of ${capacity[d]} is called free`,
          );
      }
    }
  }

  #sumRunning({ machines }: World): void {
    const { attempts } = machines;
    const { fleet, templates } = this.scheduler;
    const sum = this.#sum;
    for (let machine = 0; machine < fleet.count; machine++) {
      if (attempts.first[machine] === NONE) continue;
      const { capacity } = fleet.machines[machine]!;
      for (const d of fleet.asked) sum[machine * DIMENSIONS + d] = 0;
      for (let attempt = attempts.first[machine]!; attempt !== NONE; attempt = attempts.next[attempt]!)
        this.#add(machine, templates.shapes[attempts.template[attempt]!]!);
      for (const d of fleet.asked)
        if (sum[machine * DIMENSIONS + d]! > capacity[d]!)
          this.#exceeds(machine, d, sum[machine * DIMENSIONS + d]!, "what really runs takes");
    }
  }

  #exceeds(machine: MachineId, dimension: number, held: number, who = "tasks hold"): never {
    const capacity = this.scheduler.fleet.machines[machine]!.capacity[dimension];
    this.fail(`${who} ${held} ${RESOURCES[dimension]} on ${this.machine(machine)}, which has ${capacity}`);
  }
}
