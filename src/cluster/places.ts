/**
 * Place: finds a machine for a task by the policy's placement, and remembers which shapes did not fit until a machine
 * changes that would do. One failed search answers for all tasks of its shape.
 */
import type { Random } from "../engine/random.ts";
import type { Fleet, ShapeId } from "./fleet.ts";
import { ANYWHERE, homes } from "./placement/near.ts";
import { type Placement, placement } from "./placement/placement.ts";
import { blame, type Policy } from "./policy.ts";
import type { MachineId, TaskSlot } from "./ports.ts";
import type { ClusterSpec } from "./spec.ts";
import type { TaskTable } from "./tasks.ts";
import { MachinesWindow, type TaskWindow } from "./views.ts";

export class Places {
  /** Shapes for which no machine was found, until one is released that would do. */
  readonly blocked: boolean[] = [];
  anyBlocked = false;
  readonly #policy: Policy;
  readonly #tasks: TaskTable;
  readonly #fleet: Fleet;
  readonly #placement: Placement | null;
  /** By tenant: where its tasks are best placed; null where the placement does not ask. */
  readonly #homes: Int32Array | null;
  readonly #taskWindow: TaskWindow;
  readonly #machinesWindow: MachinesWindow;
  #dimensions = 0;

  constructor(
    spec: ClusterSpec,
    policy: Policy,
    tasks: TaskTable,
    fleet: Fleet,
    random: Random,
    taskWindow: TaskWindow,
  ) {
    this.#policy = policy;
    this.#tasks = tasks;
    this.#fleet = fleet;
    const how = policy.placement ?? "first-fit";
    this.#placement = typeof how === "string" ? placement(how, fleet, random) : null;
    this.#homes = how === "near" ? homes(spec) : null;
    this.#taskWindow = taskWindow;
    this.#machinesWindow = new MachinesWindow(fleet, random);
  }

  /** A template may have brought a shape or a dimension that was not asked for before. */
  templateAdded(): void {
    while (this.blocked.length < this.#fleet.shapes.length) this.blocked.push(false);
    if (this.#dimensions !== this.#fleet.asked.length) {
      this.#dimensions = this.#fleet.asked.length;
      this.#placement?.rebuild();
    }
  }

  /** A machine for the task; −1 when there is none, and then its shape is blocked. */
  find(task: TaskSlot, shape: ShapeId): MachineId {
    let machine = this.#placement === null ? this.#choose(task, shape) : this.#search(task, shape);
    if (machine >= 0 && this.#tasks.avoids[task] === machine) machine = this.#another(machine, shape);
    if (machine < 0) {
      this.blocked[shape] = true;
      this.anyBlocked = true;
    }
    return machine;
  }

  reserve(machine: MachineId, shape: ShapeId): void {
    this.#fleet.reserve(machine, shape);
    this.#placement?.changed(machine);
  }

  release(machine: MachineId, shape: ShapeId): void {
    this.#fleet.release(machine, shape);
    this.#changed(machine);
  }

  setUp(machine: MachineId, up: boolean): void {
    this.#fleet.setUp(machine, up);
    this.#changed(machine);
  }

  /** Looks at every machine. */
  hasRoom(shape: ShapeId): boolean {
    if (this.blocked[shape]) return false;
    for (let machine = 0; machine < this.#fleet.count; machine++)
      if (this.#fleet.fits(machine, shape)) return true;
    return false;
  }

  /** The first machine with room besides one that has just refused the task; that one if there is no other. */
  #another(refuser: MachineId, shape: ShapeId): MachineId {
    for (let machine = 0; machine < this.#fleet.count; machine++)
      if (machine !== refuser && this.#fleet.fits(machine, shape)) return machine;
    return refuser;
  }

  #search(task: TaskSlot, shape: ShapeId): MachineId {
    const home = this.#homes === null ? ANYWHERE : this.#homes[this.#tasks.tenant[task]!]!;
    return this.#placement!.find(shape, home);
  }

  /** Asks a placement of the user's own. */
  #choose(task: TaskSlot, shape: ShapeId): MachineId {
    const choose = this.#policy.placement as Exclude<Policy["placement"], string | undefined>;
    const machine = choose(this.#taskWindow.at(task), this.#machinesWindow.for(shape));
    const possible =
      machine === -1 || (machine >= 0 && machine < this.#fleet.count && this.#fleet.fits(machine, shape));
    if (!possible) blame(this.#policy, `placement chose machine ${machine}, which has no room`);
    return machine;
  }

  /** Something was released on this machine: shapes that fit on it now are worth trying again. */
  #changed(machine: MachineId): void {
    this.#placement?.changed(machine);
    if (this.anyBlocked) this.#unblock(machine);
  }

  #unblock(machine: MachineId): void {
    let blocked = false;
    for (let shape = 0; shape < this.blocked.length; shape++) {
      // A placement of the user's own may have other reasons to decline than room: any change may undo them.
      if (this.blocked[shape] && (this.#placement === null || this.#fleet.fits(machine, shape))) {
        this.blocked[shape] = false;
      }
      blocked ||= this.blocked[shape]!;
    }
    this.anyBlocked = blocked;
  }
}
