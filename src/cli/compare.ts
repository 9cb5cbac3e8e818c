/** `sim compare`: policies on the same work, the differences that the data supports, and the report. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { combine } from "../lab/combine.ts";
import { compare as comparePolicies } from "../lab/compare/compare.ts";
import { type KnownMetrics, knownMetrics, wrongPath } from "../lab/compare/known-metrics.ts";
import { replicate, type Until } from "../lab/compare/replicate.ts";
import { type Precision, parsePrecision } from "../lab/compare/until.ts";
import { metricPath, parseMetricPath } from "../lab/metric-path.ts";
import { Replica } from "../lab/replica.ts";
import type { ResultDocument } from "../lab/result.ts";
import { renderRunFile } from "../lab/run-file.ts";
import { renderMarks } from "../lab/verify/marks.ts";
import { warningsOf } from "../lab/warnings/warnings.ts";
import { writeReport } from "../report/write.ts";
import { nearest } from "../scenario/nearest.ts";
import { readDuration } from "../scenario/units.ts";
import { EXIT_INPUT, Failure } from "./failure.ts";
import { type FormOptions, reportForms } from "./forms.ts";
import { type Input, readInput } from "./input.ts";
import { Outputs } from "./outputs.ts";
import { ProgressBar } from "./progress.ts";
import { folderName, show } from "./show.ts";
import { VERSION } from "./version.ts";

export interface CompareOptions extends FormOptions {
  readonly policies: string;
  readonly baseline?: string;
  readonly metrics?: string;
  readonly replications: number;
  readonly until?: string;
  readonly most?: number;
  readonly budget?: string;
  readonly seed?: number;
  readonly set?: readonly string[];
  readonly threads?: number;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Replications that --until may use when nobody says how many. */
const MOST = 200;

export async function compare(file: string, options: CompareOptions): Promise<void> {
  const { set = [] } = options;
  const input = await readInput(file, { policy: options.policies, policyFlag: "--policies", set });
  const { text, scenario, policies, catalogue } = input;
  const seed = options.seed ?? scenario.seed;
  const { baseline, choice, until } = readQuestion(input, options);
  const forms = await reportForms(options);
  const outputs = Outputs.open();
  const out = options.out ?? (options.json ? null : join("reports", `${folderName(scenario.name)}-compare`));
  const folder = out === null ? null : outputs.folder(out);
  const bar = new ProgressBar(!options.quiet && !options.json);
  try {
    const done = await replicate(
      {
        scenario,
        policies,
        catalogue,
        seed,
        replications: options.replications,
        threads: options.threads ?? availableParallelism(),
        marks: folder !== null,
        onProgress: ({ done, events }) => bar.update(done, events, "events"),
      },
      until,
    );
    const { replications, ended, ending } = done;
    const warnings = warningsOf(scenario, done.policies);
    const document: ResultDocument = {
      version: 1,
      scenario: scenario.name,
      description: scenario.description,
      tool: VERSION,
      world: "virtual",
      runs: done.policies.map(({ policy, replicas }) => combine(policy, seed, replicas)),
      comparison: comparePolicies(done.policies, { baseline, ...choice, ended, ending }),
      ...(warnings.length > 0 && { warnings }),
    };
    if (folder !== null) {
      await writeReport(folder, document, forms);
      const recorded = { tool: VERSION, scenario: text, set, seed, replications, policies };
      folder.write("run.json", renderRunFile(recorded, folder.path));
      const replicas = done.policies.map((one) => one.replicas);
      folder.write("digests.json", renderMarks(policies, replicas));
    }
    bar.clear();
    outputs.commit();
    show(document, out, options);
  } finally {
    bar.clear();
    outputs.discard();
  }
}

interface Question {
  readonly baseline: string;
  readonly choice: Until["choice"];
  readonly until: Until | null;
}

/** What is to be compared, checked before any run. All that is wrong is said at once. */
function readQuestion({ scenario, policies, catalogue }: Input, options: CompareOptions): Question {
  const wrong: string[] = [];
  const names = policies.map(({ name }) => name);
  if (names.length < 2) {
    const other = scenario.policy.name === names[0] ? "fifo" : scenario.policy.name;
    const example = other === names[0] ? `${other},top-k` : `${other},${names[0]}`;
    wrong.push(`--policies: found ${names[0]}; a comparison takes two or more, such as ${example}.`);
  }
  const baseline = options.baseline ?? names[0]!;
  if (!names.includes(baseline)) {
    const meant = nearest(baseline, names);
    wrong.push(
      `--baseline: found ${baseline}; expected one of ${names.join(", ")}.${meant === null ? "" : ` Did you mean ${meant}?`}`,
    );
  }
  const replica = new Replica({ scenario, policy: catalogue.make(policies[0]!), seed: 0, replication: 0 });
  const known = knownMetrics(scenario, replica.result());
  const chosen = options.metrics?.split(",").map((path) => metricPath(parseMetricPath(path)));
  for (const path of chosen ?? []) wrong.push(...wrongMetric("--metrics", path, known));
  const precision = options.until === undefined ? null : parsePrecision(options.until);
  if (typeof precision === "string") wrong.push(`--until: ${precision}.`);
  else if (precision !== null) wrong.push(...wrongMetric("--until", metricPath(precision.path), known));
  for (const flag of ["most", "budget"] as const)
    if (options[flag] !== undefined && precision === null)
      wrong.push(`--${flag} bounds --until, which is not given. For a fixed number use --replications.`);
  const budget = options.budget === undefined ? null : readDuration(jsonNumber(options.budget));
  if (budget !== null && !budget.ok) wrong.push(`--budget: found ${options.budget}: ${budget.message}.`);
  if (wrong.length > 0) throw new Failure(EXIT_INPUT, wrong.join("\n"));
  const asked = precision as Precision | null;
  const choice = {
    chosen: chosen === undefined ? undefined : [...new Set(chosen)],
    also: asked === null ? undefined : metricPath(asked.path),
  };
  if (asked === null) return { baseline, choice, until: null };
  const milliseconds = budget?.ok ? budget.value / 1000 : Number.POSITIVE_INFINITY;
  const most = options.most ?? Math.max(MOST, options.replications);
  return { baseline, choice, until: { precision: asked, baseline, choice, most, budget: milliseconds } };
}

function wrongMetric(flag: string, path: string, known: KnownMetrics): string[] {
  const wrong = wrongPath(path, known);
  return wrong === null ? [] : [`${flag}: ${wrong}.`];
}

/** A number without a unit is one of seconds, as in a file. */
function jsonNumber(text: string): string | number {
  return /^\d+\.?\d*$/.test(text.trim()) ? Number(text) : text;
}
