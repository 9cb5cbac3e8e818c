/** What an agent hands to the work program, as its one argument. */
import type { CheckpointOrder } from "./protocol.ts";

export interface WorkOrder {
  readonly task: string;
  readonly token: number;
  /** Where effects are applied. */
  readonly effects: string;
  /** Where progress is saved. */
  readonly checkpoints: string;
  /** A program to run and to wait for; null: keep a cpu busy. */
  readonly script: string | null;
  /** Wall-clock milliseconds since 1970 at which the built-in work ends. */
  readonly deadline: number;
  readonly fails: boolean;
  /** Null for work whose progress cannot be saved. */
  readonly checkpoint: CheckpointOrder | null;
}
