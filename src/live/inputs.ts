/**
 * The journal of a live run. Its entries are the inputs of the scheduler, with tasks named by their ids, because
 * reports from outside name them so and people read it; a submission also says what was drawn for it.
 */
import type { AttemptInput, ClusterInput, SettleInput, SubmitInput, TaskInput } from "../cluster/inputs.ts";
import type { Tick } from "../engine/time.ts";

export interface DrawnSubmit extends SubmitInput {
  /** Run times in ticks at speed 1, and the job's number within its source. */
  readonly durations: readonly Tick[];
  readonly source: number;
  readonly ordinal: number;
  /** The closed client that waits for the answer, or −1. */
  readonly client: number;
}

export type LiveInput = DrawnSubmit | AttemptInput<string> | TaskInput<string> | ClusterInput;

/** The end of a round: the scheduler decides, and this is the digest after it. */
export interface SettleMark extends SettleInput {
  readonly round: number;
  readonly digest: string;
}

export interface JournalEntry {
  readonly tick: Tick;
  readonly input: LiveInput | SettleMark;
}
