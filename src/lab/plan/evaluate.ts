/** Looks at one choice: replications of its scenario, or of it under each loss, until every target is decided. */
import type { Scenario } from "../../scenario/model.ts";
import type { ChosenPolicy } from "../policy-files.ts";
import type { ReplicaResult } from "../replica.ts";
import type { PlanChoice, TargetOutcome } from "../result.ts";
import type { Runner } from "../runner.ts";
import type { Choice } from "./grid.ts";
import { judge, looksUpTo, together, worst } from "./judge.ts";
import type { Target } from "./target.ts";

/** A choice's scenario as it is run, with who is lost in it. */
export interface Variant {
  /** Null when nobody is. */
  readonly loss: string | null;
  readonly scenario: Scenario;
  readonly policy: ChosenPolicy;
}

export interface Evaluation {
  readonly runner: Runner;
  readonly seed: number;
  readonly targets: readonly Target[];
  /** The most replications of one choice. */
  readonly most: number;
  readonly onRun: () => void;
}

export async function evaluate(
  { runner, seed, targets, most, onRun }: Evaluation,
  { at, cost }: Choice,
  variants: readonly Variant[],
): Promise<PlanChoice> {
  const looks = looksUpTo(most);
  const results: ReplicaResult[][] = variants.map(() => []);
  let made = 0;
  for (const wanted of looks) {
    const numbers = Array.from({ length: wanted - made }, (_, i) => made + i);
    await Promise.all(
      variants.flatMap(({ scenario, policy }, variant) =>
        numbers.map(async (replication) => {
          results[variant]![replication] = await runner.run({ scenario, policy, seed, replication });
          onRun();
        }),
      ),
    );
    made = wanted;
    const outcomes = targets.map((target) => outcomeOf(target, variants, results, looks.length));
    const verdict = together(outcomes.map((outcome) => outcome.verdict));
    const hopeless = outcomes.some(({ value }) => Number.isNaN(value.mean));
    if (verdict !== "undecided" || hopeless || made === most)
      return { at, cost, replications: made, verdict, targets: outcomes };
  }
  throw new Error("the last look is the last");
}

function outcomeOf(
  target: Target,
  variants: readonly Variant[],
  results: readonly (readonly ReplicaResult[])[],
  looks: number,
): TargetOutcome {
  const { metric, group } = target.path;
  const outcomes = variants.map(({ loss }, variant) => {
    const values = results[variant]!.map(({ metrics }) => metrics[group]?.[metric] ?? Number.NaN);
    return { ...judge(target, values, looks), under: loss };
  });
  return worst(outcomes);
}
