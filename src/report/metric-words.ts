/** What a metric is called to people, and how its numbers read. The names are those of the result document. */
import { formatCount, formatDecimal, formatDuration, formatPercent, PERCENT_LABEL } from "./units.ts";

export interface MetricWords {
  /** Within a sentence: `p99 wait of urgent`. */
  readonly title: string;
  readonly format: (value: number) => string;
  /** A Vega expression for the labels of an axis. */
  readonly label: string;
  /** Where a plain axis has its ticks; null leaves it to the chart. */
  readonly ticks: (least: number, most: number) => readonly number[] | null;
}

/** `path` as a user writes it: `wait.p99:class:urgent`. */
export function metricWords(path: string): MetricWords {
  const colon = path.indexOf(":");
  const name = (colon < 0 ? path : path.slice(0, colon)).trim();
  const group = colon < 0 ? "" : path.slice(colon + 1).trim();
  const of =
    group === "" || group === "all"
      ? ""
      : ` of ${group.replace(/^class:/, "").replace(/^tenant:/, "tenant ")}`;
  return { title: `${nameInWords(name)}${of}`, ...unitOf(name) };
}

function nameInWords(name: string): string {
  const known = WORDS[name];
  if (known !== undefined) return known;
  const [, what, which] = /^(wait|response|slowdown)\.(\w+)$/.exec(name) ?? [];
  if (what !== undefined) return `${WHICH[which!] ?? which} ${what}`;
  const resource = /^utilization\.(\w+)$/.exec(name)?.[1];
  return resource === undefined ? name : `${resource} utilisation`;
}

const WHICH: Readonly<Record<string, string>> = { p50: "median", max: "longest" };

const WORDS: Readonly<Record<string, string>> = {
  lateRatio: "share of late tasks",
  rejectedRatio: "share turned away",
  "queue.mean": "tasks waiting, on average",
  "queue.max": "tasks waiting, at most",
  "attempts.mean": "attempts a task",
  fairness: "fairness (Jain)",
};

function unitOf(name: string): Omit<MetricWords, "title"> {
  if (/^(wait|response)\.|^makespan$/.test(name))
    return { format: formatDuration, label: DURATION_LABEL, ticks: timeTicks };
  if (/Ratio$|^utilization\./.test(name))
    return { format: formatPercent, label: PERCENT_LABEL, ticks: anyTicks };
  if (COUNTS.test(name)) return { format: formatCount, label: NUMBER_LABEL, ticks: anyTicks };
  return { format: formatDecimal, label: NUMBER_LABEL, ticks: anyTicks };
}

/** Some four ticks at whole numbers of seconds, minutes, hours or days: tens of seconds make odd minutes. */
export function timeTicks(least: number, most: number): readonly number[] {
  const span = most - least;
  if (!(span > 0)) return [least];
  const unit = [86_400, 3600, 60].find((seconds) => span >= 2 * seconds) ?? 1;
  const rough = span / unit / 4;
  const whole = unit === 86_400 || unit === 1 ? null : STEPS.find((step) => step >= rough);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (whole ?? [1, 2, 5, 10].find((digit) => digit * power >= rough * 0.999)! * power) * unit;
  const ticks: number[] = [];
  for (let n = Math.ceil(least / step); n * step <= most * (1 + 1e-12); n++)
    ticks.push(Number((n * step).toPrecision(12)));
  return ticks;
}

/** Of minutes and of hours. */
const STEPS = [1, 2, 5, 10, 15, 20, 30];

function anyTicks(): null {
  return null;
}

const COUNTS =
  /^(submitted|rejected|admitted|done|failed|dead|cancelled|capped|late|duplicates|lost|queue\.max)$/;

const NUMBER_LABEL = "format(datum.value, abs(datum.value) >= 10000 ? '~s' : '.3~r')";

/** Times on an axis, in the unit that fits each. */
export const DURATION_LABEL = [
  "datum.value === 0 ? '0'",
  "abs(datum.value) >= 86400 ? format(datum.value / 86400, '.3~r') + ' d'",
  "abs(datum.value) >= 3600 ? format(datum.value / 3600, '.3~r') + ' h'",
  "abs(datum.value) >= 60 ? format(datum.value / 60, '.3~r') + ' min'",
  "abs(datum.value) >= 1 ? format(datum.value, '.3~r') + ' s'",
  "abs(datum.value) >= 0.001 ? format(datum.value * 1000, '.3~r') + ' ms'",
  "format(datum.value * 1000000, '.3~r') + ' µs'",
].join(" : ");
