/** What the numbers say, in sentences: written from the result document alone, so it never claims more than it. */
import type { ResultDocument, RunResult } from "../lab/result.ts";
import { givenUp, groupsOf, type LabelledRun, labelledRuns, mean, metric, resourcesOf } from "./groups.ts";
import { formatCount, formatDecimal, formatDuration, formatPercent } from "./units.ts";

/** What was asked, in a sentence or two. */
export function questionInWords(document: ResultDocument): string {
  const runs = labelledRuns(document);
  const first = runs[0];
  if (first === undefined) return "";
  const { replications, seed } = first.run;
  const where = document.world === "live" ? "run live, on real processes" : "simulated";
  const often =
    replications === 1 ? "once" : `${formatCount(replications)} times, each time with other chance,`;
  if (runs.length === 1)
    return `How does this scenario fare under ${first.label}? It was ${where} ${often} from seed ${seed}.`;
  const same = `Which of ${listed(runs.map(({ label }) => label))} serves this scenario best? Under each it was ${where} ${often} from seed ${seed}.`;
  return `${same} ${sameWork(runs)}`;
}

/** Who is ahead, where several policies ran; empty for one. */
export function rankingInWords(document: ResultDocument): readonly string[] {
  const runs = labelledRuns(document);
  if (runs.length < 2) return [];
  return joined(
    [
      ranking(runs, "lateRatio", "The smallest share of late tasks", formatPercent),
      ranking(runs, "wait.p99", "The shortest p99 wait", formatDuration),
      ranking(runs, "wait.mean", "The shortest mean wait", formatDuration),
    ],
    "",
  );
}

/** What came out: a paragraph a run, nothing with many. */
export function outcomesInWords(document: ResultDocument): readonly string[] {
  return eachRun(document, (run, where) => [
    outcome(document, run, where),
    lateness(document, run),
    waits(document, run),
  ]);
}

/** What explains it: a paragraph a run, nothing with many. With several runs it begins with what came out. */
export function causesInWords(document: ResultDocument): readonly string[] {
  return eachRun(document, (run, where) =>
    where === ""
      ? [load(document, run), recoveries(run)]
      : [outcome(document, run, where), lateness(document, run), load(document, run), recoveries(run)],
  );
}

/** Numbers and their units stay on one line. */
export function unbroken(text: string): string {
  return text.replace(/(\d) (?=%|(?:µs|ms|s|min|h|d|M|bn)\b)/g, "$1\u00a0").replaceAll("± ", "±\u00a0");
}

function eachRun(
  document: ResultDocument,
  say: (run: RunResult, where: string) => readonly string[],
): readonly string[] {
  const runs = labelledRuns(document);
  if (runs.length > RUNS_IN_WORDS) return [];
  return runs.flatMap(({ label, run }) => joined(say(run, runs.length > 1 ? `Under ${label}, ` : ""), " "));
}

/** One paragraph with a separator, each its own without. */
function joined(sentences: readonly string[], separator: string): readonly string[] {
  const said = sentences.filter((sentence) => sentence !== "").map(unbroken);
  return separator === "" || said.length === 0 ? said : [said.join(separator)];
}

/** More paragraphs that differ in numbers alone are harder to read than the tables. */
const RUNS_IN_WORDS = 4;

function outcome(document: ResultDocument, run: RunResult, where: string): string {
  const submitted = mean(run, "all", "submitted");
  if (Number.isNaN(submitted)) return where === "" ? "" : `${where}nothing was counted.`;
  const makespan = mean(run, "all", "makespan");
  const time = Number.isNaN(makespan) ? "" : ` in ${formatDuration(makespan)}`;
  const parts = [
    `${formatCount(mean(run, "all", "done"))} of ${formatCount(submitted)} tasks were done${time}`,
  ];
  const lost = givenUp(run, "all");
  if (lost > 0) parts.push(`${formatCount(lost)} failed for good`);
  const rejected = mean(run, "all", "rejected");
  if (rejected > 0) parts.push(`${formatCount(rejected)} were turned away`);
  const text = `${where}${listed(parts)}.`;
  return document.world === "live" ? `${text} This was a live run.` : text;
}

function recoveries(run: RunResult): string {
  if (run.recoveries.length === 0) return "";
  const died = ["machine", "submitter", "leader"].flatMap((kind) => {
    const count = run.recoveries.filter((mark) => mark.kind === kind).length;
    return count === 0 ? [] : [`${formatCount(count)} ${kind}${count === 1 ? "" : "s"}`];
  });
  const inFlight = run.recoveries.reduce((sum, mark) => sum + mark.inFlight, 0);
  const longest = run.recoveries.reduce((most, mark) => Math.max(most, mark.recoveredAfter ?? 0), 0);
  const lost = mean(run, "all", "lost");
  const end = lost > 0 ? `${formatCount(lost)} tasks were lost` : "no task was lost";
  return `${listed(died)} died with ${formatCount(inFlight)} attempts and submissions in flight; others had taken over after ${formatDuration(longest)} at the latest, and ${end}.`;
}

function load(document: ResultDocument, run: RunResult): string {
  const used = resourcesOf(document)
    .map((name) => ({ name, share: mean(run, "all", `utilization.${name}`) }))
    .filter(({ share }) => Number.isFinite(share));
  if (used.length === 0) return "";
  const shares = listed(used.map(({ name, share }) => `${formatPercent(share)} of its ${name}`));
  const peak = run.timeline.points.reduce((sum, point) => sum + point.peak, 0) / run.timeline.points.length;
  const peaks = peak > 0 ? `; ${formatPercent(peak)} of the time was peak time` : "";
  const most = mean(run, "all", "queue.max");
  const queue = Number.isNaN(most)
    ? ""
    : most === 0
      ? "; no task ever had to queue"
      : `; ${formatDecimal(mean(run, "all", "queue.mean"))} tasks were waiting on average and ${formatCount(most)} at the worst moment`;
  return `The cluster used ${shares}${peaks}${queue}.`;
}

function lateness(document: ResultDocument, run: RunResult): string {
  const ratio = mean(run, "all", "lateRatio");
  if (Number.isNaN(ratio)) return "";
  if (ratio === 0) return "No task was late.";
  const classes = byClass(document, run, "lateRatio").sort((a, b) => b.value - a.value);
  const worst = classes[0];
  const where =
    classes.length > 1 && worst !== undefined && worst.value > 0
      ? `, worst in ${worst.name} (${formatPercent(worst.value)})`
      : "";
  return `Late were ${formatPercent(ratio)} of the tasks${where}.`;
}

function waits(document: ResultDocument, run: RunResult): string {
  const classes = byClass(document, run, "wait.p99").sort((a, b) => a.value - b.value);
  if (classes.length === 0) return "";
  if (classes.every(({ value }) => value === 0)) return "99 % of each class started at once.";
  const shown = classes.length > 6 ? [...classes.slice(0, 2), ...classes.slice(-2)] : classes;
  const more = classes.length > shown.length ? ", the quickest and the slowest named here" : "";
  return `99 % of the tasks of a class had started within${more}: ${listed(
    shown.map(({ name, value }) => `${name} ${value === 0 ? "at once" : formatDuration(value)}`),
  )}.`;
}

/** The same draws make a comparison paired; without them part of a difference is in the work itself. */
function sameWork(runs: readonly LabelledRun[]): string {
  return new Set(runs.map(({ run }) => run.drawn)).size === 1
    ? "Each policy met the same arrivals, durations and faults."
    : "The runs did not meet the same arrivals, durations and faults: part of any difference may come from that.";
}

function ranking(
  runs: readonly LabelledRun[],
  name: string,
  what: string,
  format: (value: number) => string,
): string {
  const ranked = runs
    .map(({ label, run }) => ({ label, estimate: metric(run, "all", name) }))
    .flatMap(({ label, estimate }) =>
      estimate === undefined || !Number.isFinite(estimate.mean) ? [] : [{ label, ...estimate }],
    )
    .sort((a, b) => a.mean - b.mean);
  const [best, second] = ranked;
  if (best === undefined || second === undefined) return "";
  if (best.mean === ranked.at(-1)!.mean)
    return `${what} is the same under each policy: ${format(best.mean)}.`;
  const verdict =
    best.high === null || second.low === null
      ? "one replication: no telling how much of it is chance"
      : best.high < second.low
        ? "the intervals do not overlap"
        : "the intervals overlap: sim compare tells, pair by pair, whether it is chance";
  return `${what}: ${best.label} with ${format(best.mean)}, then ${second.label} with ${format(second.mean)} (${verdict}).`;
}

function byClass(document: ResultDocument, run: RunResult, name: string): { name: string; value: number }[] {
  return groupsOf(document)
    .filter((group) => group.kind === "class")
    .map((group) => ({ name: group.name, value: mean(run, group.key, name) }))
    .filter(({ value }) => Number.isFinite(value));
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
