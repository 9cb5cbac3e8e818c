/**
 * Keys such as `__proto__` that mean something to JavaScript and nothing in a scenario. They are taken out of the
 * JSON and reported as unknown before anything else looks at it, so that no part behind has to think of them.
 */
import { joinPath, type Problem, problem } from "./problems.ts";

export function isHiddenKey(key: string): boolean {
  return HIDDEN.includes(key);
}

/** Takes them out of `json`, at any depth, and returns a problem for each; too deep a nesting is one as well. */
export function removeHiddenKeys(json: unknown): Problem[] {
  const problems: Problem[] = [];
  walk(json, [], problems);
  return problems;
}

const HIDDEN: readonly string[] = ["__proto__", "constructor", "prototype"];

/** Deeper than any scenario, and shallow enough for the stack. */
const DEEPEST = 100;

function walk(value: unknown, path: PropertyKey[], problems: Problem[]): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const [i, entry] of value.entries()) descend(value, i, entry, path, problems);
    return;
  }
  for (const key of Object.keys(value)) {
    if (isHiddenKey(key)) {
      problems.push(problem([...path, key], "unknown key"));
      delete (value as Record<string, unknown>)[key];
    } else {
      descend(value, key, (value as Record<string, unknown>)[key], path, problems);
    }
  }
}

function descend(parent: object, key: PropertyKey, child: unknown, path: PropertyKey[], problems: Problem[]) {
  path.push(key);
  if (path.length <= DEEPEST) walk(child, path, problems);
  else if (typeof child === "object" && child !== null) {
    problems.push({ path: joinPath(path.slice(0, 4)), message: "nested too deeply" });
    (parent as Record<PropertyKey, unknown>)[key] = null;
  }
  path.pop();
}
