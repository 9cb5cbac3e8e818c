/**
 * What a file of the right shape can still get wrong: names that do not exist, work that can never run, limits that
 * contradict each other. All of it is reported at once.
 */
import { checkArrivals } from "./checks/arrivals.ts";
import { checkControl } from "./checks/control.ts";
import { checkDependencies } from "./checks/dependencies.ts";
import { checkFaults } from "./checks/faults.ts";
import { checkFit } from "./checks/fit.ts";
import { checkNames } from "./checks/names.ts";
import { checkPeriods } from "./checks/periods.ts";
import { type Problem, problem } from "./problems.ts";
import type { ScenarioFile } from "./schema.ts";

export function crossCheck(file: ScenarioFile): Problem[] {
  return [
    ...checkNames(file),
    ...checkArrivals(file),
    ...checkPeriods(file),
    ...checkDependencies(file),
    ...checkFit(file),
    ...checkControl(file),
    ...checkFaults(file),
    ...checkWarmup(file),
  ];
}

function checkWarmup({ warmup, stop }: ScenarioFile): Problem[] {
  if (warmup === undefined) return [];
  const over = (["time", "tasks"] as const).filter(
    (limit) => warmup[limit] !== undefined && stop[limit] !== undefined && warmup[limit] >= stop[limit],
  );
  return over.map((limit) =>
    problem(["warmup", limit], `must be less than stop.${limit}, or nothing is left for the statistics`),
  );
}
