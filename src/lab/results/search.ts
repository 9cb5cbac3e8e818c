/** What `sim search` finds: workloads on which one policy does badly beside another. `search.json` in its report. */

export interface SearchDocument {
  readonly version: 1;
  readonly kind: "search";
  readonly tool: string;
  readonly worst: string;
  readonly against: string;
  /** As a user writes it. */
  readonly metric: string;
  readonly seed: number;
  readonly steps: number;
  readonly starts: number;
  /** The worst ratio first. */
  readonly found: readonly FoundWorkload[];
}

export interface FoundWorkload {
  /** The scenario's file in the folder. */
  readonly file: string;
  /** How many times as badly `worst` does; null where the other has none of it. */
  readonly ratio: number | null;
  /** The figure of `worst` and of `against`. */
  readonly values: readonly [number, number];
  readonly tasks: number;
  readonly machines: number;
  /** What it shows, in a sentence: the scenario's description. */
  readonly description: string;
  readonly scenario: Readonly<Record<string, unknown>>;
}
