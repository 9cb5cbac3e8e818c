/**
 * Every choice that the axes allow, with what its fleet costs, the cheapest first. More of what a machine has, or more
 * machines, is taken never to hurt: by that one answer settles many choices.
 */
import { applyOverrides } from "../../scenario/overrides.ts";
import type { FieldValue, PlanDocument } from "../result.ts";
import { fieldValue, type ListAxis } from "../sweep/axes.ts";

export interface Choice {
  /** By axis: the position of its value. */
  readonly place: readonly number[];
  readonly at: readonly FieldValue[];
  readonly cost: number;
}

export interface Grid {
  readonly axes: readonly ListAxis[];
  /** By axis: more of it is taken never to hurt. */
  readonly grows: readonly boolean[];
  readonly unit: PlanDocument["unit"];
  /** Cheapest first; of equal cost in the order of the axes. */
  readonly choices: readonly Choice[];
}

/** Fields of which more never hurts, so it is assumed. */
const GROWING = /^machines(?:\.\d+|\[\d+\])\.(?:count|cpu|memory|disk|iops|network|ports|speed)$/;

/** `json`: the scenario with all changes but those of the axes. */
export function makeGrid(json: unknown, given: readonly ListAxis[]): Grid {
  const grows = given.map(({ path, values }) => GROWING.test(path) && values.every(isNumber));
  const axes = given.map((axis, i) =>
    grows[i] ? { ...axis, values: [...(axis.values as number[])].sort((a, b) => a - b) } : axis,
  );
  const places = axes.reduce<number[][]>(
    (all, { values }) => all.flatMap((place) => values.map((_, i) => [...place, i])),
    [[]],
  );
  const fleets = places.map((place) => fleetAt(json, axes, place));
  const unit = unitOf(fleets.flat());
  const choices = places.map((place, i) => ({
    place,
    at: place.map((position, axis) => fieldValue(axes[axis]!.values[position])),
    cost: costOf(fleets[i]!, unit),
  }));
  return { axes, grows, unit, choices: choices.sort((a, b) => a.cost - b.cost) };
}

/** `one` has at least as much of everything as `other`, and is the same in all else. */
export function dominates({ grows }: Grid, one: Choice, other: Choice): boolean {
  return one.place.every((position, axis) =>
    grows[axis] ? position >= other.place[axis]! : position === other.place[axis],
  );
}

/** One step less or more along each axis of which more never hurts. */
export function neighbours(grid: Grid, { place }: Choice, step: -1 | 1): Choice[] {
  return place.flatMap((position, axis) => {
    if (!grid.grows[axis]) return [];
    const wanted = place.map((at, i) => (i === axis ? position + step : at));
    return grid.choices.filter((choice) => choice.place.every((at, i) => at === wanted[i]));
  });
}

/** `machines.0.count=104, machines.1.count=3`. */
export function describeChoice({ axes }: Pick<Grid, "axes">, { at }: Pick<Choice, "at">): string {
  return axes.map(({ path }, i) => `${path}=${at[i]}`).join(", ");
}

interface Machines {
  readonly count: number;
  readonly cost: number;
  /** NaN where it is not limited. */
  readonly cpu: number;
}

function fleetAt(json: unknown, axes: readonly ListAxis[], place: readonly number[]): Machines[] {
  const { machines } = Object(json) as { machines?: unknown };
  const part = structuredClone({ machines });
  const overrides = axes.map(({ path, values }, axis) => ({ path, value: values[place[axis]!] }));
  applyOverrides(
    part,
    overrides.filter(({ path }) => path.startsWith("machines")),
  );
  const entries = Array.isArray(part.machines) ? (part.machines as Record<string, unknown>[]) : [];
  return entries.map(({ count = 1, cost = 0, cpu }) => ({
    count: Number(count),
    cost: Number(cost),
    cpu: isNumber(cpu) ? cpu : Number.NaN,
  }));
}

function unitOf(machines: readonly Machines[]): Grid["unit"] {
  if (machines.some(({ cost }) => cost > 0)) return "price";
  const alike = new Set(machines.map(({ cpu }) => cpu)).size === 1;
  return alike || machines.some(({ cpu }) => Number.isNaN(cpu)) ? "machines" : "cpu";
}

function costOf(machines: readonly Machines[], unit: Grid["unit"]): number {
  const each = ({ cost, cpu }: Machines) => (unit === "price" ? cost : unit === "cpu" ? cpu : 1);
  return machines.reduce((sum, entry) => sum + entry.count * each(entry), 0);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
