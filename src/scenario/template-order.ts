/**
 * Which template has which number. Worlds register the templates of a scenario in this order, and a fault that
 * strikes a class names them by these numbers.
 */
import type { TemplateSpec } from "../cluster/spec.ts";
import { assert } from "../engine/assert.ts";
import type { Workload } from "./model.ts";

type Tasks = Pick<Workload, "tasks">;

/** The templates by their numbers: one for each task of each workload, in the order of the scenario. */
export function templateOrder(workloads: readonly Tasks[]): TemplateSpec[] {
  return workloads.flatMap(({ tasks }) => tasks.map(({ template }) => template));
}

/** Registers all templates; of each workload, the numbers that its tasks' templates got. */
export function registerTemplates<W extends Tasks>(
  workloads: readonly W[],
  register: (template: TemplateSpec) => number,
): Map<W, number[]> {
  const numbers = templateOrder(workloads).map((template, number) => {
    assert(register(template) === number, "templates are registered once, before any other");
    return number;
  });
  let first = 0;
  return new Map(
    workloads.map((workload) => {
      const from = first;
      first += workload.tasks.length;
      return [workload, numbers.slice(from, first)];
    }),
  );
}
