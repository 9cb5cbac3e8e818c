/** How a level went over the measured time, on average over the replications: chance evens out, a trend stays. */
import type { ReplicaResult } from "../replica.ts";
import type { TimelinePoint } from "../result.ts";

export interface Course {
  readonly values: readonly number[];
  /** What the values span, in seconds. */
  readonly from: number;
  readonly until: number;
}

/** Replications with another width of points are left out: their runs were of another length. */
export function averageCourse(
  replicas: readonly ReplicaResult[],
  level: (point: TimelinePoint) => number,
): Course {
  const { timeline, measured } = replicas[0]!;
  const { every } = timeline;
  const alike = replicas.filter((replica) => replica.timeline.every === every);
  const from = Math.ceil(measured.from / every);
  const until = Math.min(...alike.map((replica) => Math.floor(replica.measured.until / every)));
  const values = Array.from({ length: Math.max(0, until - from) }, (_, i) => {
    const sum = alike.reduce((total, replica) => total + level(replica.timeline.points[from + i]!), 0);
    return sum / alike.length;
  });
  return { values, from: from * every, until: until * every };
}

/** The level at the end of a course that grew throughout; null for any other. */
export function growth(values: readonly number[]): number | null {
  const size = Math.floor(values.length / PARTS);
  if (size === 0) return null;
  const parts = Array.from({ length: PARTS }, (_, part) => {
    const slice = values.slice(part * size, (part + 1) * size);
    return slice.reduce((sum, value) => sum + value, 0) / size;
  });
  const grows = parts.every((part, i) => i === 0 || part > parts[i - 1]!);
  const last = parts.at(-1)!;
  return grows && last >= MANY && last >= TIMES * parts[0]! ? last : null;
}

/** All six rise one after the other by chance in 1 of 720 settled runs, and not to so many times as much. */
const PARTS = 6;
const TIMES = 3;
/** A queue of fewer is nothing to worry about. */
const MANY = 10;
