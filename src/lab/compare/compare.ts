/**
 * Policies against a baseline, figure by figure: paired differences, intervals that hold together, verdicts that
 * agree with them. A verdict is given when the interval, corrected for all the comparisons of the document, is
 * without 0. The winner of a figure must be better than each other policy at the same level: there are as many such
 * comparisons with the true best as with the baseline, so the chance of naming a wrong one is bounded alike.
 */
import { parseMetricPath } from "../metric-path.ts";
import type { Comparison, Estimate, MetricComparison, PairedDifference, Verdict } from "../result.ts";
import { confidenceOfEach, holm } from "./holm.ts";
import { type MetricChoice, metricsToCompare } from "./metric-choice.ts";
import { betterOf, inWords } from "./metric-words.ts";
import { differenceOf, meanOf, type Pairing, pair, pairingGain, pValueOf, relativeOf } from "./paired.ts";
import { type PolicyReplicas, valuesOf } from "./policy-replicas.ts";
import { pairSentence, policySentence, winnerSentence } from "./sentences.ts";

export interface CompareOptions extends MetricChoice {
  readonly baseline: string;
  readonly ended: Comparison["ended"];
  readonly ending: string;
}

export const CONFIDENCE = 0.95;

export function compare(policies: readonly PolicyReplicas[], options: CompareOptions): Comparison {
  const baseline = policies.find(({ policy }) => policy === options.baseline)!;
  const others = policies.filter((policy) => policy !== baseline);
  const paths = metricsToCompare(policies, options);
  const comparisons = paths.length * others.length;
  const confidence = confidenceOfEach(CONFIDENCE, comparisons);
  const pairings = paths.flatMap((path) =>
    others.map((other) => ({
      path,
      policy: other.policy,
      pairing: pair(...valuesOf(path, other, baseline)),
    })),
  );
  const corrected = holm(pairings.map(({ pairing }) => pValueOf(pairing) ?? 1));
  const pairs = pairings.map(({ path, policy, pairing }, i) => ({
    path,
    pair: concluded(path, policy, baseline.policy, pairing, confidence, corrected[i]!),
  }));
  const metrics = paths.map((path) => ({
    path,
    better: betterOf(parseMetricPath(path).metric),
    pairs: pairs.filter((found) => found.path === path).map((found) => found.pair),
    ...bestOf(path, policies, confidence),
  }));
  return {
    baseline: baseline.policy,
    confidence: CONFIDENCE,
    intervalConfidence: confidence,
    comparisons,
    metrics,
    ended: options.ended,
    ending: options.ending,
    sentences: others.map(({ policy }) => policySentence(policy, baseline.policy, metrics)),
    pairingGain: median(pairs.flatMap(({ pair }) => pair.pairingGain ?? [])),
  };
}

function concluded(
  path: string,
  policy: string,
  against: string,
  pairing: Pairing,
  confidence: number,
  corrected: number,
): PairedDifference {
  const difference = differenceOf(pairing, confidence);
  const without = {
    policy,
    against,
    difference,
    relative: relativeOf(pairing, confidence),
    pValue: pairing.differences.length < 2 ? null : corrected,
    verdict: verdictOf(pairing, difference, betterOf(parseMetricPath(path).metric)),
    lower: pairing.differences.filter((difference) => difference < 0).length,
    higher: pairing.differences.filter((difference) => difference > 0).length,
    pairingGain: pairingGain(pairing),
  };
  return { ...without, sentence: pairSentence(path, without) };
}

function verdictOf(
  { differences }: Pairing,
  { mean, low, high }: Estimate,
  better: MetricComparison["better"],
): Verdict {
  if (differences.length > 0 && differences.every((difference) => difference === 0)) return "equal";
  if (low === null || high === null || (low <= 0 && high >= 0)) return "undecided";
  if (better === "neither") return "different";
  return mean < 0 === (better === "less") ? "better" : "worse";
}

/** The one with the best mean, and all that the data does not show to be worse. */
function bestOf(
  path: string,
  policies: readonly PolicyReplicas[],
  confidence: number,
): Pick<MetricComparison, "winner" | "contenders" | "sentence"> {
  const better = betterOf(parseMetricPath(path).metric);
  const means = new Map(policies.map((policy) => [policy.policy, meanOf(valuesOf(path, policy, policy)[0])]));
  if (better === "neither")
    return { winner: null, contenders: [], sentence: winnerSentence(path, better, means, []) };
  if ([...means.values()].some(Number.isNaN))
    return { winner: null, contenders: [], sentence: `nothing was measured of ${inWords(path)}` };
  const sign = better === "less" ? 1 : -1;
  const best = policies.reduce((one, other) =>
    sign * means.get(other.policy)! < sign * means.get(one.policy)! ? other : one,
  );
  const rivals = policies.filter((other) => {
    if (other === best) return false;
    const pairing = pair(...valuesOf(path, other, best));
    return verdictOf(pairing, differenceOf(pairing, confidence), better) !== "worse";
  });
  const contenders = [best, ...rivals].map(({ policy }) => policy);
  return {
    winner: contenders.length === 1 ? best.policy : null,
    contenders,
    sentence: winnerSentence(path, better, means, contenders),
  };
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
