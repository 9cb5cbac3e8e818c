/** What a plan answers, in sentences. */
import { amount } from "../compare/metric-words.ts";
import type { MetricPath } from "../metric-path.ts";
import type { PlanChoice, PlanDocument, TargetOutcome } from "../result.ts";
import { type Choice, describeChoice, type Grid } from "./grid.ts";
import type { Target } from "./target.ts";

export interface Outcome {
  readonly grid: Grid;
  readonly targets: readonly Target[];
  readonly survive: PlanDocument["survive"];
  readonly answer: PlanChoice | null;
  readonly cheaper: PlanChoice | null;
  /** Cheapest first. */
  readonly choices: readonly PlanChoice[];
  readonly contradictions: readonly { readonly more: Choice; readonly less: Choice }[];
}

export function sentencesOf(outcome: Outcome): string[] {
  const { grid, targets, answer, cheaper, choices, contradictions } = outcome;
  const named = (choice: Pick<Choice, "at">) => describeChoice(grid, choice);
  const target = (i: number) => targets[i]!;
  const sentences: string[] = [];
  if (answer === null) {
    const last = choices.at(-1)!;
    sentences.push(
      `No choice meets every target: ${grid.choices.length === 1 ? "the only one" : `not even ${named(last)}, the costliest that was looked at`}, ${notMet(last, targets)}.`,
    );
  } else {
    sentences.push(
      `${named(answer)} is the cheapest that meets every target, at ${costInWords(answer.cost, grid.unit)}${underLoss(outcome)}.`,
      ...answer.targets.map((one, i) => marginInWords(one, target(i))),
    );
    if (cheaper !== null)
      sentences.push(
        cheaper.verdict === "misses"
          ? `The next cheaper choice, ${named(cheaper)} at ${costInWords(cheaper.cost, grid.unit)}, ${notMet(cheaper, targets)}.`
          : `The next cheaper choice, ${named(cheaper)} at ${costInWords(cheaper.cost, grid.unit)}, is undecided after ${cheaper.replications} replications and counts as not met: it ${notMet(cheaper, targets)}.`,
      );
    else sentences.push("There is no cheaper choice among those that were given.");
  }
  const undecided = choices.filter((choice) => choice.verdict === "undecided" && choice !== cheaper);
  if (undecided.length > 0)
    sentences.push(
      `Undecided after all replications, and counted as not met: ${undecided.map(named).join("; ")}.`,
    );
  if (contradictions.length > 0)
    sentences.push(
      `More was taken never to hurt, and that does not hold here: ${contradictions.map(({ more, less }) => `${named(less)} meets the targets and ${named(more)} does not`).join("; ")}. A cheaper choice may exist among those that were not looked at.`,
    );
  else if (grid.grows.includes(true) && choices.length < grid.choices.length)
    sentences.push(
      `More machines, or larger ones, are taken never to hurt: ${choices.length} of ${grid.choices.length} choices were looked at.${answer === null ? "" : " It holds at the answer's neighbours."}`,
    );
  return sentences;
}

function costInWords(cost: number, unit: Grid["unit"]): string {
  const amount = String(Number(cost.toPrecision(6)));
  if (unit === "price") return `${amount} an hour`;
  return unit === "cpu" ? `${amount} cores` : `${amount} ${cost === 1 ? "machine" : "machines"}`;
}

function underLoss({ survive, answer }: Outcome): string {
  if (survive === null) return "";
  const names = [...new Set(answer?.targets.map(({ under }) => under))].filter((name) => name !== null);
  return `, also when ${names.join(" or ")} is lost for good`;
}

function marginInWords(outcome: TargetOutcome, { path, comparator }: Target): string {
  const { target, value, margin } = outcome;
  const measured = withDoubt(path, value);
  if (margin === null) return `${target}: it is ${measured}.`;
  const side = comparator.startsWith("<") === margin >= 0 ? "below" : "above";
  return `${target}: it is ${measured}, ${Math.abs(margin * 100).toFixed(0)} % ${side} the limit.`;
}

function withDoubt(path: MetricPath, { mean, high }: TargetOutcome["value"]): string {
  if (Number.isNaN(mean)) return "not measured: there is no such task";
  const doubt = high === null ? 0 : high - mean;
  return doubt > 0 ? `${amount(path, mean)} ± ${amount(path, doubt)}` : amount(path, mean);
}

/** `misses wait.p99 <= 2s (2.31 s ± 90 ms)`. */
function notMet({ targets: outcomes }: PlanChoice, targets: readonly Target[]): string {
  const parts = outcomes.flatMap((outcome, i) => {
    if (outcome.verdict === "meets") return [];
    const verb = outcome.verdict === "misses" ? "misses" : "may miss";
    const under = outcome.under === null ? "" : ` when ${outcome.under} is lost`;
    return [`${verb} ${outcome.target}${under} (${withDoubt(targets[i]!.path, outcome.value)})`];
  });
  return parts.join(" and ");
}
