/** Faults with their targets looked up and numbered. */
import { faultTargets } from "../fault-targets.ts";
import { FAULTS, type Fault, type FaultTraits, type Workload } from "../model.ts";
import type { FaultEntry } from "../schema/faults.ts";
import type { ScenarioFile } from "../schema.ts";
import { templateOrder } from "../template-order.ts";

export function resolveFaults(file: ScenarioFile, workloads: readonly Workload[]): Fault[] {
  const classes = templateOrder(workloads).map((template) => template.class);
  return file.faults.map((fault) => {
    const targets = faultTargets(file, fault, classes);
    const { number }: FaultTraits = FAULTS[fault.kind];
    return {
      kind: fault.kind,
      targets: targets.map(({ index }) => index),
      names: targets.map(({ name }) => name),
      number: number === undefined ? 0 : fault[number]!,
      count: struckAtOnce(fault, targets.length),
      at: fault.at ?? 0,
      drawnFirst: fault.at === undefined,
      every: fault.every ?? null,
      lasts: fault.for ?? null,
    };
  });
}

function struckAtOnce({ kind, count }: FaultEntry, targets: number): number {
  if (FAULTS[kind].strikes === "class") return Number.POSITIVE_INFINITY;
  if (count === undefined) return 1;
  if ("number" in count) return count.number;
  if (count.share === 1) return Number.POSITIVE_INFINITY;
  return Math.max(1, Math.round(count.share * targets));
}
