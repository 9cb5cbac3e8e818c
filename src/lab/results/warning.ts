/** What a reader should know before believing a figure. */
export interface Warning {
  readonly kind: "not-settled" | "overloaded" | "few-samples" | "few-replications";
  /** The first policy concerned. */
  readonly policy: string;
  /** All of them. */
  readonly policies: readonly string[];
  /** The figure or group concerned, as a user writes it; null when it is the whole run. */
  readonly path: string | null;
  /** For people: what was seen and what to do. */
  readonly text: string;
}
