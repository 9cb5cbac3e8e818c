/**
 * Policies by name or by file. A file of the user's own, JavaScript or TypeScript, exports one policy (or a
 * definition with parameters) as its default; TypeScript is stripped of its types in memory as it is loaded.
 */
import { existsSync } from "node:fs";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Policy, PolicyDefinition, PolicyParameters } from "../cluster/policy.ts";
import { PLACEMENTS } from "../cluster/policy.ts";
import { BUILT_IN, COMMON_PARAMETERS, isPlacement, makePolicy } from "../policies/index.ts";
import { nearest } from "../scenario/nearest.ts";
import { type Problem, problem } from "../scenario/problems.ts";
import { loadTypeScript } from "./typescript.ts";

export interface ChosenPolicy {
  /** As the user named it. */
  readonly name: string;
  readonly parameters: PolicyParameters;
}

/** The policies that a run may use: the built-in ones, and the files that were loaded for it. */
export class PolicyCatalogue {
  readonly #definitions = new Map(BUILT_IN.map((definition) => [definition.name, definition]));

  get definitions(): readonly PolicyDefinition[] {
    return [...this.#definitions.values()];
  }

  /** Loads a policy file if `name` is a path and it is not loaded yet. Returns what is wrong with it. */
  async load(name: string): Promise<Problem[]> {
    if (!isPath(name) || this.#definitions.has(name)) return [];
    if (!existsSync(name)) return [problem("policy", "there is no such file", { found: name })];
    try {
      const module = (await import(await importable(name))) as { default?: unknown };
      const definition = asDefinition(name, module.default);
      if (typeof definition === "string") return [problem("policy", definition, { found: name })];
      this.#definitions.set(name, definition);
      return [];
    } catch (error) {
      return [problem("policy", `the file cannot be loaded: ${firstLine(error)}`, { found: name })];
    }
  }

  check(name: string, parameters: PolicyParameters): Problem[] {
    const definition = this.#definitions.get(name);
    if (definition === undefined) {
      // A path that could not be loaded has been reported when it was tried.
      if (isPath(name)) return [];
      const names = [...this.#definitions.keys()];
      const message = `there is no policy of this name; there are ${names.join(", ")}, and files by path (./my-policy.ts)`;
      return [problem("", message, { found: name, suggestion: nearest(name, names) })];
    }
    const known = [...Object.keys(definition.parameters), ...COMMON_PARAMETERS];
    return Object.entries(parameters).flatMap(([key, value]) =>
      checkParameter(definition, known, key, value),
    );
  }

  make({ name, parameters }: ChosenPolicy): Policy {
    const definition = this.#definitions.get(name);
    if (definition === undefined) throw new Error(`policy ${name} was not loaded`);
    return makePolicy(definition, parameters);
  }
}

export function isPath(name: string): boolean {
  return /[/\\]/.test(name) || /\.[cm]?[jt]s$/.test(name);
}

function checkParameter(
  definition: PolicyDefinition,
  known: readonly string[],
  key: string,
  value: unknown,
): Problem[] {
  if (key === "placement") {
    if (isPlacement(value)) return [];
    const suggestion = typeof value === "string" ? nearest(value, PLACEMENTS) : null;
    return [problem(key, `must be one of ${PLACEMENTS.join(", ")}`, { found: value, suggestion })];
  }
  if (key === "overtaking")
    return typeof value === "boolean" ? [] : [problem(key, "must be true or false", { found: value })];
  if (!known.includes(key)) {
    const message = `policy ${definition.name} has no such parameter; it has ${known.join(", ")}`;
    return [problem(key, message, { found: value, suggestion: nearest(key, known) })];
  }
  return typeof value === "number" && Number.isFinite(value)
    ? []
    : [problem(key, "must be a number", { found: value })];
}

async function importable(name: string): Promise<string> {
  const path = resolve(name);
  const typescript = [".ts", ".mts"].includes(extname(path));
  if (typescript) await loadTypeScript();
  return pathToFileURL(path).href;
}

const HOOKS: readonly (keyof Policy)[] = ["lane", "rank", "urgentAt", "serves", "batch"];

function asDefinition(name: string, exported: unknown): PolicyDefinition | string {
  if (typeof exported !== "object" || exported === null)
    return "the file must export a policy as its default";
  if ("make" in exported && typeof exported.make === "function") {
    const definition = exported as Partial<PolicyDefinition>;
    return {
      name,
      summary: "",
      parameters: {},
      ...definition,
      make: exported.make as PolicyDefinition["make"],
    };
  }
  const policy = exported as Partial<Policy>;
  if (typeof policy.name !== "string") return "the policy that the file exports needs a name";
  const wrong = HOOKS.find((hook) => policy[hook] !== undefined && typeof policy[hook] !== "function");
  if (wrong !== undefined) return `${wrong} must be a function`;
  const { placement } = policy;
  if (placement !== undefined && typeof placement !== "function" && !isPlacement(placement)) {
    return `placement must be a function or one of ${PLACEMENTS.join(", ")}`;
  }
  return { name: policy.name, summary: policy.summary ?? "", parameters: {}, make: () => policy as Policy };
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0]!;
}
