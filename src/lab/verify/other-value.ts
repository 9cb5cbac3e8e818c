/** The first place in which two JSON documents differ, and how a user would name it. */
import { metricPath } from "../metric-path.ts";
import type { OtherValue } from "../result.ts";

/** `found` and `expected`: the list of runs of a result document. */
export function firstOtherValue(found: unknown, expected: unknown): OtherValue | null {
  const path = firstOther(found, expected, []);
  if (path === null) return null;
  return { name: nameOf(path, expected), found: at(found, path), expected: at(expected, path) };
}

type Path = readonly (string | number)[];

function firstOther(found: unknown, expected: unknown, path: Path): Path | null {
  if (!isContainer(found) || !isContainer(expected)) return Object.is(found, expected) ? null : path;
  const keys = new Set([...Object.keys(expected), ...Object.keys(found)]);
  for (const key of keys) {
    const inner = [...path, Array.isArray(expected) ? Number(key) : key];
    if (!Object.hasOwn(found, key) || !Object.hasOwn(expected, key)) return inner;
    const other = firstOther(found[key], expected[key], inner);
    if (other !== null) return other;
  }
  return null;
}

function nameOf(path: Path, runs: unknown): string {
  const [run, part, group, metric, figure] = path.map(String);
  const policy = at(runs, [Number(run), "policy"]);
  if (part === "metrics" && group !== undefined && metric !== undefined) {
    const ofWhat = figure === undefined || figure === "mean" ? "" : `, ${figure} end of its interval`;
    return `${metricPath({ metric, group })} under ${String(policy)}${ofWhat}`;
  }
  return `runs${path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("")}`;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (isContainer(inner) ? inner[key] : undefined), value);
}

function isContainer(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null;
}
