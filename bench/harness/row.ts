/** A row of the benchmark: a work, who does it, and what must be shown. */
import type { Outcome } from "./outcome.ts";
import type { Peers } from "./peers.ts";

export interface Row {
  /** For `--only`. */
  readonly name: string;
  readonly about: string;
  /** Left out unless it is asked for by name or with --long. */
  readonly long?: boolean;
  run(setting: Setting): Outcome | Promise<Outcome>;
}

export interface Setting {
  /** Sizes are scaled down so that everything takes a minute. The ratios then say little. */
  readonly smoke: boolean;
  readonly rounds: number;
  readonly peers: Peers;
  readonly progress: (what: string) => void;
}
