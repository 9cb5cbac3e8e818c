/** One workload under two policies: how many times as badly the one does as the other. */
import { loadScenario } from "../../scenario/load.ts";
import { isShare, isTime } from "../compare/metric-words.ts";
import type { Json } from "../fuzz/dice.ts";
import type { MetricPath } from "../metric-path.ts";
import type { ChosenPolicy, PolicyCatalogue } from "../policy-files.ts";
import { runReplica } from "../replica.ts";

export interface Duel {
  readonly catalogue: PolicyCatalogue;
  /** The one that is to do badly, and the one that it is measured by. */
  readonly worst: ChosenPolicy;
  readonly against: ChosenPolicy;
  readonly metric: MetricPath;
  /** More of the figure is better. */
  readonly moreIsBetter: boolean;
}

export interface Score {
  /** Of the one and of the other. */
  readonly values: readonly [number, number];
  /** How many times as bad: above 1 the first does worse. Infinite where the other has none of it. */
  readonly ratio: number;
}

/** Null when it is no scenario, when a task was refused or never ended, or when nothing was measured. */
export function score({ catalogue, worst, against, metric, moreIsBetter }: Duel, json: Json): Score | null {
  const loaded = loadScenario(JSON.stringify(json), { policies: { check: () => [] } });
  if (!loaded.ok) return null;
  const { scenario } = loaded;
  const values = [worst, against].map((policy) => {
    const { metrics } = runReplica({
      scenario,
      policy: catalogue.make(policy),
      seed: scenario.seed,
      replication: 0,
    });
    const { lost, rejected, done, submitted } = metrics["all"]!;
    const isWhole = lost === 0 && rejected === 0 && done === submitted;
    return isWhole ? (metrics[metric.group]?.[metric.metric] ?? Number.NaN) : Number.NaN;
  });
  const [one, other] = values as [number, number];
  if (!Number.isFinite(one) || !Number.isFinite(other)) return null;
  const [bad, good] = moreIsBetter ? [other, one] : [one, other];
  return { values: [one, other], ratio: bad === good ? 1 : bad / good };
}

/** What counts as next to nothing of the figure: a ratio to less than this says little. */
export function leastThatCounts({ metric }: MetricPath, meanDuration: number): number {
  if (isTime(metric)) return meanDuration / 10;
  return isShare(metric) ? 0.01 : 1;
}
