/** What one round makes durable, all of it or nothing; and what is known of the run as a whole. */
import type { JournalEntry } from "./inputs.ts";
import type { RoundOutput } from "./outbox.ts";

export interface RunRecord {
  /** The scenario file's text. */
  readonly scenario: string;
  readonly policy: string;
  readonly seed: number;
  readonly speed: number;
  readonly agents: number;
  readonly schemaVersion: number;
  /** Wall-clock milliseconds at tick 0; null until all agents have joined for the first time. */
  readonly epoch: number | null;
  readonly socket: string | null;
}

export interface RoundRecord extends RoundOutput {
  readonly round: number;
  readonly entries: readonly JournalEntry[];
  readonly dependencies: readonly { readonly task: string; readonly parent: string }[];
  /** Agents that joined in this round. */
  readonly joined: readonly { readonly agent: number; readonly incarnation: string }[];
}
