/**
 * Two runs on the same work, told apart: the first decision in which they parted, how each class fared, and the tasks
 * to which it made the greatest difference, with what they waited for under each.
 */
import { NEVER, SECOND, type Tick } from "../../engine/time.ts";
import type { ClassDifference, DifferenceDocument, TaskDifference } from "../result.ts";
import { findParting } from "./parting.ts";
import { type Side, sideReplica } from "./side.ts";
import { TaskList } from "./task-list.ts";
import { WaitReasons } from "./wait-reasons.ts";

export interface Compared {
  readonly sides: readonly [Side, Side];
  readonly metric: "wait" | "response";
  /** How many tasks to tell of. */
  readonly most: number;
}

/** What the whole runs are known by, besides their tasks. */
export interface RunFacts {
  readonly digest: string;
  readonly drawn: string;
  readonly list: TaskList;
}

export function runSide(side: Side): RunFacts {
  const list = new TaskList(side.scenario.warmup);
  const replica = sideReplica(side, (scheduler) => list.watch(scheduler));
  list.world = replica.world;
  while (replica.advance(Number.MAX_SAFE_INTEGER));
  list.leftOver();
  return { digest: replica.world.scheduler.digest.hex(), drawn: replica.world.drawn.hex(), list };
}

export function difference(
  { sides, metric, most }: Compared,
  [first, second]: readonly [RunFacts, RunFacts],
): Pick<DifferenceDocument, "parting" | "totals" | "classes" | "unpaired" | "tasks"> {
  const [one, other] = [first.list, second.list];
  const pairs = paired(one, other);
  const of = (list: TaskList, row: number) => (metric === "wait" ? list.wait(row) : list.response(row));
  const a = Float64Array.from(pairs.rows, ([row]) => of(one, row));
  const b = Float64Array.from(pairs.rows, ([, row]) => of(other, row));
  const classes = pairs.rows.map(([row]) => one.classOf(row));
  const names = [...new Set(classes)].sort();
  return {
    parting: first.digest === second.digest ? null : findParting(...sides),
    totals: classDifference(null, a, b, classes),
    classes: names.map((name) => classDifference(name, a, b, classes)),
    unpaired: pairs.unpaired,
    tasks: greatest(a, b, most).map((index) => {
      const [rowA, rowB] = pairs.rows[index]!;
      return taskDifference(one, rowA, a[index]!, other, rowB, b[index]!);
    }),
  };
}

/** Adds why each of the tasks waited, by running both once more. */
export function withReasons(
  tasks: readonly TaskDifference[],
  sides: readonly [Side, Side],
  metric: Compared["metric"],
): TaskDifference[] {
  const watched = sides.map((side, i) => {
    const reasons = new WaitReasons(
      tasks.map((task) => task.sides[i]!.id),
      metric === "wait",
    );
    const replica = sideReplica(side, (scheduler) => reasons.watch(scheduler));
    while (replica.advance(Number.MAX_SAFE_INTEGER));
    return reasons;
  });
  return tasks.map((task) => {
    const [one, other] = task.sides;
    return {
      ...task,
      sides: [
        { ...one, ...watched[0]!.of(one.id) },
        { ...other, ...watched[1]!.of(other.id) },
      ],
    };
  });
}

interface Pairs {
  readonly rows: readonly (readonly [number, number])[];
  readonly unpaired: readonly [number, number];
}

function paired(one: TaskList, other: TaskList): Pairs {
  const left = one.inOrder();
  const right = other.inOrder();
  const rows: [number, number][] = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const order = TaskList.compare(one, left[i]!, other, right[j]!);
    if (order === 0) rows.push([left[i]!, right[j]!]);
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return { rows, unpaired: [left.length - rows.length, right.length - rows.length] };
}

/** Positions of the pairs that are furthest apart; one that never came to it is as far as can be. */
function greatest(a: Float64Array, b: Float64Array, most: number): number[] {
  const distance = (index: number) => (a[index] === b[index] ? 0 : Math.abs(b[index]! - a[index]!));
  return [...a.keys()]
    .filter((index) => distance(index) > 0)
    .sort((x, y) => distance(y) - distance(x) || x - y)
    .slice(0, most);
}

function classDifference(
  name: string | null,
  a: Float64Array,
  b: Float64Array,
  classes: readonly string[],
): ClassDifference {
  const isIn = (index: number) => name === null || classes[index] === name;
  let [tasks, less, more, same] = [0, 0, 0, 0];
  a.forEach((value, index) => {
    if (!isIn(index)) return;
    tasks++;
    if (b[index]! < value) less++;
    else if (b[index]! > value) more++;
    else same++;
  });
  const inA = a.filter((_, index) => isIn(index));
  const inB = b.filter((_, index) => isIn(index));
  return {
    class: name,
    tasks,
    less,
    more,
    same,
    mean: [mean(inA), mean(inB)],
    p99: [percentile(inA, 0.99), percentile(inB, 0.99)],
    swappedP99: percentile(
      b.map((value, index) => (isIn(index) ? a[index]! : value)),
      0.99,
    ),
  };
}

function taskDifference(
  one: TaskList,
  rowA: number,
  a: Tick,
  other: TaskList,
  rowB: number,
  b: Tick,
): TaskDifference {
  const first = one.describe(rowA);
  const second = other.describe(rowB);
  const side = ({ id, status }: typeof first, value: Tick) => ({
    id,
    status,
    value: value === NEVER ? null : value / SECOND,
    reasons: [],
    overtakenBy: {},
  });
  return {
    class: one.classOf(rowA),
    tenant: first.tenant,
    submitted: first.submitted,
    sides: [side(first, a), side(second, b)],
    difference: a === NEVER || b === NEVER ? null : (b - a) / SECOND,
  };
}

/** In seconds, over those that came to it. */
function mean(values: Float64Array): number {
  const finite = values.filter((value) => value < NEVER);
  return finite.length === 0 ? 0 : finite.reduce((sum, value) => sum + value, 0) / finite.length / SECOND;
}

/** In seconds: the smallest value that a share of them does not exceed, exactly. */
function percentile(values: Float64Array, share: number): number {
  const finite = values.filter((value) => value < NEVER).sort();
  return finite.length === 0 ? 0 : finite[Math.max(0, Math.ceil(share * finite.length) - 1)]! / SECOND;
}
