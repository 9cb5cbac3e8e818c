/**
 * The replications of a comparison: as many as asked for, or more and more until a figure is known precisely enough
 * or a budget ends. Replication n is the same run whatever number of others there is, so a comparison that went on
 * is the one that would have come of asking for as many at once.
 */
import { type Experiment, runExperiment } from "../experiment.ts";
import { metricPath } from "../metric-path.ts";
import type { Comparison } from "../result.ts";
import { CONFIDENCE } from "./compare.ts";
import { confidenceOfEach } from "./holm.ts";
import { type MetricChoice, metricsToCompare } from "./metric-choice.ts";
import type { PolicyReplicas } from "./policy-replicas.ts";
import { excess, nextReplications, type Precision, precisionInWords } from "./until.ts";

export interface Until {
  readonly precision: Precision;
  readonly baseline: string;
  /** What is compared: the intervals of differences are corrected for how many there are. */
  readonly choice: MetricChoice;
  /** Replications in all. */
  readonly most: number;
  /** Wall time in milliseconds; Infinity: any. How many replications fit into it depends on the machine. */
  readonly budget: number;
}

export interface Replicated {
  readonly policies: readonly PolicyReplicas[];
  readonly replications: number;
  readonly ended: Comparison["ended"];
  readonly ending: string;
}

export async function replicate(
  experiment: Experiment,
  until: Until | null,
  clock: () => number = () => performance.now(),
): Promise<Replicated> {
  const begun = clock();
  const first =
    until === null
      ? experiment.replications
      : Math.min(Math.max(experiment.replications, LEAST_FIRST), until.most);
  let policies = named(experiment, await runExperiment({ ...experiment, replications: first }));
  if (until === null) return { policies, replications: first, ended: "replications", ending: "" };
  const { precision, most, budget } = until;
  const name = metricPath(precision.path);
  const known = precisionInWords(precision);
  for (let replications = first; ; ) {
    const spent = clock() - begun;
    const wide = widthOf(policies, until);
    if (wide <= 1)
      return {
        policies,
        replications,
        ended: "precise",
        ending: `After ${replications} replications ${name} is ${known}, and so is each difference`,
      };
    if (replications >= most)
      return {
        policies,
        replications,
        ended: "budget",
        ending: `After ${most} replications, the most allowed (--most), ${name} is not ${known}: ${howWide(wide)}`,
      };
    // What is left of the time, at the pace so far.
    const affordable = replications + Math.floor(((budget - spent) / spent) * replications);
    const next = Math.min(nextReplications(replications, wide, most), affordable);
    if (next <= replications)
      return {
        policies,
        replications,
        ended: "budget",
        ending: `In the time allowed (--budget), with ${replications} replications, ${name} is not ${known}: ${howWide(wide)}. How many replications fit into a time depends on the machine: the same result comes from --replications ${replications} anywhere`,
      };
    const more = await runExperiment({
      ...experiment,
      first: replications,
      replications: next - replications,
      // The first replication has been watched already.
      observers: [],
    });
    policies = policies.map(({ policy, replicas }, i) => ({ policy, replicas: [...replicas, ...more[i]!] }));
    replications = next;
  }
}

/** Of a few values, one set in many is alike by chance, and whoever stops at the first narrow interval would take it. */
const LEAST_FIRST = 10;

function widthOf(policies: readonly PolicyReplicas[], { precision, baseline, choice }: Until): number {
  const one = policies.find(({ policy }) => policy === baseline)!;
  const others = policies.filter((policy) => policy !== one);
  const comparisons = metricsToCompare(policies, choice).length * others.length;
  return excess(precision, one, others, confidenceOfEach(CONFIDENCE, comparisons));
}

function howWide(excess: number): string {
  return Number.isFinite(excess)
    ? `the widest interval is ${Number(excess.toPrecision(2))} times as wide`
    : "there is no interval yet";
}

function named(
  { policies }: Experiment,
  results: Awaited<ReturnType<typeof runExperiment>>,
): PolicyReplicas[] {
  return policies.map(({ name }, i) => ({ policy: name, replicas: results[i]! }));
}
