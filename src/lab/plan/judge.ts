/**
 * Whether replications support that a target is met. Replications are added until its interval lies on one side of
 * the limit; every look at it is another chance to be wrong, so each is taken at a stricter level, and all looks
 * together are wrong at most 5 times in 100.
 */
import type { TargetOutcome } from "../result.ts";
import { estimate } from "../student.ts";
import type { Target } from "./target.ts";

export type Verdict = TargetOutcome["verdict"];

/** Fewer say little of how much replications differ. */
const FIRST_LOOK = 5;
const WRONG = 0.05;

/** After how many replications it is looked at; the last is the most that are made. */
export function looksUpTo(most: number): number[] {
  const looks: number[] = [];
  for (let n = FIRST_LOOK; n < most; n *= 2) looks.push(n);
  return [...looks, most];
}

/** `values`: one a replication. `looks`: how many there are in all. */
export function judge(target: Target, values: readonly number[], looks: number): TargetOutcome {
  const value = estimate(values);
  const { mean } = value;
  return {
    target: target.text,
    value,
    limit: target.limit,
    verdict: verdictOf(target, values, looks),
    margin: marginOf(target, mean),
    under: null,
  };
}

/** What was not measured, because no such task came, is never decided. */
function verdictOf({ comparator, limit }: Target, values: readonly number[], looks: number): Verdict {
  if (values.some((value) => Number.isNaN(value))) return "undecided";
  // Of what must be exactly so, one replication is proof of the contrary.
  if (comparator === "==") return values.every((value) => value === limit) ? "meets" : "misses";
  const { mean, low, high } = estimate(values, 1 - WRONG / looks);
  const [least, most] = [low ?? mean, high ?? mean];
  switch (comparator) {
    case "<=":
      return most <= limit ? "meets" : least > limit ? "misses" : "undecided";
    case "<":
      return most < limit ? "meets" : least >= limit ? "misses" : "undecided";
    case ">=":
      return least >= limit ? "meets" : most < limit ? "misses" : "undecided";
    case ">":
      return least > limit ? "meets" : most <= limit ? "misses" : "undecided";
  }
}

function marginOf({ comparator, limit }: Target, mean: number): number | null {
  if (limit === 0 || comparator === "==" || Number.isNaN(mean)) return null;
  const share = (limit - mean) / Math.abs(limit);
  return comparator.startsWith("<") ? share : -share;
}

/** Of several: one that misses is enough to miss, and all have to meet. */
export function together(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes("misses")) return "misses";
  return verdicts.includes("undecided") ? "undecided" : "meets";
}

/** The same target under several losses: the one that comes out worst. */
export function worst(outcomes: readonly TargetOutcome[]): TargetOutcome {
  const rank = ({ verdict }: TargetOutcome) => ["misses", "undecided", "meets"].indexOf(verdict);
  return [...outcomes].sort((a, b) => rank(a) - rank(b) || (a.margin ?? 0) - (b.margin ?? 0))[0]!;
}
