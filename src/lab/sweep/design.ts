/**
 * Which points of the space a sweep looks at: all of a grid, or a Latin hypercube, which spreads n points so that
 * each axis, cut into n equal parts, has one point in every part.
 */
import { pow } from "../../engine/portable-math.ts";
import { Streams } from "../../engine/random.ts";
import { type Axis, isRange, type RangeAxis, withUnit } from "./axes.ts";

/** One value an axis, as JSON. */
export type Point = readonly unknown[];

/** `sample` null: a grid, for which every axis must be a list. */
export function pointsOf(axes: readonly Axis[], sample: number | null, seed: number): Point[] {
  if (sample !== null) return hypercube(axes, sample, seed);
  let points: unknown[][] = [[]];
  for (const axis of axes)
    points = points.flatMap((point) => (isRange(axis) ? [] : axis.values.map((value) => [...point, value])));
  return points;
}

export function countPoints(axes: readonly Axis[], sample: number | null): number {
  if (sample !== null) return sample;
  return axes.reduce((product, axis) => product * (isRange(axis) ? 1 : axis.values.length), 1);
}

/** For each axis by name n numbers from 0 to just below 1, one in every n-th part, in an order of its own. */
export function unitHypercube(names: readonly string[], n: number, seed: number): number[][] {
  const streams = new Streams(seed, 0);
  return names.map((name) => {
    const chance = streams.stream("sweep", name);
    const parts = Array.from({ length: n }, (_, part) => part);
    for (let last = n - 1; last > 0; last--) {
      const other = chance.below(last + 1);
      [parts[last], parts[other]] = [parts[other]!, parts[last]!];
    }
    return parts.map((part) => (part + chance.uniform()) / n);
  });
}

/** The values that occur, in their order: that of a list, or ascending. */
export function valuesOf(axis: Axis, place: number, points: readonly Point[]): unknown[] {
  const occurring = new Set(points.map((point) => JSON.stringify(point[place])));
  if (!isRange(axis)) return axis.values.filter((value) => occurring.has(JSON.stringify(value)));
  const values = [...occurring].map((text): unknown => JSON.parse(text));
  return values.sort((a, b) => Number.parseFloat(String(a)) - Number.parseFloat(String(b)));
}

function hypercube(axes: readonly Axis[], n: number, seed: number): Point[] {
  const paths = axes.map(({ path }) => path);
  const shares = unitHypercube(paths, n, seed);
  return Array.from({ length: n }, (_, i) => axes.map((axis, place) => valueAt(axis, shares[place]![i]!)));
}

/** What stands at this share of the axis. */
function valueAt(axis: Axis, share: number): unknown {
  return isRange(axis) ? inRange(axis, share) : axis.values[Math.floor(share * axis.values.length)];
}

function inRange({ low, high, unit, scale, integral }: RangeAxis, share: number): string | number {
  if (integral && scale === "linear") return Math.floor(low + share * (high - low + 1));
  // Our own power: the last bit of the engine's differs from machine to machine.
  const exact = scale === "log" ? low * pow(high / low, share) : low + (high - low) * share;
  // Nine digits are as good as seventeen and can be read.
  const rounded = integral ? Math.round(exact) : Number(exact.toPrecision(9));
  return withUnit(Math.min(high, Math.max(low, rounded)), unit);
}
