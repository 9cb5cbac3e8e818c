/** What a plan is asked, read and checked before any work: the scenario at every value, the targets, what to survive. */
import { dirname } from "node:path";
import { knownMetrics, wrongPath } from "../lab/compare/known-metrics.ts";
import { metricPath } from "../lab/metric-path.ts";
import { type Choice, makeGrid } from "../lab/plan/grid.ts";
import { type Survived, whyNoneSurvives } from "../lab/plan/losses.ts";
import type { Question } from "../lab/plan/plan.ts";
import { parseTarget, type Target } from "../lab/plan/target.ts";
import { type ChosenPolicy, PolicyCatalogue, policyKey } from "../lab/policy-files.ts";
import { Replica } from "../lab/replica.ts";
import { isRange, type ListAxis, parseVary } from "../lab/sweep/axes.ts";
import { policyNameIn } from "../lab/sweep/sweep.ts";
import { readJson } from "../scenario/json-text.ts";
import { loadScenario } from "../scenario/load.ts";
import type { Scenario } from "../scenario/model.ts";
import { applyOverrides, type Override, parseOverride } from "../scenario/overrides.ts";
import { type Problem, problem, renderProblems } from "../scenario/problems.ts";
import { EXIT_INPUT, Failure } from "./failure.ts";
import { readText } from "./input.ts";

export interface PlanInputOptions {
  readonly vary?: readonly string[];
  readonly slo?: readonly string[];
  readonly survive?: Survived;
  readonly policy?: string;
  readonly seed?: number;
  readonly set?: readonly string[];
}

export interface PlanInput {
  readonly scenario: Scenario;
  readonly policy: string;
  readonly question: Pick<
    Question,
    "grid" | "targets" | "survive" | "catalogue" | "seed" | "scenarioAt" | "policyAt"
  >;
}

/** More are not looked at one by one, and their costs take long to write down. */
const MOST_CHOICES = 20_000;

export async function readPlanInput(file: string, options: PlanInputOptions): Promise<PlanInput> {
  const read = readJson(readText(file));
  if (!read.ok) throw wrong(file, [read.problem]);
  const json = read.value;
  const problems: Problem[] = [];
  const overrides = (options.set ?? []).flatMap((given): Override[] => {
    const parsed = parseOverride(given);
    if (parsed.ok) return [parsed.override];
    problems.push(parsed.problem);
    return [];
  });
  problems.push(...applyOverrides(json, overrides));
  const axes = readAxes(options.vary ?? [], problems);
  const targets = readTargets(options.slo ?? [], problems);
  const catalogue = new PolicyCatalogue();
  const folder = dirname(file);
  if (options.policy?.includes(","))
    problems.push(problem("--policy", "a plan has one policy", { found: options.policy }));
  else if (options.policy !== undefined) {
    const found = [...(await catalogue.load(options.policy)), ...catalogue.check(options.policy, {})];
    problems.push(...found.map((one) => ({ ...one, path: "--policy" })));
  }
  const own = policyNameIn(json);
  if (own !== null) problems.push(...(await catalogue.load(own, folder)));
  if (problems.length > 0) throw wrong(file, problems);

  const load = (changes: readonly Override[], faults: readonly object[] = []) =>
    loadAt(json, changes, faults, catalogue, folder);
  const first = await checkValues(file, axes, load);
  const grid = makeGrid(json, axes);
  problems.push(...wrongTargets(targets, first, catalogue));
  const impossible = options.survive === undefined ? null : whyNoneSurvives(options.survive, first);
  if (impossible !== null) problems.push(problem("--survive", impossible, { found: options.survive }));
  if (problems.length > 0) throw wrong(file, problems);

  const policyAt = policyChooser(options.policy, folder);
  return {
    scenario: first,
    policy: policyAt(first).name,
    question: {
      grid,
      targets,
      survive: options.survive ?? null,
      catalogue,
      seed: options.seed ?? first.seed,
      scenarioAt: ({ place }: Choice, faults) => {
        const loaded = load(
          grid.axes.map(({ path, values }, axis) => ({ path, value: values[place[axis]!] })),
          faults,
        );
        if (!loaded.ok) throw wrong(file, loaded.problems);
        return loaded.scenario;
      },
      policyAt,
    },
  };
}

/** Besides what the user asks: a fleet under which accepted tasks never end is none, whatever those wait that do. */
const NONE_LOST = "lost == 0";

function readTargets(written: readonly string[], problems: Problem[]): Target[] {
  if (written.length === 0)
    problems.push(problem("--slo", 'there is no target; name one: --slo "wait.p99 <= 2s"'));
  const targets = [...written, NONE_LOST].flatMap((text): Target[] => {
    const parsed = parseTarget(text);
    if (parsed.ok) return [parsed.target];
    problems.push(parsed.problem);
    return [];
  });
  const seen = new Set<string>();
  return targets.filter(({ text }) => !seen.has(text) && seen.add(text));
}

function readAxes(vary: readonly string[], problems: Problem[]): ListAxis[] {
  if (vary.length === 0)
    problems.push(
      problem("--vary", "there is nothing to choose; name a field: --vary machines.0.count=1..100"),
    );
  const axes = vary.flatMap((text): ListAxis[] => {
    const parsed = parseVary(text);
    if (!parsed.ok) problems.push(parsed.problem);
    if (!parsed.ok) return [];
    const { axis } = parsed;
    if (!isRange(axis)) return [axis];
    const { path, low, high, unit, scale } = axis;
    if (
      unit === "" &&
      scale === "linear" &&
      Number.isInteger(low) &&
      Number.isInteger(high) &&
      high - low < MOST_CHOICES
    )
      return [{ path, values: Array.from({ length: high - low + 1 }, (_, i) => low + i) }];
    problems.push(problem(`--vary ${path}`, "this range needs a step, such as 100..400:50"));
    return [];
  });
  axes.forEach(({ path }, i) => {
    if (axes.findIndex((axis) => axis.path === path) < i)
      problems.push(problem(`--vary ${path}`, "this field is varied twice"));
    if (path === "seed" || path.startsWith("policy.name") || path === "policy")
      problems.push(problem(`--vary ${path}`, "a plan has one seed and one policy; vary what the fleet has"));
  });
  const size = axes.reduce((product, { values }) => product * values.length, 1);
  if (size > MOST_CHOICES)
    problems.push(
      problem(
        "--vary",
        `that is ${size} choices, and at most ${MOST_CHOICES} are weighed; take larger steps`,
      ),
    );
  return axes;
}

type Loaded = ReturnType<typeof loadScenario>;
type Load = (changes: readonly Override[]) => Loaded;

function loadAt(
  json: unknown,
  overrides: readonly Override[],
  faults: readonly object[],
  catalogue: PolicyCatalogue,
  folder: string,
): Loaded {
  const before = (Object(json) as { faults?: unknown }).faults;
  const more = faults.length === 0 ? [] : [...(Array.isArray(before) ? before : []), ...faults];
  return loadScenario(JSON.stringify(json), {
    overrides: [...overrides, ...(more.length === 0 ? [] : [{ path: "faults", value: more }])],
    policies: { check: (name, parameters) => catalogue.check(name, parameters, folder) },
  });
}

/** Each value by itself with the others' first, and all the last ones together. The scenario of all the last values. */
async function checkValues(file: string, axes: readonly ListAxis[], load: Load): Promise<Scenario> {
  const at = (choose: (axis: ListAxis) => unknown) =>
    load(axes.map((axis) => ({ path: axis.path, value: choose(axis) })));
  const problems = new Map<string, Problem>();
  const take = (loaded: Loaded, where: string): void => {
    for (const found of loaded.ok ? [] : loaded.problems) {
      const key = JSON.stringify([found.path, found.message]);
      const message = where === "" ? found.message : `${found.message.replace(/[.]$/, "")} (at ${where})`;
      if (!problems.has(key)) problems.set(key, { ...found, message });
    }
  };
  for (const varied of axes)
    for (const value of varied.values)
      take(
        at((axis) => (axis === varied ? value : axis.values[0])),
        `${varied.path}=${JSON.stringify(value)}`,
      );
  const last = at((axis) => axis.values.at(-1));
  take(last, "");
  if (!last.ok || problems.size > 0) throw wrong(file, [...problems.values()]);
  return last.scenario;
}

function wrongTargets(targets: readonly Target[], scenario: Scenario, catalogue: PolicyCatalogue): Problem[] {
  // Whichever policy it is, figures have the same names.
  const policy = catalogue.make({ name: "fifo", parameters: {} });
  const known = knownMetrics(scenario, new Replica({ scenario, policy, seed: 0, replication: 0 }).result());
  return targets.flatMap(({ path, text }): Problem[] => {
    const message = wrongPath(metricPath(path), known);
    return message === null ? [] : [problem("--slo", message, { found: text })];
  });
}

/** The policy named on the command line keeps the scenario's parameters when it is the scenario's policy. */
function policyChooser(name: string | undefined, folder: string): (scenario: Scenario) => ChosenPolicy {
  return ({ policy }) => {
    if (name === undefined) return { ...policy, folder };
    const same = policyKey(name) === policyKey(policy.name, folder);
    return { name, parameters: same ? policy.parameters : {} };
  };
}

function wrong(file: string, problems: readonly Problem[]): Failure {
  return new Failure(EXIT_INPUT, renderProblems(file, problems));
}
