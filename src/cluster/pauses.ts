/**
 * Pauses under way. A paused task holds its machine until the world says that it has stopped; until then the room it
 * will leave is spoken for by the waiting task for which it was paused, and by others that fit in beside it. So
 * nobody has two tasks paused for it, and nothing is paused for room that is coming anyway.
 */
import type { Fleet, Shape, ShapeId } from "./fleet.ts";
import type { MachineId, TaskSlot } from "./ports.ts";

interface Pause {
  readonly machine: MachineId;
  readonly shape: ShapeId;
  /** The waiting tasks that count on it. */
  readonly claims: Set<TaskSlot>;
}

export class Pauses {
  readonly #fleet: Fleet;
  /** By the task that is being paused. Few at a time, and each costs a round trip: what is rare may allocate. */
  readonly #pauses = new Map<TaskSlot, Pause>();
  /** By the waiting task: the one whose room it counts on. */
  readonly #claims = new Map<TaskSlot, TaskSlot>();
  /** What will be free on a machine beyond what is free now, by dimension, then by machine. */
  readonly #coming: readonly Float64Array[];

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
    this.#coming = fleet.free.map(() => new Float64Array(fleet.count));
  }

  isPausing(task: TaskSlot): boolean {
    return this.#pauses.has(task);
  }

  /** A room is spoken for: the waiting task needs no other. */
  isPromised(task: TaskSlot): boolean {
    return this.#claims.has(task);
  }

  /** Whether a shape will fit on the machine once this running shape, and all that is being paused there, has left. */
  fitsWithout(machine: MachineId, leaving: ShapeId, shape: ShapeId): boolean {
    const left = this.#fleet.shapes[leaving]!.vector;
    return this.#fits(machine, this.#fleet.shapes[shape]!, left);
  }

  /** Room that is coming already is enough for the waiting task: it is promised to it. */
  promiseComing(task: TaskSlot, shape: ShapeId): boolean {
    for (const [paused, { machine }] of this.#pauses) {
      if (!this.#fits(machine, this.#fleet.shapes[shape]!, NOTHING)) continue;
      this.#claim(task, shape, paused);
      return true;
    }
    return false;
  }

  /** `paused` is asked to stop, so that `waiting` can take its place. */
  begin(paused: TaskSlot, machine: MachineId, shape: ShapeId, waiting: TaskSlot, needs: ShapeId): void {
    this.#pauses.set(paused, { machine, shape, claims: new Set() });
    this.#expect(machine, shape, 1);
    this.#claim(waiting, needs, paused);
  }

  /** The waiting task no longer waits, or waits no longer for that. */
  drop(task: TaskSlot, shape: ShapeId): void {
    const paused = this.#claims.get(task);
    if (paused === undefined) return;
    this.#claims.delete(task);
    const pause = this.#pauses.get(paused)!;
    pause.claims.delete(task);
    this.#expect(pause.machine, shape, 1);
  }

  /** The task has left its machine. Returns who counted on that, in the order in which they were promised it. */
  end(paused: TaskSlot, shapeOf: (task: TaskSlot) => ShapeId): readonly TaskSlot[] {
    const pause = this.#pauses.get(paused);
    if (pause === undefined) return NOBODY;
    const claims = [...pause.claims];
    for (const task of claims) this.drop(task, shapeOf(task));
    this.#expect(pause.machine, pause.shape, -1);
    this.#pauses.delete(paused);
    return claims;
  }

  #claim(task: TaskSlot, shape: ShapeId, paused: TaskSlot): void {
    const pause = this.#pauses.get(paused)!;
    pause.claims.add(task);
    this.#claims.set(task, paused);
    this.#expect(pause.machine, shape, -1);
  }

  #expect(machine: MachineId, shape: ShapeId, sign: 1 | -1): void {
    const { dimensions, needs } = this.#fleet.shapes[shape]!;
    for (let i = 0; i < dimensions.length; i++) this.#coming[dimensions[i]!]![machine]! += sign * needs[i]!;
  }

  #fits(machine: MachineId, { dimensions, needs }: Shape, leaving: readonly number[]): boolean {
    for (let i = 0; i < dimensions.length; i++) {
      const d = dimensions[i]!;
      const free = this.#fleet.free[d]![machine]! + this.#coming[d]![machine]! + (leaving[d] ?? 0);
      if (free < needs[i]!) return false;
    }
    return true;
  }
}

const NOTHING: readonly number[] = [];
const NOBODY: readonly TaskSlot[] = [];
