/**
 * `--set path=json`: changes a file's JSON before it is checked, so that a changed value is judged exactly as if it
 * stood in the file. A key that is not there yet is made; whether the format has it is for the schema to say.
 */
import { isHiddenKey } from "./hidden-keys.ts";
import { joinPath, type Problem, problem, showFound } from "./problems.ts";

export interface Override {
  /** As in `machines.0.count` or `machines[0].count`. */
  readonly path: string;
  readonly value: unknown;
}

const FORM = "expected path=value, such as machines.0.count=200";

export type ParsedOverride =
  | { readonly ok: true; readonly override: Override }
  | { readonly ok: false; readonly problem: Problem };

/** Reads `path=value`; a value that is not JSON is taken as text, so that quotes are not needed in a shell. */
export function parseOverride(text: string): ParsedOverride {
  const equals = text.indexOf("=");
  if (equals === -1) return { ok: false, problem: problem(text, FORM) };
  const path = text.slice(0, equals).trim();
  if (splitPath(path) === null) return { ok: false, problem: problem(path, FORM) };
  return { ok: true, override: { path, value: jsonOrText(text.slice(equals + 1).trim()) } };
}

/** Sets each value inside `json`, in order; returns what could not be set. */
export function applyOverrides(json: unknown, overrides: readonly Override[]): Problem[] {
  return overrides.flatMap((override) => apply(json, override) ?? []);
}

type Key = string | number;
type Container = Record<Key, unknown>;

function apply(json: unknown, { path, value }: Override): Problem | null {
  const keys = splitPath(path);
  if (keys === null) return problem(path, FORM);
  let container = json;
  for (const [depth, written] of keys.entries()) {
    const walked = keys.slice(0, depth);
    const key = Array.isArray(container) ? indexIn(container, written) : String(written);
    const obstacle = obstacleAt(container, key, written, walked);
    if (obstacle !== null) return { ...obstacle, path: joinPath([...walked, written]) };
    const object = container as Container;
    if (depth === keys.length - 1) {
      object[key!] = structuredClone(value);
    } else {
      if (!Object.hasOwn(object, key!)) object[key!] = keys[depth + 1] === 0 ? [] : {};
      container = object[key!];
    }
  }
  return null;
}

function obstacleAt(
  container: unknown,
  key: Key | null,
  written: Key,
  walked: readonly Key[],
): Problem | null {
  const here = walked.length === 0 ? "the file" : joinPath(walked);
  if (typeof container !== "object" || container === null) {
    return problem("", `leads nowhere: ${here} is ${showFound(container)}, so it has to be set as a whole`);
  }
  if (isHiddenKey(String(written))) return problem("", "unknown key");
  if (key !== null) return null;
  const list = container as unknown[];
  const named = list.findIndex((entry) => entryNames(entry).includes(String(written)));
  return problem("", `leads nowhere: ${here} is a list of ${list.length}, numbered from 0`, {
    suggestion: named === -1 ? null : `"${joinPath([...walked, named])}"`,
  });
}

/** The place in the list; null where there is none, except that the first of an empty list may be made. */
function indexIn(list: readonly unknown[], written: Key): number | null {
  const index = typeof written === "number" ? written : Number.NaN;
  return index < list.length || index === 0 ? index : null;
}

function entryNames(entry: unknown): unknown[] {
  if (typeof entry !== "object" || entry === null) return [];
  const { name, class: className } = entry as { name?: unknown; class?: unknown };
  return [name, className];
}

/** Dots and brackets alike: `a.0.b`, `a[0].b`, `plans["a.b"].limit`. Null where it is not a path. */
function splitPath(path: string): Key[] | null {
  const keys: Key[] = [];
  let at = 0;
  while (at < path.length) {
    PART.lastIndex = at;
    const part = PART.exec(path);
    if (part === null || (at === 0 && part[0].startsWith("."))) return null;
    const [, plain, index, quoted] = part;
    if (index !== undefined) keys.push(Number(index));
    else if (quoted !== undefined) keys.push(unquote(quoted));
    else keys.push(/^\d+$/.test(plain!) ? Number(plain) : plain!);
    at = PART.lastIndex;
    if (at < path.length && path[at] !== "." && path[at] !== "[") return null;
  }
  return keys.length === 0 || path.endsWith(".") ? null : keys;
}

const PART = /\.?([^.[\]"\s]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

function unquote(quoted: string): string {
  const text = jsonOrText(quoted);
  return typeof text === "string" ? text : quoted;
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
