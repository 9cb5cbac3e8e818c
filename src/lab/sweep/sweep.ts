/**
 * From what was asked for to a sweep whose every point is known to be a valid scenario, or to all that is wrong with
 * it. Nothing runs before every point was checked: an hour of work must not end with a typing mistake.
 */
import type { PolicyParameters } from "../../cluster/policy.ts";
import { loadScenario } from "../../scenario/load.ts";
import type { Scenario } from "../../scenario/model.ts";
import { applyOverrides, type Override } from "../../scenario/overrides.ts";
import { type Problem, problem } from "../../scenario/problems.ts";
import { type ChosenPolicy, type PolicyCatalogue, policyKey } from "../policy-files.ts";
import { type Axis, fieldValue, isRange, withUnit } from "./axes.ts";
import { countPoints, type Point, pointsOf } from "./design.ts";
import { fingerprintOf } from "./fingerprint.ts";

/** What was asked for, in a file or on the command line. */
export interface SweepRequest {
  /** The scenario file as JSON, changes already made. */
  readonly scenario: unknown;
  /** Where paths in the scenario start. */
  readonly folder: string;
  /** What the experiment asks; null for what the scenario says of itself. */
  readonly description: string | null;
  readonly axes: readonly Axis[];
  /** Points of a Latin hypercube; null for the whole grid. */
  readonly sample: number | null;
  /** Null for the scenario's own. */
  readonly policies: readonly RequestedPolicy[] | null;
  /** Null for the scenario's own. */
  readonly seed: number | null;
  readonly replications: number;
}

export interface RequestedPolicy {
  readonly name: string;
  /** Null for those of the scenario where it is the scenario's policy, or else the defaults. */
  readonly parameters: PolicyParameters | null;
  readonly folder: string;
  /** The place that a problem names. */
  readonly where: string;
}

/** All that it takes to make a document of runs, without the scenario: it stands at the head of every file of runs. */
export interface SweepPlan {
  readonly scenario: string;
  readonly description: string;
  readonly axes: readonly Axis[];
  readonly sample: number | null;
  readonly policies: readonly string[];
  readonly seed: number;
  readonly replications: number;
}

export interface Sweep {
  readonly plan: SweepPlan;
  readonly points: readonly Point[];
  /** The same for the same experiment and version, wherever it runs. */
  readonly fingerprint: string;
  readonly catalogue: PolicyCatalogue;
  /** Made anew each time: all of them at once may be more than fits into memory. */
  scenarioAt(point: number): Scenario;
  policiesAt(scenario: Scenario): readonly ChosenPolicy[];
}

export type PreparedSweep =
  | { readonly ok: true; readonly sweep: Sweep }
  | { readonly ok: false; readonly problems: Problem[] };

/** More is a mistake in the axes rather than a wish. */
const MOST_RUNS = 1_000_000;
/** Different problems of points; the rest is left for the next try. */
const MOST_PROBLEMS = 20;

export async function prepareSweep(
  request: SweepRequest,
  catalogue: PolicyCatalogue,
  tool: string,
): Promise<PreparedSweep> {
  const problems = [...(await wrongPolicies(request, catalogue)), ...wrongAxes(request)];
  if (problems.length > 0) return { ok: false, problems };
  const load = (point: Point, axes: readonly Axis[] = request.axes) =>
    loadAt(request, catalogue, axes, point);
  const axes: Axis[] = [];
  for (const axis of request.axes) axes.push(await withIntegrality(axis, request, load));
  const seed = request.seed ?? seedIn(request.scenario);
  const points = pointsOf(axes, request.sample, seed);

  const found = new Map<string, { readonly problem: Problem; readonly first: number; count: number }>();
  let first: Scenario | null = null;
  const names = new Set<string>();
  for (const [index, point] of points.entries()) {
    const loaded = await load(point);
    if (loaded.ok) {
      first ??= loaded.scenario;
      names.add(loaded.scenario.policy.name);
      continue;
    }
    for (const wrong of loaded.problems) {
      const key = JSON.stringify([wrong.path, wrong.message]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { problem: wrong, first: index, count: 1 });
      else known.count++;
    }
    if (found.size >= MOST_PROBLEMS) break;
  }
  for (const { problem: wrong, first: at, count } of found.values())
    problems.push(count === points.length ? wrong : located(wrong, describePoint(axes, points[at]!), count));
  if (request.policies === null && names.size > 1)
    problems.push(
      problem("policy", "the policy differs from point to point; compare policies with --policy a,b"),
    );
  if (first === null || problems.length > 0) return { ok: false, problems };

  const policies = request.policies?.map(({ name }) => name) ?? [first.policy.name];
  const { name: scenario } = first;
  const description = request.description ?? first.description;
  const { sample, replications } = request;
  const plan: SweepPlan = { scenario, description, axes, sample, policies, seed, replications };
  return {
    ok: true,
    sweep: {
      plan,
      points,
      fingerprint: fingerprintOf(plan, request, tool),
      catalogue,
      scenarioAt: (index) => {
        const loaded = loadNow(request, catalogue, request.axes, points[index]!);
        if (!loaded.ok) throw new Error("a point that was checked is no longer valid");
        return loaded.scenario;
      },
      policiesAt: (at) => policiesAt(request, at),
    },
  };
}

/** `machines.0.count=100, policy.k=3`. */
export function describePoint(axes: readonly Axis[], point: Point): string {
  return axes.map(({ path }, place) => `${path}=${fieldValue(point[place])}`).join(", ");
}

/** The policy that a scenario names, as far as it can be told before it is checked. */
export function policyNameIn(scenario: unknown): string | null {
  const { policy } = Object(scenario) as { policy?: unknown };
  const name = typeof policy === "string" ? policy : (Object(policy) as { name?: unknown }).name;
  return typeof name === "string" ? name : null;
}

type Loaded = ReturnType<typeof loadScenario>;
type Load = (point: Point, axes?: readonly Axis[]) => Promise<Loaded>;

async function loadAt(
  request: SweepRequest,
  catalogue: PolicyCatalogue,
  axes: readonly Axis[],
  point: Point,
): Promise<Loaded> {
  const changed = structuredClone(request.scenario);
  applyOverrides(changed, overridesAt(axes, point));
  const own = policyNameIn(changed);
  const problems = own === null ? [] : await catalogue.load(own, request.folder);
  const loaded = loadNow(request, catalogue, axes, point);
  if (problems.length === 0) return loaded;
  return { ok: false, problems: [...problems, ...(loaded.ok ? [] : loaded.problems)] };
}

/** Its policy is loaded already. */
function loadNow(
  { scenario, folder }: SweepRequest,
  catalogue: PolicyCatalogue,
  axes: readonly Axis[],
  point: Point,
): Loaded {
  return loadScenario(JSON.stringify(scenario), {
    overrides: overridesAt(axes, point),
    policies: { check: (name, parameters) => catalogue.check(name, parameters, folder) },
  });
}

function overridesAt(axes: readonly Axis[], point: Point): Override[] {
  return axes.map(({ path }, place) => ({ path, value: point[place] }));
}

async function wrongPolicies({ policies }: SweepRequest, catalogue: PolicyCatalogue): Promise<Problem[]> {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const { name, parameters, folder, where } of policies ?? []) {
    const wrong = [
      ...(await catalogue.load(name, folder)),
      ...catalogue.check(name, parameters ?? {}, folder),
    ];
    problems.push(...wrong.map((one) => ({ ...one, path: where })));
    if (seen.has(name)) problems.push(problem(where, "the same policy twice", { found: name }));
    seen.add(name);
  }
  return problems;
}

function wrongAxes({ axes, sample, policies, replications }: SweepRequest): Problem[] {
  const problems: Problem[] = [];
  if (axes.length === 0)
    problems.push(
      problem(
        "--vary",
        "there is nothing to vary; name a field and its values: --vary machines.0.count=100,200",
      ),
    );
  const seen = new Set<string>();
  for (const axis of axes) {
    const where = `--vary ${axis.path}`;
    if (seen.has(axis.path)) problems.push(problem(where, "this field is varied twice"));
    seen.add(axis.path);
    if (axis.path === "seed")
      problems.push(
        problem(where, "all points share a seed, so that they can be compared; use --replications"),
      );
    if (isRange(axis) && sample === null)
      problems.push(
        problem(
          where,
          "a range without a step has no end of values: give a step (100..400:50) or --sample n",
        ),
      );
  }
  const runs = countPoints(axes, sample) * (policies?.length ?? 1) * replications;
  if (runs > MOST_RUNS)
    problems.push(
      problem(
        "--vary",
        `that is ${runs} runs; at most ${MOST_RUNS} are made. --sample n takes some of the points`,
      ),
    );
  return problems;
}

/** Whether the field takes whole numbers only is known by trying one that is not. */
async function withIntegrality(axis: Axis, { axes }: SweepRequest, load: Load): Promise<Axis> {
  if (!isRange(axis) || axis.unit !== "") return axis;
  const whole = Number.isInteger(axis.low) && Number.isInteger(axis.high);
  if (!whole) return axis;
  const at = (value: number) =>
    load(
      axes.map((other) => {
        if (other === axis) return value;
        return isRange(other) ? withUnit(other.low, other.unit) : other.values[0];
      }),
    );
  const integral = !(await at(axis.low + 0.5)).ok && (await at(axis.low)).ok;
  return { ...axis, integral };
}

function seedIn(scenario: unknown): number {
  const { seed } = Object(scenario) as { seed?: unknown };
  // What is no seed is refused when the points are checked.
  return typeof seed === "number" && Number.isSafeInteger(seed) ? seed : 1;
}

function located(wrong: Problem, where: string, count: number): Problem {
  const more = count === 1 ? "" : ` and at ${count - 1} more ${count === 2 ? "point" : "points"}`;
  return { ...wrong, message: `${wrong.message.replace(/[.]$/, "")} (at ${where}${more})` };
}

function policiesAt({ policies, folder }: SweepRequest, scenario: Scenario): ChosenPolicy[] {
  const own: ChosenPolicy = { ...scenario.policy, folder };
  if (policies === null) return [own];
  return policies.map(({ name, parameters, folder: from }) => {
    const same = policyKey(name, from) === policyKey(own.name, own.folder);
    return { name, parameters: parameters ?? (same ? own.parameters : {}), folder: from };
  });
}
