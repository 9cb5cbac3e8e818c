/** What `sim plan` answers: the cheapest choice that meets the targets, and how sure that is. `plan.json` in its report. */
import type { Estimate } from "./estimate.ts";
import type { FieldValue } from "./sweep.ts";

export interface PlanDocument {
  readonly version: 1;
  readonly kind: "plan";
  readonly scenario: string;
  readonly description: string;
  readonly tool: string;
  readonly policy: string;
  readonly seed: number;
  /** Paths of the fields that were varied. */
  readonly axes: readonly string[];
  /** As the user wrote them. */
  readonly targets: readonly string[];
  /** What the targets must hold under the loss of; null for no loss. */
  readonly survive: "machine" | "submitter" | "datacenter" | null;
  /** What a choice's `cost` counts: its price for one hour, or, where no machine has one, cpu or machines. */
  readonly unit: "price" | "cpu" | "machines";
  /** The most replications that were spent on one choice. */
  readonly replications: number;
  /** How many choices there are, of which `choices` are those that were looked at. */
  readonly size: number;
  /** null when no choice within the range meets the targets. */
  readonly answer: PlanChoice | null;
  /** The next cheaper choice, and what it would miss; null when there is none. */
  readonly cheaper: PlanChoice | null;
  /** Every choice that was looked at, cheapest first: the curve. */
  readonly choices: readonly PlanChoice[];
  /** The answer in words. */
  readonly sentences: readonly string[];
}

export interface PlanChoice {
  /** One value an axis. */
  readonly at: readonly FieldValue[];
  /** What the fleet costs, in the document's `unit`. */
  readonly cost: number;
  readonly replications: number;
  readonly verdict: "meets" | "misses" | "undecided";
  /** One an entry of `targets`. */
  readonly targets: readonly TargetOutcome[];
}

export interface TargetOutcome {
  readonly target: string;
  readonly value: Estimate;
  readonly limit: number;
  readonly verdict: "meets" | "misses" | "undecided";
  /** How far the mean stays on the right side, as a share of the limit; negative when it misses. Null for a limit of 0. */
  readonly margin: number | null;
  /** Whose loss the figure is under, the one that came out worst; null for no loss. */
  readonly under: string | null;
}
