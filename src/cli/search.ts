/** `sim search`: small workloads on which one policy does worst beside another, saved as scenarios. */
import { join, resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { knownMetrics, wrongPath } from "../lab/compare/known-metrics.ts";
import { amount, betterOf } from "../lab/compare/metric-words.ts";
import { metricPath, parseMetricPath } from "../lab/metric-path.ts";
import { type ChosenPolicy, isPolicyFile, PolicyCatalogue, policyKey } from "../lab/policy-files.ts";
import { Replica } from "../lab/replica.ts";
import type { FoundWorkload, SearchDocument } from "../lab/result.ts";
import { type Hunt, hunt, type Prey } from "../lab/search/anneal.ts";
import { toScenario } from "../lab/search/instance.ts";
import { printable, wrapText } from "../report/terminal-text.ts";
import { loadScenario } from "../scenario/load.ts";
import { type Problem, problem, renderProblems } from "../scenario/problems.ts";
import { EXIT_FAILED, EXIT_INPUT, Failure } from "./failure.ts";
import { Outputs } from "./outputs.ts";
import { ProgressBar } from "./progress.ts";
import { folderName } from "./show.ts";
import { VERSION } from "./version.ts";

export interface SearchOptions {
  readonly worst: string;
  readonly against: string;
  readonly metric: string;
  readonly steps: number;
  readonly starts: number;
  readonly seed: number;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Signals are heard so often. */
const STEPS_A_TURN = 20;

export async function search(options: SearchOptions): Promise<void> {
  const { json, quiet, steps, starts, seed } = options;
  const { catalogue, worst, against, metric, moreIsBetter } = await readQuestion(options);
  const name = `${shortName(worst.name)}-against-${shortName(against.name)}`;
  const out = options.out ?? (json ? null : join("reports", name));
  const outputs = Outputs.open();
  const bar = new ProgressBar(!quiet && !json);
  try {
    const folder = out === null ? null : outputs.folder(out);
    const prey = await hunt({
      ...{ catalogue, worst, against, metric, moreIsBetter, seed, steps, starts, name },
      onStep: async (step) => {
        if (step % STEPS_A_TURN !== 0) return;
        bar.update(step / steps, step, "workloads");
        await nextTurn();
      },
    });
    const found = prey.map((one, i) => describe(one, i, options, name));
    const document: SearchDocument = {
      version: 1,
      kind: "search",
      tool: VERSION,
      worst: worst.name,
      against: against.name,
      metric: metricPath(metric),
      ...{ seed, steps, starts, found },
    };
    bar.clear();
    if (folder !== null && found.length > 0) {
      for (const { file, scenario } of found) folder.write(file, text(scenario));
      folder.write("search.json", text(document));
      outputs.commit();
    }
    if (json) process.stdout.write(text(document));
    else if (!quiet) show(document, out);
    if (found.length === 0) process.exitCode = EXIT_FAILED;
  } finally {
    bar.clear();
    outputs.discard();
  }
}

type Question = Pick<Hunt, "catalogue" | "worst" | "against" | "metric" | "moreIsBetter">;

/** All that is wrong is said at once. */
async function readQuestion(options: SearchOptions): Promise<Question> {
  const catalogue = new PolicyCatalogue();
  const problems: Problem[] = [];
  for (const flag of ["worst", "against"] as const) {
    const found = [...(await catalogue.load(options[flag])), ...catalogue.check(options[flag], {})];
    problems.push(...found.map((wrong) => ({ ...wrong, path: `--${flag}` })));
  }
  if (policyKey(options.worst) === policyKey(options.against))
    problems.push(
      problem("--against", "a policy does as well as itself; name another", { found: options.against }),
    );
  const metric = parseMetricPath(options.metric);
  const better = betterOf(metric.metric);
  const wrong = wrongMetric(options.metric, catalogue);
  if (wrong !== null) problems.push(problem("--metric", wrong, { found: options.metric }));
  else if (better === "neither")
    problems.push(problem("--metric", "of this neither less nor more is worse", { found: options.metric }));
  if (problems.length > 0) throw new Failure(EXIT_INPUT, renderProblems("sim search", problems));
  const chosen = (policy: string): ChosenPolicy => ({ name: policy, parameters: {} });
  const [worst, against] = [chosen(options.worst), chosen(options.against)];
  return { catalogue, worst, against, metric, moreIsBetter: better === "more" };
}

/** Classes and tenants of a workload that is yet to be found have no names. */
function wrongMetric(path: string, catalogue: PolicyCatalogue): string | null {
  const task = { at: 0, duration: 1000, cpu: 1, tolerance: 0, cap: 1, offPeak: true, tenant: 0 };
  const sample = toScenario({ machines: [{ count: 1, cpu: 1 }], tasks: [task] }, "sample");
  const loaded = loadScenario(JSON.stringify(sample), { policies: catalogue });
  if (!loaded.ok) throw new Error("a workload of the search is no scenario");
  const { scenario } = loaded;
  const policy = catalogue.make({ name: "fifo", parameters: {} });
  const replica = new Replica({ scenario, policy, seed: 0, replication: 0 });
  return wrongPath(path, { ...knownMetrics(scenario, replica.result()), groups: ["all"] });
}

function describe(
  { scenario, values, ratio }: Prey,
  index: number,
  options: SearchOptions,
  name: string,
): FoundWorkload {
  const { worst, against } = options;
  const path = parseMetricPath(options.metric);
  const metric = metricPath(path);
  const times = Number.isFinite(ratio)
    ? `${ratio.toPrecision(3)} times as bad`
    : "where the other has none of it";
  const amounts = values.map((value) => amount(path, value));
  const description = `Found by sim search: here ${worst} does badly beside ${against}, with a ${metric} of ${amounts[0]} to ${amounts[1]}, ${times}. See it with sim compare --policies ${worst},${against}.`;
  const { name: _name, ...rest } = scenario;
  const numbered = `${name}-${index + 1}`;
  const { tenants, machines } = scenario as unknown as Shape;
  return {
    file: `${numbered}.json`,
    ratio: Number.isFinite(ratio) ? ratio : null,
    values,
    tasks: tenants
      .flatMap(({ workloads }) => workloads)
      .reduce((sum, { arrivals }) => sum + arrivals.times.length, 0),
    machines: machines.reduce((sum, { count = 1 }) => sum + count, 0),
    description,
    scenario: { name: numbered, description, ...rest },
  };
}

/** What the search writes and making it small leaves. */
interface Shape {
  readonly tenants: readonly {
    readonly workloads: readonly { readonly arrivals: { readonly times: readonly unknown[] } }[];
  }[];
  readonly machines: readonly { readonly count?: number }[];
}

function show({ worst, against, metric, steps, found }: SearchDocument, out: string | null): void {
  const width = Math.min(process.stdout.columns ?? 80, 120);
  const lines =
    found.length === 0
      ? wrapText(
          `No workload was found on which ${worst} does worse than ${against} by ${metric}, in ${steps} tries.`,
          width,
        )
      : found.flatMap(({ file, description, tasks, machines }) => [
          `${out === null ? "" : `${join(out, file)}: `}${tasks} tasks on ${machines} ${machines === 1 ? "machine" : "machines"}`,
          ...wrapText(printable(description), width - 2).map((line) => `  ${line}`),
          "",
        ]);
  process.stdout.write(`${lines.join("\n").trimEnd()}\n`);
}

function shortName(policy: string): string {
  return folderName(isPolicyFile(policy) ? resolve(policy).replace(/^.*[/\\]|\.[^.]*$/g, "") : policy);
}

function text(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
