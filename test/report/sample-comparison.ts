/** A made-up comparison of the sample's policies with the first of them, with every kind of verdict, and warnings. */
import type { Comparison, PairedDifference, ResultDocument, Verdict, Warning } from "../../src/lab/result.ts";
import { type SampleOptions, sampleDocument } from "./sample.ts";

export function sampleComparison(options: SampleOptions = {}): ResultDocument {
  const policies = options.policies ?? ["fifo", "top-k", "off-peak", "delay-tolerance"];
  const [baseline, ...others] = policies;
  const metrics = METRICS.map(({ path, better, of }, row) => ({
    path,
    better,
    pairs: others.map((policy, column) => pair(policy, baseline!, of, row, column, better)),
    winner: row === 0 ? others[0]! : null,
    contenders: better === "neither" ? [] : row === 0 ? [others[0]!] : [...policies],
    sentence: row === 0 ? `${others[0]} has the lowest ${path}` : `no winner on ${path}`,
  }));
  const comparison: Comparison = {
    baseline: baseline!,
    confidence: 0.95,
    intervalConfidence: 0.995,
    comparisons: others.length * METRICS.length,
    metrics,
    ended: "replications",
    ending: "",
    sentences: others.map(
      (policy) =>
        `${policy}, compared with ${baseline}, cuts the p99 wait of interactive tasks by 41% ± 3%; on fairness the two cannot be told apart`,
    ),
    pairingGain: 4.2,
  };
  return { ...sampleDocument({ ...options, policies }), comparison, warnings: WARNINGS };
}

const METRICS = [
  { path: "wait.p99:class:interactive", better: "less", of: 2.4 },
  { path: "wait.mean", better: "less", of: 41.7 },
  { path: "lateRatio", better: "less", of: 0.0231 },
  { path: "utilization.cpu", better: "neither", of: 0.712 },
  { path: "fairness", better: "more", of: 0.964 },
  { path: "dead", better: "less", of: 0 },
] as const;

const WARNINGS: readonly Warning[] = [
  {
    kind: "few-samples",
    policy: "fifo",
    policies: ["fifo"],
    path: "wait.p99:class:backup",
    text: "The p99 wait of backup rests on 41 tasks, one of which is its tail. Run longer, or look at p95.",
  },
  {
    kind: "not-settled",
    policy: "top-k",
    policies: ["top-k", "off-peak"],
    path: null,
    text: "The queue was still growing when measuring began: a warm-up of 2.5 h would leave that out.",
  },
];

function pair(
  policy: string,
  against: string,
  of: number,
  row: number,
  column: number,
  better: "less" | "more" | "neither",
): PairedDifference {
  const share = [-0.41, 0.12, -0.004, 0.021, -0.3][(row + 2 * column) % 5]!;
  const half = [0.03, 0.05, 0.02, 0.006, 0.11][(row + column) % 5]!;
  const decided = Math.abs(share) > half;
  const good = better === "less" ? share < 0 : share > 0;
  const verdict: Verdict =
    of === 0
      ? "equal"
      : !decided
        ? "undecided"
        : better === "neither"
          ? "different"
          : good
            ? "better"
            : "worse";
  const name = METRICS[row]!.path;
  return {
    policy,
    against,
    difference: { mean: of * share, low: of * (share - half), high: of * (share + half) },
    relative: of === 0 ? null : { mean: share, low: share - half, high: share + half },
    pValue: decided ? 0.0003 : 0.41,
    verdict,
    sentence: decided
      ? `${policy} ${share < 0 ? "cuts" : "raises"} ${name} by ${Math.abs(share * 100).toFixed(1)} % ± ${(half * 100).toFixed(1)} % against ${against}.`
      : `On ${name}, ${policy} and ${against} cannot be told apart.`,
    lower: share < 0 ? 5 : 0,
    higher: share > 0 ? 5 : 0,
    pairingGain: of === 0 ? null : 3.2 + column,
  };
}
