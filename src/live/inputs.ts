/**
 * Everything that may be told to the scheduler, as plain records: the live world writes each into its journal and
 * feeds it, a restart and a replay read and feed it. There is one way in, so the three cannot drift apart.
 */
import type { MachineId, Outcome, TemplateId, TenantId, Token } from "../cluster/ports.ts";
import type { Tick } from "../engine/time.ts";

export interface SubmitInput {
  readonly kind: "submit";
  readonly tenant: TenantId;
  readonly templates: readonly TemplateId[];
  /** By position: the positions that the task waits for. */
  readonly parents: readonly (readonly number[])[];
  /** What was drawn for it: run times in ticks at speed 1, and the job's number within its source. */
  readonly durations: readonly Tick[];
  readonly source: number;
  readonly ordinal: number;
  /** The closed client that waits for the answer, or −1. */
  readonly client: number;
}

export interface EndedInput {
  readonly kind: "ended";
  readonly task: string;
  readonly token: Token;
  readonly outcome: Outcome;
  /** Why it failed, where the agent knows. */
  readonly reason?: string;
}

export type Input =
  | SubmitInput
  | EndedInput
  | { readonly kind: "machine-down"; readonly machine: MachineId }
  | { readonly kind: "machine-up"; readonly machine: MachineId }
  | { readonly kind: "wake" }
  | { readonly kind: "close" };

/** The end of a round: the scheduler decides, and this is the digest after it. */
export interface SettleMark {
  readonly kind: "settle";
  readonly round: number;
  readonly digest: string;
}

export interface JournalEntry {
  readonly tick: Tick;
  readonly input: Input | SettleMark;
}
