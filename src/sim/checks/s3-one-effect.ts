/** S3. Effects are counted by the task's number, and admissions by the key of their submission. */
import { Verdict } from "../../cluster/intake.ts";
import type { NodeId } from "../../cluster/ports.ts";
import type { Tick } from "../../engine/time.ts";
import type { Sent } from "../front-door.ts";
import { type Checker, Invariant } from "./checker.ts";
import { Marks } from "./marks.ts";

export class OneEffect extends Invariant implements Checker {
  readonly invariant = "S3";
  readonly holds = "at most one effect per idempotency key; the same key with another payload is an error";
  readonly #effects = new Marks();
  readonly #admittedAt = new Map<number, Tick>();

  effect(serial: number, idempotent: boolean): void {
    if (idempotent && this.#effects.has(serial))
      this.fail(`the effect of the idempotent task with number ${serial} took place twice`);
    this.#effects.add(serial);
  }

  written(_now: Tick, { key }: Sent, _node: NodeId, verdict: Verdict): void {
    if (verdict !== Verdict.accepted) return;
    const before = this.#admittedAt.get(key);
    // A key is remembered for a period, which a scenario may choose too short.
    if (before !== undefined && this.now < before + this.scheduler.cluster.control.store.keysFor)
      this.fail(`submission ${key} is admitted twice`);
    this.#admittedAt.set(key, this.now);
  }
}
