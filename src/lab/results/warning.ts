/** What a reader should know before believing a figure. */
export interface Warning {
  readonly kind: "not-settled" | "overloaded" | "few-samples" | "few-replications";
  readonly policy: string;
  /** The figure or group concerned, as a user writes it; null when it is the whole run. */
  readonly path: string | null;
  /** For people: what was seen and what to do. */
  readonly text: string;
}
