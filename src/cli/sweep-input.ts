/** What a sweep is asked to do, from an experiment file or a scenario and flags, read and checked before any work. */
import { basename, dirname, extname, resolve } from "node:path";
import { type KnownMetrics, knownMetrics, wrongPath } from "../lab/compare/known-metrics.ts";
import { PolicyCatalogue } from "../lab/policy-files.ts";
import { Replica } from "../lab/replica.ts";
import { type Axis, listAxis, type ParsedAxis, parseAxis, parseVary } from "../lab/sweep/axes.ts";
import { type ExperimentFile, isExperiment, parseExperiment } from "../lab/sweep/experiment-file.ts";
import { prepareSweep, type RequestedPolicy, type Sweep, type SweepRequest } from "../lab/sweep/sweep.ts";
import { readJson } from "../scenario/json-text.ts";
import { applyOverrides, type Override, parseOverride } from "../scenario/overrides.ts";
import { joinPath, type Problem, problem, renderProblems } from "../scenario/problems.ts";
import { EXIT_INPUT, Failure } from "./failure.ts";
import { readText } from "./input.ts";
import { folderName } from "./show.ts";
import { VERSION } from "./version.ts";

export interface SweepInputOptions {
  readonly vary?: readonly string[];
  readonly sample?: number;
  readonly policy?: string;
  readonly replications?: number;
  readonly seed?: number;
  readonly set?: readonly string[];
  readonly metrics?: string;
}

export interface SweepInput {
  readonly request: SweepRequest;
  readonly sweep: Sweep;
  /** The figures to show. */
  readonly metrics: readonly string[];
  /** Of the folder to write to. */
  readonly name: string;
}

/** What most people ask first: how long tasks wait, how many are late, how full the machines are. */
const USUAL_METRICS = ["wait.mean", "wait.p99", "lateRatio", "utilization.cpu"];

export async function readSweepInput(file: string, options: SweepInputOptions): Promise<SweepInput> {
  const problems: Problem[] = [];
  const { scenario, folder, experiment } = readFiles(file, problems);
  const overrides = [...setInFile(experiment), ...setByFlags(options, problems)];
  problems.push(...applyOverrides(scenario, overrides));
  const request: SweepRequest = {
    scenario,
    folder,
    description: experiment.description ?? null,
    axes: readAxes(experiment, options, problems),
    sample: options.sample ?? experiment.sample ?? null,
    policies: readPolicies(experiment, dirname(file), options),
    seed: options.seed ?? experiment.seed ?? null,
    replications: options.replications ?? experiment.replications ?? 1,
  };
  if (problems.length > 0) throw wrong(file, problems);
  const prepared = await prepareSweep(request, new PolicyCatalogue(), VERSION);
  if (!prepared.ok) throw wrong(file, prepared.problems);
  const { sweep } = prepared;
  const metrics =
    options.metrics?.split(",").map((path) => path.trim()) ?? experiment.metrics ?? USUAL_METRICS;
  const unknown = wrongMetrics(metrics, knownAt(sweep));
  if (unknown.length > 0) throw wrong(file, unknown);
  return { request, sweep, metrics: [...new Set(metrics)], name: nameOf(file, experiment, sweep) };
}

export function wrongMetrics(paths: readonly string[], known: KnownMetrics): Problem[] {
  return paths.flatMap((path) => {
    const message = wrongPath(path, known);
    return message === null ? [] : [problem("--metrics", message, { found: path })];
  });
}

/** Which figures there will be, from a run at the first point that has not begun. */
function knownAt(sweep: Sweep): KnownMetrics {
  const scenario = sweep.scenarioAt(0);
  const policy = sweep.catalogue.make(sweep.policiesAt(scenario)[0]!);
  const replica = new Replica({ scenario, policy, seed: sweep.plan.seed, replication: 0 });
  return knownMetrics(scenario, replica.result());
}

/** Only what may be left out: the scenario has been read. */
type Experiment = Partial<Omit<ExperimentFile, "scenario">>;

interface Files {
  readonly scenario: unknown;
  readonly folder: string;
  readonly experiment: Experiment;
}

function readFiles(file: string, problems: Problem[]): Files {
  const json = jsonIn(file);
  if (!isExperiment(json)) return { scenario: json, folder: dirname(file), experiment: {} };
  const parsed = parseExperiment(json);
  if (!parsed.ok) throw wrong(file, parsed.problems);
  const { scenario, ...experiment } = parsed.file;
  if (typeof scenario !== "string") return { scenario, folder: dirname(file), experiment };
  const path = resolve(dirname(file), scenario);
  const read = jsonIn(path);
  if (isExperiment(read))
    problems.push(problem("scenario", "this is an experiment, not a scenario", { found: scenario }));
  return { scenario: read, folder: dirname(path), experiment };
}

function jsonIn(file: string): unknown {
  const json = readJson(readText(file));
  if (!json.ok) throw wrong(file, [json.problem]);
  return json.value;
}

function setInFile({ set = {} }: Experiment): Override[] {
  return Object.entries(set).map(([path, value]) => ({ path, value }));
}

function setByFlags({ set = [] }: SweepInputOptions, problems: Problem[]): Override[] {
  return set.flatMap((given) => {
    const parsed = parseOverride(given);
    if (parsed.ok) return [parsed.override];
    problems.push(parsed.problem);
    return [];
  });
}

/** An axis on the command line takes the place of one in the file. */
function readAxes({ axes = {} }: Experiment, { vary = [] }: SweepInputOptions, problems: Problem[]): Axis[] {
  const take = (parsed: ParsedAxis): Axis[] => {
    if (parsed.ok) return [parsed.axis];
    problems.push(parsed.problem);
    return [];
  };
  const inFile = Object.entries(axes).flatMap(([path, values]) => {
    const where = joinPath(["axes", path]);
    return take(typeof values === "string" ? parseAxis(where, path, values) : listAxis(where, path, values));
  });
  const given = vary.flatMap((text) => take(parseVary(text)));
  const kept = inFile.filter(({ path }) => !given.some((axis) => axis.path === path));
  return [...kept, ...given];
}

function readPolicies(
  { policies }: Experiment,
  folder: string,
  { policy }: SweepInputOptions,
): RequestedPolicy[] | null {
  if (policy !== undefined)
    return [...new Set(policy.split(",").map((name) => name.trim()))].map((name) => ({
      name,
      parameters: null,
      folder: ".",
      where: "--policy",
    }));
  if (policies === undefined) return null;
  return policies.map((entry, i) => {
    const where = `policies[${i}]`;
    if (typeof entry === "string") return { name: entry, parameters: null, folder, where };
    const { name, ...parameters } = entry;
    // Whatever stands there is judged by the policy itself.
    return { name, parameters: parameters as RequestedPolicy["parameters"], folder, where };
  });
}

function nameOf(file: string, { name, axes }: Experiment, sweep: Sweep): string {
  if (name !== undefined) return folderName(name);
  if (axes === undefined) return `${folderName(sweep.plan.scenario)}-sweep`;
  return folderName(basename(file, extname(file)));
}

function wrong(file: string, problems: readonly Problem[]): Failure {
  return new Failure(EXIT_INPUT, renderProblems(file, problems));
}
