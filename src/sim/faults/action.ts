/** What a kind of fault does to the world when it strikes and when it is over. */
import type { Tick } from "../../engine/time.ts";
import type { FaultKind } from "../../scenario/model.ts";

export interface FaultAction {
  begin(now: Tick, target: number, number: number): void;
  end(now: Tick, target: number, number: number): void;
  /** Whether this target can be struck now. Absent: always. */
  readonly canStrike?: (target: number) => boolean;
}

export type FaultActions = Readonly<Record<FaultKind, FaultAction>>;

export function nothing(): void {}
