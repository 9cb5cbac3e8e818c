/**
 * A sweep as an experiment file that makes the same sweep again, anywhere below the folder it is written to: the
 * scenario stands in it with all changes made, and paths of policy files start where the file is.
 */
import { relative, resolve } from "node:path";
import { isPolicyFile } from "../policy-files.ts";
import { type Axis, isRange } from "./axes.ts";
import { policyNameIn, type SweepPlan, type SweepRequest } from "./sweep.ts";

export function renderExperiment(
  request: SweepRequest,
  { seed, description }: SweepPlan,
  shown: { readonly name: string; readonly metrics: readonly string[] },
  out: string,
): string {
  const moved = (name: string, folder: string) =>
    isPolicyFile(name) ? pathFrom(out, resolve(folder, name)) : name;
  const policies = request.policies?.map(({ name, parameters, folder }) =>
    parameters === null ? moved(name, folder) : { name: moved(name, folder), ...parameters },
  );
  const { scenario, axes, sample, replications } = request;
  const experiment = {
    name: shown.name,
    description,
    scenario: withPolicy(scenario, (name) => moved(name, request.folder)),
    axes: Object.fromEntries(axes.map((axis) => [axis.path, isRange(axis) ? rangeText(axis) : axis.values])),
    ...(policies !== undefined && { policies }),
    replications,
    seed,
    ...(sample !== null && { sample }),
    metrics: shown.metrics,
  };
  return `${JSON.stringify(experiment, null, 2)}\n`;
}

/** The scenario with its policy under another name; as it is where it names none. */
function withPolicy(scenario: unknown, rename: (name: string) => string): unknown {
  const name = policyNameIn(scenario);
  if (name === null || rename(name) === name) return scenario;
  const { policy, ...rest } = scenario as { policy: unknown };
  return {
    ...rest,
    policy: typeof policy === "string" ? rename(name) : { ...Object(policy), name: rename(name) },
  };
}

function rangeText(axis: Axis): string {
  if (!isRange(axis)) return "";
  const { low, high, unit, scale } = axis;
  return `${low}${unit}..${high}${unit}${scale === "log" ? ":log" : ""}`;
}

function pathFrom(folder: string, file: string): string {
  const path = relative(resolve(folder), file);
  return path.startsWith(".") ? path : `./${path}`;
}
