/** A target that a fleet has to meet: `wait.p99:class:urgent <= 2s`, `dead == 0`, `lateRatio < 1%`. */
import { SECOND } from "../../engine/time.ts";
import { type Problem, problem } from "../../scenario/problems.ts";
import { type Reading, readDuration, readShare, readSize } from "../../scenario/units.ts";
import { isShare, isTime } from "../compare/metric-words.ts";
import { type MetricPath, metricPath, parseMetricPath } from "../metric-path.ts";

export type Comparator = "<=" | "<" | ">=" | ">" | "==";

export interface Target {
  /** In one spelling. */
  readonly text: string;
  readonly path: MetricPath;
  readonly comparator: Comparator;
  /** In the unit of the result document: seconds, a share of 1, a number. */
  readonly limit: number;
}

export type ParsedTarget =
  | { readonly ok: true; readonly target: Target }
  | { readonly ok: false; readonly problem: Problem };

const FORM =
  'expected a figure, a comparison and a limit, such as "wait.p99:class:urgent <= 2s" or "dead == 0"';

export function parseTarget(written: string): ParsedTarget {
  const [, figure, comparator, limit] =
    /^([^<>=]+)(<=|>=|==|=<|=>|<|>|=)([^<>=]+)$/.exec(written.trim()) ?? [];
  if (figure === undefined || figure.trim() === "" || limit!.trim() === "") return refuse(written, FORM);
  const meant = MISSPELT[comparator!];
  if (meant !== undefined) return refuse(written, FORM, `"${figure.trim()} ${meant} ${limit!.trim()}"`);
  const path = parseMetricPath(figure);
  const amount = limit!.trim();
  const read = readLimit(path.metric, amount);
  if (!read.ok) return refuse(written, `the limit: ${read.message}`, read.suggestion);
  const text = `${metricPath(path)} ${comparator} ${amount}`;
  return { ok: true, target: { text, path, comparator: comparator as Comparator, limit: read.value } };
}

const MISSPELT: Readonly<Record<string, Comparator>> = { "=": "==", "=<": "<=", "=>": ">=" };

function readLimit(metric: string, text: string): Reading {
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return { ok: true, value: Number(text) };
  if (isShare(metric)) return readShare(text);
  if (!isTime(metric)) return readSize(text);
  const read = readDuration(text);
  return read.ok ? { ok: true, value: read.value / SECOND } : read;
}

function refuse(written: string, message: string, suggestion?: string): ParsedTarget {
  return { ok: false, problem: problem("--slo", message, { found: written, suggestion }) };
}
