/**
 * `--until "wait.p99:class:urgent ±5%"`: how precisely a figure is to be known. It is when two kinds of interval are
 * that narrow, to each side: that of the figure under every policy, and that of every difference from the baseline.
 * A percentage is of the figure itself, and for a difference of the baseline's. Only how wide the intervals are
 * decides when to stop, never which way they point: stopping at the first verdict would favour false ones.
 */
import { SECOND } from "../../engine/time.ts";
import { readDuration } from "../../scenario/units.ts";
import { type MetricPath, metricPath, parseMetricPath } from "../metric-path.ts";
import type { Estimate } from "../result.ts";
import { estimate } from "../student.ts";
import { amount, isTime } from "./metric-words.ts";
import { differenceOf, meanOf, pair } from "./paired.ts";
import { type PolicyReplicas, valuesOf } from "./policy-replicas.ts";

export interface Precision {
  readonly path: MetricPath;
  /** Half the width of an interval: a share of the figure, or an amount of it (times in seconds). */
  readonly halfWidth: number;
  readonly relative: boolean;
}

const FORM = 'expected a figure and a precision, such as "wait.p99:class:urgent ±5%" or "wait.mean ±20ms"';

/** The precision, or what is wrong with the text. */
export function parsePrecision(text: string): Precision | string {
  const parts = /^(.*?)\s*(?:±|\+-|\+\/-)\s*(.*)$/s.exec(text.trim());
  if (parts === null || parts[1] === "") return FORM;
  const path = parseMetricPath(parts[1]!);
  const written = parts[2]!;
  const percent = /^(\d+\.?\d*|\.\d+)\s*%$/.exec(written);
  if (percent !== null) return checked({ path, halfWidth: Number(percent[1]) / 100, relative: true });
  const number = /^(?:\d+\.?\d*|\.\d+)$/.test(written) ? Number(written) : null;
  if (!isTime(path.metric))
    return number === null
      ? `found ±${written}; ${FORM}`
      : checked({ path, halfWidth: number, relative: false });
  const read = readDuration(number ?? written);
  return read.ok
    ? checked({ path, halfWidth: read.value / SECOND, relative: false })
    : `found ±${written}: ${read.message}`;
}

function checked(precision: Precision): Precision | string {
  return precision.halfWidth > 0 ? precision : "the precision must be above 0";
}

/**
 * How many times as wide as wanted the widest interval is: at most 1 when all are narrow enough. `confidence` is that
 * of the differences. Infinity when there is no interval yet.
 */
export function excess(
  { path, halfWidth, relative }: Precision,
  baseline: PolicyReplicas,
  others: readonly PolicyReplicas[],
  confidence: number,
): number {
  const name = metricPath(path);
  const ratio = ({ low, high }: Estimate, of: number): number => {
    if (low === null || high === null) return Number.POSITIVE_INFINITY;
    const half = (high - low) / 2;
    // Nothing is as precise as a figure that never varies, be it 0.
    return half === 0 ? 0 : half / (relative ? halfWidth * Math.abs(of) : halfWidth);
  };
  const figures = [baseline, ...others].map((policy) => {
    const [values] = valuesOf(name, policy, policy);
    return ratio(estimate(values), meanOf(values));
  });
  const differences = others.map((other) => {
    const pairing = pair(...valuesOf(name, other, baseline));
    return ratio(differenceOf(pairing, confidence), meanOf(pairing.others));
  });
  return Math.max(...figures, ...differences);
}

/** How many replications to have next: what the excess suggests, in steps of reason. Depends on nothing else. */
export function nextReplications(now: number, excess: number, most: number): number {
  const wanted = Number.isFinite(excess) ? Math.ceil(now * excess * excess) : 2 * now;
  return Math.min(most, Math.max(now + LEAST_STEP, Math.min(wanted, 2 * now)));
}

const LEAST_STEP = 5;

export function precisionInWords({ path, halfWidth, relative }: Precision): string {
  return `known to ±${relative ? `${Number((halfWidth * 100).toPrecision(3))}%` : amount(path, halfWidth)}`;
}
