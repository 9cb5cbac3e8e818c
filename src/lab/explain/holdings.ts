/** Which machine ran the task and which submitter owned it, from when to when: what struck them struck the task. */
import { NEVER, type Tick } from "../../engine/time.ts";
import type { FaultRecord } from "../timeline.ts";
import type { Step } from "./ways-in.ts";
import { duration } from "./words.ts";

interface Holding {
  readonly kind: "machine" | "submitter";
  readonly name: string;
  readonly from: Tick;
  until: Tick;
}

export class Holdings {
  readonly #holdings: Holding[] = [];

  begin(kind: Holding["kind"], name: string, now: Tick): void {
    this.#holdings.push({ kind, name, from: now, until: NEVER });
  }

  /** The present one of this kind holds the task no longer. */
  end(kind: Holding["kind"], now: Tick): void {
    const present = this.#holdings.filter((holding) => holding.kind === kind).at(-1);
    if (present !== undefined && present.until === NEVER) present.until = now;
  }

  struckBy(faults: readonly FaultRecord[]): Step[] {
    return faults.flatMap(({ at, until, kind, target }) => {
      const struck = this.#holdings.find(
        (holding) => holding.name === target && holding.from <= at && at <= holding.until,
      );
      if (struck === undefined) return [];
      const role = struck.kind === "machine" ? "which runs it" : "which owns it";
      const lasts = until === NEVER ? "for good" : `for ${duration(until - at)}`;
      const text = `fault ${kind} strikes ${target}, ${role}, ${lasts}`;
      return [{ at, what: "fault", text } as const];
    });
  }
}
