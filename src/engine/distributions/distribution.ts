/** What every distribution offers, and the check of their parameters. */
import { assert } from "../assert.ts";
import type { Random } from "../random.ts";

export interface Distribution {
  /** Infinity where the integral diverges (Pareto). */
  readonly mean: number;
  readonly variance: number;
  /** Allocates nothing. */
  sample(random: Random): number;
}

/** A user's mistake is caught where the scenario is read; what fails here has come past that. */
export function assertPositive(value: number, what: string): void {
  assert(value > 0 && value < Number.POSITIVE_INFINITY, `${what} must be positive and finite`);
}

export function assertNotNegative(value: number, what: string): void {
  assert(value >= 0 && value < Number.POSITIVE_INFINITY, `${what} must be finite and not negative`);
}
