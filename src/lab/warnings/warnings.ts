/**
 * What a reader should know before believing the figures of some runs: a system that cannot keep up, a beginning that
 * is still in the averages, percentiles of too few tasks, too few replications. Looks at what the runs have kept
 * anyway: it costs them nothing.
 */
import { SECOND } from "../../engine/time.ts";
import type { Scenario } from "../../scenario/model.ts";
import { meanOf } from "../compare/paired.ts";
import type { PolicyReplicas } from "../compare/policy-replicas.ts";
import { duration } from "../explain/words.ts";
import type { Warning } from "../result.ts";
import { averageCourse, growth } from "./course.ts";
import { mser5 } from "./mser.ts";
import { isSteady, offeredLoad } from "./offered-load.ts";

export function warningsOf(scenario: Scenario, policies: readonly PolicyReplicas[]): Warning[] {
  const found = [
    ...policies.flatMap((policy) => load(scenario, policy)),
    ...policies.flatMap((policy) => samples(policy)),
    ...policies.flatMap((policy) => replications(policy, policies.length > 1)),
  ];
  return merged(found);
}

type Found = Omit<Warning, "policies">;

/** One that is true of several policies is said once. */
function merged(found: readonly Found[]): Warning[] {
  const warnings = new Map<string, Found & { readonly policies: string[] }>();
  for (const warning of found) {
    const key = `${warning.kind} ${warning.path} ${warning.text}`;
    const known = warnings.get(key);
    if (known === undefined) warnings.set(key, { ...warning, policies: [warning.policy] });
    else known.policies.push(warning.policy);
  }
  return [...warnings.values()].map(({ kind, policy, policies, path, text }) => ({
    kind,
    policy,
    policies,
    path,
    text,
  }));
}

/** From here on clients ask for all that there is. */
const FULL = 0.9995;
/** A beginning that is left out changes the mean by so much, or it does not matter. */
const MATTERS = 0.02;
/** Standard errors. By chance a settled series is as far apart in few of a thousand runs. */
const APART = 5;
/** A course that is worth fewer independent values has hardly begun to even out. */
const WORTH = 5;

function load(scenario: Scenario, { policy, replicas }: PolicyReplicas): Found[] {
  const offered = offeredLoad(scenario);
  const steady = isSteady(scenario);
  const overloaded = (text: string): Found[] => [{ kind: "overloaded", policy, path: null, text }];
  if (offered !== null && offered.share >= FULL)
    return overloaded(
      `ρ = ${offered.share.toFixed(2)}: clients ask for ${percent(offered.share)} of the ${offered.resource} that there is, so the queue and the waits grow for as long as the run lasts, and no figure about them settles. Add machines or lower the rates.`,
    );
  // What follows the time of day goes up and down by itself: such a run is a story with an end, not a steady state.
  if (!steady) return [];
  const queue = averageCourse(replicas, (point) => point.queue);
  const grown = growth(queue.values);
  if (grown !== null)
    return overloaded(
      `The queue grew from the beginning to the end, to ${Math.round(grown)} tasks: the machines cannot keep up, and no figure about waits settles. Add machines or lower the rates.`,
    );
  const busy = averageCourse(replicas, (point) => point.utilization);
  for (const [what, course] of [
    ["queue", queue],
    ["use of the machines", busy],
  ] as const) {
    const cut = mser5(course.values);
    if (cut === null) continue;
    const warning = (text: string): Found[] => [{ kind: "not-settled", policy, path: null, text }];
    const span = course.until - course.from;
    const before = course.from + cut.share * span;
    // A system begins empty: a busy beginning is chance, which a calm rest makes look like more.
    const begins = cut.before < cut.after && cut.apart >= APART && shifts(cut.share, cut.before, cut.after);
    if (begins && cut.share > 1 / 2)
      return warning(
        `The run has not settled: its ${what} still changes in the second half (MSER-5). Make it ${LONGER} times as long, or more.`,
      );
    if (cut.worth < WORTH && shifts(1 / 2, ...halves(course.values)))
      return warning(
        `The run has not settled: its ${what} changes so slowly that all of it is worth ${cut.worth.toFixed(1)} independent values. Make it ${LONGER} times as long, or more.`,
      );
    if (begins)
      return warning(
        `The beginning is still in the averages: until ${duration(before * SECOND)} the ${what} is another than after it (MSER-5). Set warmup to { "time": "${Math.ceil(before)}s" } or longer.`,
      );
  }
  return [];
}

const LONGER = 4;

/** Whether the mean of all differs from that of the rest by enough to matter. */
function shifts(share: number, before: number, after: number): boolean {
  const all = share * before + (1 - share) * after;
  return Math.abs(all - after) > MATTERS * Math.abs(after);
}

function halves(values: readonly number[]): [number, number] {
  const middle = values.length >> 1;
  return [meanOf(values.slice(0, middle)), meanOf(values.slice(middle))];
}

/** A percentile rests on the tasks beyond it: ten of them at least. */
const BEYOND = 10;
const PERCENTILES = [
  ["p99", 0.01],
  ["p95", 0.05],
  ["p50", 0.5],
] as const;

function samples({ policy, replicas }: PolicyReplicas): Found[] {
  const classes = [...new Set(replicas.flatMap(({ waits }) => Object.keys(waits)))];
  const inOne = (count: (replica: (typeof replicas)[number]) => number) =>
    Math.round(replicas.reduce((sum, replica) => sum + count(replica), 0) / replicas.length);
  const groups = [
    {
      group: "",
      name: "all tasks",
      tasks: inOne(({ waits }) => classes.reduce((sum, name) => sum + (waits[name]?.count ?? 0), 0)),
    },
    ...(classes.length < 2
      ? []
      : classes.map((name) => ({
          group: `:class:${name}`,
          name: `${name} tasks`,
          tasks: inOne(({ waits }) => waits[name]?.count ?? 0),
        }))),
  ];
  return groups.flatMap(({ group, name, tasks }) => {
    const weak = PERCENTILES.filter(([, beyond]) => tasks * beyond < BEYOND).map(([part]) => part);
    if (weak.length === 0) return [];
    const rests = weak.length === 1 ? "rests" : "rest";
    const text = `${weak.join(", ")} of ${name} ${rests} on too few: ${tasks} a replication, so that fewer than ${BEYOND} are beyond. Make the run longer.`;
    return [{ kind: "few-samples" as const, policy, path: `wait.${weak[0]}${group}`, text }];
  });
}

/** Student's interval is right with any number, if the values are near to normal; with so few nobody can tell. */
const ENOUGH_REPLICATIONS = 5;

function replications({ policy, replicas }: PolicyReplicas, compared: boolean): Found[] {
  const n = replicas.length;
  if (n >= ENOUGH_REPLICATIONS || (n === 1 && !compared)) return [];
  const text =
    n === 1
      ? "One replication: nobody can tell how much of a difference is chance. Use --replications 10."
      : `Only ${n} replications: the intervals are wide, and rely on values that are spread evenly around their mean. Use --replications 10.`;
  return [{ kind: "few-replications", policy, path: null, text }];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)}%`;
}
