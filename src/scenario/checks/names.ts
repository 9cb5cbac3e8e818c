/** Names that are used twice, and plans and tiers that do not exist. */
import { memberNames, tierVectors } from "../lookup.ts";
import { nearest } from "../nearest.ts";
import { type Problem, problem } from "../problems.ts";
import type { ScenarioFile } from "../schema.ts";

export function checkNames(file: ScenarioFile): Problem[] {
  return [
    ...repeated("tenants", file.tenants),
    ...repeated("machines", file.machines),
    ...file.tenants.flatMap((tenant, t) => repeatedClasses(tenant.workloads, t)),
    ...unknownPlans(file),
    ...unknownTiers(file),
  ];
}

/** A name that is not one of those there are. */
export function unknownName(
  path: readonly PropertyKey[],
  noun: string,
  typed: string,
  known: readonly string[],
): Problem {
  const meant = nearest(typed, known);
  const shown = known.slice(0, 12).join(", ") + (known.length > 12 ? ", …" : "");
  const message = known.length === 0 ? `there is no ${noun} at all` : `no such ${noun}; there are ${shown}`;
  return problem(path, message, { found: typed, suggestion: meant === null ? null : `"${meant}"` });
}

/** Names of the entries and, as one entry may be called what another's members are, of all their members. */
function repeated(
  list: "tenants" | "machines",
  entries: readonly { readonly name: string; readonly count: number }[],
): Problem[] {
  const first = new Map<string, number>();
  const problems: Problem[] = [];
  for (const [i, entry] of entries.entries()) {
    const names = new Set([entry.name, ...memberNames(entry)]);
    const clash = [...names].find((name) => first.has(name));
    if (clash !== undefined) {
      const message = `the name is used twice: ${list}[${first.get(clash)}] is called ${clash} too`;
      problems.push(problem([list, i, "name"], message, { found: entry.name }));
    }
    for (const name of names) if (!first.has(name)) first.set(name, i);
  }
  return problems;
}

function repeatedClasses(workloads: readonly { readonly class: string }[], tenant: number): Problem[] {
  const first = new Map<string, number>();
  return workloads.flatMap(({ class: name }, w) => {
    const before = first.get(name);
    if (before === undefined) {
      first.set(name, w);
      return [];
    }
    const message = `the class is used twice: tenants[${tenant}].workloads[${before}] has it too`;
    return [problem(["tenants", tenant, "workloads", w, "class"], message, { found: name })];
  });
}

function unknownPlans(file: ScenarioFile): Problem[] {
  return file.tenants.flatMap(({ plan }, t) =>
    plan === undefined || Object.hasOwn(file.plans, plan)
      ? []
      : [unknownName(["tenants", t, "plan"], "plan", plan, Object.keys(file.plans))],
  );
}

function unknownTiers(file: ScenarioFile): Problem[] {
  const tiers = tierVectors(file);
  return file.tenants.flatMap((tenant, t) =>
    tenant.workloads.flatMap(({ resources }, w) =>
      typeof resources !== "string" || tiers.has(resources)
        ? []
        : [unknownName(["tenants", t, "workloads", w, "resources"], "tier", resources, [...tiers.keys()])],
    ),
  );
}
