/**
 * `npm run coverage-check`: how often what the lab concludes is right, over 300 experiments each. Exit code 1 when
 * the 95% intervals hold in fewer than 92% or more than 98%, or identical policies are told apart in more than 6%.
 * The answers depend on seeds alone; docs/statistics.md records them.
 */
import {
  compareIdentical,
  estimateOn,
  findsDifference,
  identicalPolicies,
  mixedWork,
  REPLICATIONS,
  singleServer,
} from "./experiments.ts";

const EXPERIMENTS = 300;
const UTILIZATION = 0.5;
const TASKS = 11_000;
const WARMUP = 1_000;
const MIXED_TASKS = 4_000;

let failed = false;

print(`${EXPERIMENTS} experiments of ${REPLICATIONS} replications each`);
print("");
print(
  `M/M/1 at ${UTILIZATION}, ${TASKS} tasks, ${WARMUP} of them warm-up: 95% intervals that hold the exact value`,
);
const waitMean = UTILIZATION / (1 - UTILIZATION);
const exact: readonly (readonly [string, number])[] = [
  ["wait.mean", waitMean],
  ["response.mean", waitMean + 1],
  ["queue.mean", UTILIZATION * waitMean],
  ["utilization.cpu", UTILIZATION],
  ["waitedRatio", UTILIZATION],
];
const held = new Map(exact.map(([name]) => [name, 0]));
const sums = new Map(exact.map(([name]) => [name, 0]));
const server = singleServer(UTILIZATION, TASKS, WARMUP);
for (let seed = 1; seed <= EXPERIMENTS; seed++) {
  const { metrics } = estimateOn(server, seed);
  for (const [name, value] of exact) {
    const { mean, low, high } = metrics["all"]![name]!;
    sums.set(name, sums.get(name)! + mean);
    if (low! <= value && value <= high!) held.set(name, held.get(name)! + 1);
  }
}
for (const [name, value] of exact) {
  const share = held.get(name)! / EXPERIMENTS;
  const mean = sums.get(name)! / EXPERIMENTS;
  const within = share >= 0.92 && share <= 0.98;
  if (!within) failed = true;
  print(
    `  ${name.padEnd(18)}exact ${value.toFixed(4)}  mean ${mean.toFixed(4)}  held in ${percent(share)}  ${within ? "as it should" : "WRONG"}`,
  );
}

print("");
print(`Two identical policies, ${MIXED_TASKS} tasks at 80% load: comparisons that tell them apart`);
const mixed = mixedWork(MIXED_TASKS);
const questions: readonly (readonly [string, readonly string[] | undefined])[] = [
  ["one figure (wait.mean)", ["wait.mean"]],
  ["one figure (wait.p99)", ["wait.p99"]],
  ["the usual figures, any of them", undefined],
];
const found = questions.map(() => 0);
const corrected = questions.map(() => 0);
for (let seed = 1; seed <= EXPERIMENTS; seed++) {
  const policies = identicalPolicies(mixed, seed);
  questions.forEach(([, chosen], i) => {
    const comparison = compareIdentical(policies, chosen);
    corrected[i] = Math.max(corrected[i]!, comparison.comparisons);
    if (findsDifference(comparison)) found[i]!++;
  });
}
questions.forEach(([what], i) => {
  const share = found[i]! / EXPERIMENTS;
  const within = share <= 0.06;
  if (!within) failed = true;
  print(
    `  ${what.padEnd(32)}corrected for ${String(corrected[i]).padStart(2)}  told apart in ${percent(share)}  ${within ? "as it should" : "WRONG"}`,
  );
});
if (failed) process.exitCode = 1;

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
