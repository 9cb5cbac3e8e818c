/**
 * What a comparison found, in sentences. A winner is named only where the interval supports it; where it does not,
 * the sentence says so.
 */
import { parseMetricPath } from "../metric-path.ts";
import type { Estimate, MetricComparison, PairedDifference } from "../result.ts";
import { amount, inWords, isPercentile } from "./metric-words.ts";

type Pair = Omit<PairedDifference, "sentence">;

export function pairSentence(path: string, pair: Pair): string {
  const { policy, against, verdict, pValue } = pair;
  const what = inWords(path);
  if (verdict === "equal") {
    const to = isPercentile(parseMetricPath(path).metric) ? ", to the 1% to which percentiles are kept" : "";
    return `${policy} and ${against} have the same ${withoutArticle(what)} in every replication${to}`;
  }
  if (verdict !== "undecided") return `${policy} ${finding(path, pair)}`;
  const apart = `on ${withoutArticle(what)}, ${policy} and ${against} cannot be told apart`;
  if (pair.difference.low === null) return `${apart} by fewer than two replications`;
  const leans = pValue !== null && pValue < 0.05 ? `; it leans one way (p = ${pValue.toPrecision(1)})` : "";
  return `${apart}: the difference is between ${range(path, pair)}${oneSided(pair)}${leans}`;
}

/** `off-peak cuts A by 41% ± 3% and B by 7% ± 2%, but raises C by 12% ± 1%; on D and E the two cannot be told apart`. */
export function policySentence(
  policy: string,
  against: string,
  metrics: readonly MetricComparison[],
): string {
  const found = metrics.flatMap(({ path, pairs }) =>
    pairs.filter((pair) => pair.policy === policy).map((pair) => ({ path, pair })),
  );
  const of = (...verdicts: string[]) => found.filter(({ pair }) => verdicts.includes(pair.verdict));
  const findings = (some: typeof found, is: string) => {
    const shown = some.slice(0, FINDINGS_SHOWN).map(({ path, pair }) => finding(path, pair));
    const more = some.length - shown.length;
    return listed([...shown, ...(more > 0 ? [`${is} in ${more} more`] : [])]);
  };
  const [better, worse, different] = [of("better"), of("worse"), of("different")];
  const parts: string[] = [];
  if (better.length > 0) parts.push(`${findings(better, "is better")}`);
  if (worse.length > 0) parts.push(`${better.length > 0 ? "but it " : ""}${findings(worse, "is worse")}`);
  if (different.length > 0)
    parts.push(`${parts.length > 0 ? "and it " : ""}${findings(different, "differs")}`);
  const undecided = of("undecided").map(({ path }) => withoutArticle(inWords(path)));
  const decided = parts.length === 0 ? "" : `${policy}, compared with ${against}, ${parts.join(", ")}`;
  if (undecided.length > 0) {
    const shown = undecided.slice(0, UNDECIDED_SHOWN);
    const more = undecided.length - shown.length;
    const on = `on ${listed([...shown, ...(more > 0 ? [`${more} more`] : [])])}`;
    return decided === ""
      ? `${on}, ${policy} and ${against} cannot be told apart: the data supports no winner`
      : `${decided}; ${on} the two cannot be told apart`;
  }
  if (decided !== "") return decided;
  return `${policy} and ${against} are the same in every figure that was compared`;
}

export function winnerSentence(
  path: string,
  better: MetricComparison["better"],
  means: ReadonlyMap<string, number>,
  contenders: readonly string[],
): string {
  const what = inWords(path);
  if (better === "neither") return `of ${withoutArticle(what)}, neither more nor less is better`;
  const least = better === "less" ? "lowest" : "highest";
  const best = contenders[0]!;
  const value = amount(parseMetricPath(path), means.get(best)!);
  if (contenders.length === 1)
    return `${best} has the ${least} ${withoutArticle(what)} (${value}), and each of the others has been shown to be worse`;
  if (contenders.length === means.size && new Set(means.values()).size === 1)
    return `all have the same ${withoutArticle(what)} (${value})`;
  return `no winner on ${withoutArticle(what)}: ${best} has the ${least} (${value}), but ${listed(contenders.slice(1))} cannot be told apart from it`;
}

export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

const A_LITTLE = 0.15;
const FINDINGS_SHOWN = 3;
const UNDECIDED_SHOWN = 4;
/** From so many times as much on, "8.1 times as large" reads better than "by 710%". */
const TIMES_FROM = 3;

function finding(path: string, { difference, relative }: Pair): string {
  const what = inWords(path);
  const verb = difference.mean < 0 ? "cuts" : "raises";
  if (relative === null) {
    const metric = parseMetricPath(path);
    const of = (value: number) => amount(metric, Math.abs(value));
    return `${verb} ${what} by ${withInterval(inDirection(difference), of)}`;
  }
  if (relative.mean + 1 >= TIMES_FROM) {
    const times = { mean: relative.mean + 1, low: plusOne(relative.low), high: plusOne(relative.high) };
    return `makes ${what} ${withInterval(times, (value) => String(Number(value.toPrecision(3))))} times as large`;
  }
  return `${verb} ${what} by ${withInterval(inDirection(relative), percents(relative))}`;
}

/** As an amount of the change, whichever way it goes. */
function inDirection({ mean, low, high }: Estimate): Estimate {
  return mean >= 0
    ? { mean, low, high }
    : { mean: -mean, low: high === null ? null : -high, high: low === null ? null : -low };
}

/** `41% ± 3%`, or `41% (37% to 51%)` where the two sides differ by more than a little. */
function withInterval({ mean, low, high }: Estimate, show: (value: number) => string): string {
  const text = show(mean);
  if (low === null || high === null || low === high) return text;
  const [below, above] = [mean - low, high - mean];
  const wider = Math.max(below, above);
  return Math.abs(below - above) <= A_LITTLE * wider
    ? `${text} ± ${show(wider)}`
    : `${text} (${show(low)} to ${show(high)})`;
}

function range(path: string, { difference, relative }: Pair): string {
  const { low, high } = relative ?? difference;
  const metric = parseMetricPath(path);
  const show = relative === null ? (value: number) => amount(metric, value) : percents(relative);
  const sign = (value: number) => (value > 0 ? `+${show(value)}` : `${show(value)}`.replace("-", "−"));
  return `${sign(low!)} and ${sign(high!)}`;
}

/** What a mean with a few outliers does not show: that one was ahead every time. */
function oneSided({ policy, lower, higher }: Pair): string {
  const n = lower + higher;
  if (n < 5 || (lower < n && higher < n)) return "";
  return `, though ${policy} was ${lower === n ? "lower" : "higher"} in all of ${n} replications`;
}

/** With as many decimals as the interval is worth, and enough that no end of it reads as 0. */
function percents({ mean, low, high }: Estimate): (value: number) => string {
  const half = low === null || high === null ? Math.abs(mean) : (high - low) / 2;
  const smallest = 100 * Math.min(half, Math.abs(low ?? mean), Math.abs(high ?? mean));
  const decimals = smallest >= 0.95 ? 0 : smallest >= 0.095 ? 1 : 2;
  return (value) => `${(value * 100).toFixed(decimals)}%`;
}

function plusOne(value: number | null): number | null {
  return value === null ? null : value + 1;
}

function withoutArticle(words: string): string {
  return words.replace(/^the /, "");
}
