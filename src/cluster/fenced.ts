/**
 * Attempts that are no longer trusted and may still run: nobody confirmed them for too long, so their task was given
 * to another attempt. What they hold on their machine stays reserved until the machine says that they are gone, or
 * is known to be gone itself; otherwise it would be given away twice.
 */
import type { ShapeId } from "./fleet.ts";
import type { MachineId, TaskSlot, Token } from "./ports.ts";

export interface FencedAttempt {
  readonly task: TaskSlot;
  readonly token: Token;
  readonly machine: MachineId;
  readonly shape: ShapeId;
}

export class FencedAttempts {
  /** By attempt. Few at a time: what is rare may allocate. */
  readonly #attempts = new Map<number, FencedAttempt>();

  get count(): number {
    return this.#attempts.size;
  }

  add(attempt: FencedAttempt): void {
    this.#attempts.set(nameOf(attempt.task, attempt.token), attempt);
  }

  /** Takes the attempt out, if it is one of these. */
  take(task: TaskSlot, token: Token): FencedAttempt | undefined {
    if (this.#attempts.size === 0) return undefined;
    const name = nameOf(task, token);
    const attempt = this.#attempts.get(name);
    if (attempt !== undefined) this.#attempts.delete(name);
    return attempt;
  }

  /** Takes out all that are on the machine, oldest first. */
  takeOn(machine: MachineId): FencedAttempt[] {
    const gone = [...this.#attempts.values()].filter((attempt) => attempt.machine === machine);
    for (const { task, token } of gone) this.#attempts.delete(nameOf(task, token));
    return gone;
  }

  values(): Iterable<FencedAttempt> {
    return this.#attempts.values();
  }
}

/** Slots and tokens are 31-bit numbers; the few slots that ever are in use leave room in a double. */
function nameOf(task: TaskSlot, token: Token): number {
  return task * 2 ** 31 + token;
}
