/**
 * Policies by name or by file. A file of the user's own, JavaScript or TypeScript, exports one policy (or a
 * definition with parameters) as its default; TypeScript is stripped of its types in memory as it is loaded.
 */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Policy, PolicyDefinition, PolicyParameters } from "../cluster/policy.ts";
import { PLACEMENTS, PolicyError } from "../cluster/policy.ts";
import { BUILT_IN, COMMON_PARAMETERS, isPlacement, makePolicy } from "../policies/index.ts";
import { nearest } from "../scenario/nearest.ts";
import { type Problem, problem } from "../scenario/problems.ts";
import { describeError, guarded, HOOKS } from "./policy-guard.ts";
import { loadTypeScript } from "./typescript.ts";

export interface ChosenPolicy {
  /** As the user named it. */
  readonly name: string;
  readonly parameters: PolicyParameters;
  /** Where a relative path starts; the current folder where absent. */
  readonly folder?: string;
}

/** What tells policies apart: the name of a built-in one, the place of a file. */
export function policyKey(name: string, folder = "."): string {
  return isPolicyFile(name) ? resolve(folder, name) : name;
}

/** The policies that a run may use: the built-in ones, and the files that were loaded for it. */
export class PolicyCatalogue {
  readonly #definitions = new Map(BUILT_IN.map((definition) => [definition.name, definition]));

  /** Loads a policy file if `name` is a path and it is not loaded yet. Returns what is wrong with it. */
  async load(name: string, folder?: string): Promise<Problem[]> {
    const key = policyKey(name, folder);
    if (!isPolicyFile(name) || this.#definitions.has(key)) return [];
    const stats = statSync(key, { throwIfNoEntry: false });
    if (stats === undefined) return [problem("policy", "there is no such file", { found: name })];
    if (stats.isDirectory()) return [problem("policy", "this is a folder, not a file", { found: name })];
    try {
      await loadTypeScript();
      const module = (await import(pathToFileURL(key).href)) as { default?: unknown };
      const definition = asDefinition(name, module.default);
      if (typeof definition === "string") return [problem("policy", definition, { found: name })];
      this.#definitions.set(key, definition);
      return [];
    } catch (error) {
      const reason = error instanceof SyntaxError ? await syntaxError(key, error) : describeError(error);
      return [problem("policy", `the file cannot be loaded: ${reason}`, { found: name })];
    }
  }

  check(name: string, parameters: PolicyParameters, folder?: string): Problem[] {
    const definition = this.#definitions.get(policyKey(name, folder));
    if (definition === undefined) {
      // A path that could not be loaded has been reported when it was tried.
      if (isPolicyFile(name)) return [];
      const names = BUILT_IN.map((builtIn) => builtIn.name);
      const message = `there is no policy of this name; there are ${names.join(", ")}, and files by path (./my-policy.ts)`;
      return [problem("", message, { found: name, suggestion: nearest(name, names) })];
    }
    const known = [...Object.keys(definition.parameters), ...COMMON_PARAMETERS];
    return Object.entries(parameters).flatMap(([key, value]) =>
      checkParameter(definition, known, key, value),
    );
  }

  make({ name, parameters, folder }: ChosenPolicy): Policy {
    const definition = this.#definitions.get(policyKey(name, folder));
    if (definition === undefined) throw new Error(`policy ${name} was not loaded`);
    return makePolicy(definition, parameters);
  }
}

/** Whether a policy is meant by its file rather than by its name. */
export function isPolicyFile(name: string): boolean {
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

/** Node says what is wrong in a JavaScript file but not where; the parser for TypeScript does. */
async function syntaxError(file: string, error: SyntaxError): Promise<string> {
  try {
    const { stripTypes } = await import("./strip-types.ts");
    stripTypes(readFileSync(file, "utf8"), file);
  } catch (located) {
    return describeError(located);
  }
  return describeError(error);
}

/** What the file exports as a definition, or what is wrong with it. */
function asDefinition(name: string, exported: unknown): PolicyDefinition | string {
  if (typeof exported !== "object" || exported === null)
    return "the file must export a policy as its default";
  if (!("make" in exported)) {
    const wrong = wrongWith(exported);
    if (wrong !== null) return wrong;
    const policy = exported as Policy;
    return { name: policy.name, summary: policy.summary ?? "", parameters: {}, make: () => guarded(policy) };
  }
  const { make, parameters = {} } = exported as Partial<PolicyDefinition>;
  if (typeof make !== "function") return "its make must be a function that returns a policy";
  const odd = Object.entries(Object(parameters) as object).find(
    ([, parameter]) => !Number.isFinite(Object(parameter).default),
  );
  if (odd !== undefined) return `its parameter ${odd[0]} needs a default that is a number`;
  const definition: PolicyDefinition = {
    name,
    summary: "",
    ...(exported as Partial<PolicyDefinition>),
    parameters,
    make: (chosen) => {
      const policy = make(chosen);
      const wrong = wrongWith(policy);
      if (wrong !== null) throw new PolicyError(`policy ${name}: ${wrong}`);
      return guarded(policy);
    },
  };
  // Made once on trial, so that a definition that cannot be made is known before the run.
  makePolicy(definition, {});
  return definition;
}

function wrongWith(policy: unknown): string | null {
  if (typeof policy !== "object" || policy === null) return "its make must return a policy";
  const { name, placement } = policy as Partial<Policy>;
  if (typeof name !== "string" || name === "") return "the policy needs a name";
  const wrong = HOOKS.find((hook) => !["undefined", "function"].includes(typeof (policy as Policy)[hook]));
  if (wrong !== undefined) return `its ${wrong} must be a function`;
  if (placement !== undefined && typeof placement !== "function" && !isPlacement(placement))
    return `its placement must be a function or one of ${PLACEMENTS.join(", ")}`;
  // Keys of its own are a policy's business, unless one of them looks like a hook that would never be called.
  const known = ["name", "summary", "overtaking", "placement", ...HOOKS];
  for (const key of Object.keys(policy)) {
    const meant = known.includes(key) ? null : nearest(key, known);
    if (meant !== null) return `a policy has no ${key}; did you mean ${meant}?`;
  }
  return null;
}
