/**
 * What the tasks do in the world outside: an effect for each attempt that gets to its end. A task whose effect carries
 * its idempotency key has it applied once, however often it runs; one without shows what goes wrong.
 */
import type { Watch } from "./watch.ts";

export class Outside {
  watch: Watch | null = null;
  /** Effects that took place. */
  applied = 0;
  /** Effects that did not take place again, because their key was known. */
  suppressed = 0;
  /** Effects that took place again: of tasks that are not idempotent. */
  doubled = 0;
  /** Attempts that were reported as done and had no effect. */
  missing = 0;
  /** The numbers of tasks whose effect took place and who may have another attempt about. */
  readonly #known = new Set<number>();

  /** Not watched: no task can have two attempts at once, and there is nothing to keep. */
  readonly watched: boolean;

  constructor(watched: boolean) {
    this.watched = watched;
  }

  apply(serial: number, idempotent: boolean): void {
    if (this.watched && this.#known.has(serial)) {
      if (idempotent) {
        this.suppressed++;
        return;
      }
      this.doubled++;
    } else if (this.watched) this.#known.add(serial);
    this.applied++;
    this.watch?.effect(serial, idempotent);
  }

  /** The task has ended and never had but one attempt: its number need not be kept. */
  forget(serial: number): void {
    if (this.watched) this.#known.delete(serial);
  }
}
