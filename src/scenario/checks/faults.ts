/** Whether each fault strikes something that exists, comes with the number that its kind takes, and can do anything. */
import { classesOf, faultTargets, targetNames } from "../fault-targets.ts";
import { FAULTS, type FaultKind, type FaultNumber, type FaultTarget, type FaultTraits } from "../model.ts";
import { type Problem, problem } from "../problems.ts";
import { type FaultEntry, kindsWith } from "../schema/faults.ts";
import type { ScenarioFile } from "../schema.ts";
import { unknownName } from "./names.ts";

export function checkFaults(file: ScenarioFile): Problem[] {
  return file.faults.flatMap((fault, f) => {
    const path = ["faults", f];
    return [
      ...targetProblems(file, fault, path),
      ...numberProblems(fault, path),
      ...inVain(file, fault, path),
    ];
  });
}

const NOUNS: Readonly<Record<FaultTarget, string>> = {
  machine: "machine or datacenter",
  submitter: "submitter",
  limiter: "limiter node",
  manager: "replica of the manager",
  node: "submitter or limiter node",
  class: "class",
  none: "target",
};

/** Each number as the file writes it, and what is right for the kinds that take it. */
const NUMBERS: Readonly<Record<FaultNumber, string>> = {
  factor: "a number more than 0, such as 2",
  chance: 'a share such as "10%"',
  by: 'a duration such as "5s"',
};

/** Where a negative duration means backwards. */
const EITHER_WAY: readonly FaultKind[] = ["clock-step", "submitter-rewind"];

type Path = readonly PropertyKey[];

function targetProblems(file: ScenarioFile, fault: FaultEntry, path: Path): Problem[] {
  const { kind, target, count } = fault;
  const { strikes } = FAULTS[kind];
  const targets = faultTargets(file, fault, classesOf(file)).length;
  const problems: Problem[] = [];
  if (targets === 0) {
    // Single machines are offered only for a target that looks like one: a thousand names help nobody.
    const single = strikes !== "machine" || /-\d+$/.test(target!);
    const known = targetNames(file, kind, single);
    problems.push(unknownName([...path, "target"], NOUNS[strikes], target!, known));
  }
  if (count !== undefined && strikes === "class") {
    problems.push(problem([...path, "count"], `must be left out: ${kind} strikes the whole class`));
  } else if (count !== undefined && "number" in count && targets > 0 && count.number > targets) {
    const message = `more than the ${targets} there ${targets === 1 ? "is" : "are"} to strike`;
    problems.push(problem([...path, "count"], message, { found: count.number }));
  }
  return problems;
}

function numberProblems(fault: FaultEntry, path: Path): Problem[] {
  const { kind } = fault;
  const { number: taken }: FaultTraits = FAULTS[kind];
  return (Object.keys(NUMBERS) as FaultNumber[]).flatMap((number) => {
    const at = [...path, number];
    const written = fault[number];
    if (number !== taken) {
      if (written === undefined) return [];
      const takes = taken === undefined ? "no number" : `\`${taken}\``;
      const those = kindsWith(number).join(", ");
      return [problem(at, `must be left out: ${kind} takes ${takes}; \`${number}\` is for ${those}`)];
    }
    if (written === undefined) return [problem(at, `missing; ${kind} takes ${NUMBERS[number]}`)];
    if (number === "factor" && written === 1) return [problem(at, "must not be 1, which changes nothing")];
    if (number === "by" && written === 0) return [problem(at, "must not be 0, which changes nothing")];
    if (number === "by" && written < 0 && !EITHER_WAY.includes(kind)) {
      return [problem(at, `must not be negative: only ${EITHER_WAY.join(" and ")} go backwards`)];
    }
    return [];
  });
}

/** Faults that could never do anything in this scenario, whatever happens. */
function inVain(file: ScenarioFile, fault: FaultEntry, path: Path): Problem[] {
  if (fault.kind === "store-slow") {
    const { latency, gather } = file.control.store;
    if (latency !== undefined || gather > 0) return [];
    return [problem(path, "does nothing to a store that takes no time; set control.store.latency")];
  }
  if (fault.kind === "checkpoint-corrupt") {
    const struck = file.tenants
      .flatMap(({ workloads }) => workloads)
      .filter((workload) => fault.target === undefined || workload.class === fault.target);
    if (struck.length === 0 || struck.some(({ checkpoint }) => checkpoint !== undefined)) return [];
    const whose = fault.target === undefined ? "no class has" : `class ${fault.target} has no`;
    return [problem(path, `does nothing, since ${whose} checkpoints; give its workload a checkpoint`)];
  }
  return [];
}
