/**
 * What the schema library says about a file, put into plain English: each issue becomes a problem with its path,
 * what stands there, and what is allowed. Where several forms are allowed, the problem is that of the form meant.
 */
import { z } from "zod";
import { nearest } from "./nearest.ts";
import { joinPath, type Problem, problem } from "./problems.ts";

/** Checks the JSON against the schema; all problems of its shape at once. */
export function parseShape<T>(
  schema: z.ZodType<T>,
  json: unknown,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: Problem[] } {
  const parsed = schema.safeParse(json, { error: sentenceFor });
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, problems: parsed.error.issues.flatMap((issue) => toProblems(issue, [], json)) };
}

/** Keys of the public format that this version does not know yet, by the object they belong to. */
const NOT_MODELLED: readonly { readonly within: RegExp; readonly keys: readonly string[] }[] = [
  { within: /\.workloads\[\d+\]$/, keys: ["trace", "format"] },
];

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

function toProblems(issue: Issue, base: Path, json: unknown): Problem[] {
  const path = [...base, ...issue.path];
  const found = valueAt(json, path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownKey(path, key, issue.message.split(", "), json));
    case "invalid_union":
      return unionProblems(issue, path, json);
    case "invalid_key":
      return [problem(path, issue.issues[0]?.message ?? "not a usable name")];
    case "invalid_value":
      return [choiceProblem(path, issue.values, found)];
    default: {
      const missing = found === undefined && issue.code !== "custom";
      const suggestion: unknown = issue.code === "custom" ? issue.params?.suggestion : undefined;
      const details = { found, suggestion: typeof suggestion === "string" ? suggestion : undefined };
      return [problem(path, missing ? `missing; ${issue.message}` : issue.message, details)];
    }
  }
}

function unknownKey(path: Path, key: string, allowed: readonly string[], json: unknown): Problem {
  const within = joinPath(path);
  if (NOT_MODELLED.some((part) => part.within.test(within) && part.keys.includes(key))) {
    return problem([...path, key], "not modelled yet; leave it out");
  }
  const suggestion = nearest(key, allowed);
  return problem([...path, key], `unknown key; allowed here: ${allowed.join(", ")}`, {
    found: valueAt(json, [...path, key]),
    suggestion: suggestion === null ? null : `"${suggestion}"`,
  });
}

function unionProblems(issue: z.core.$ZodIssueInvalidUnion, path: Path, json: unknown): Problem[] {
  const choices = (issue as { readonly options?: readonly unknown[] }).options;
  if (issue.errors.length === 0 && choices !== undefined) {
    const chosen = valueAt(json, path);
    return [chosen === undefined ? noChoice(path, choices, json) : choiceProblem(path, choices, chosen)];
  }
  const meant = issue.errors.filter((branch) => !isOtherType(branch));
  if (meant.length === 0) {
    const found = valueAt(json, path);
    return [problem(path, found === undefined ? `missing; ${issue.message}` : issue.message, { found })];
  }
  const likeliest = meant.reduce((best, branch) => (branch.length < best.length ? branch : best));
  return likeliest.flatMap((inner) => toProblems(inner, path, json));
}

/** The key that says which form it is, such as `process`, is not there: perhaps it is under a mistyped name. */
function noChoice(path: Path, choices: readonly unknown[], json: unknown): Problem {
  const key = String(path.at(-1));
  const written = Object.keys(valueAt(json, path.slice(0, -1)) ?? {});
  const mistyped = nearest(key, written);
  return {
    ...choiceProblem(path, choices, undefined),
    ...(mistyped === null ? {} : { suggestion: `"${key}" for "${mistyped}"` }),
  };
}

/** The value is not even of the branch's type, such as text where this branch is an object. */
function isOtherType(branch: readonly Issue[]): boolean {
  return branch.some(
    (issue) =>
      issue.path.length === 0 &&
      (issue.code === "invalid_type" ||
        (issue.code === "invalid_union" && issue.errors.length > 0 && issue.errors.every(isOtherType))),
  );
}

function choiceProblem(path: Path, choices: readonly unknown[], found: unknown): Problem {
  const names = choices.map(String);
  const allowed = names.length === 1 ? `expected "${names[0]}"` : `expected one of ${names.join(", ")}`;
  const suggestion = typeof found === "string" ? nearest(found, names) : null;
  return problem(path, found === undefined ? `missing; ${allowed}` : allowed, {
    found,
    suggestion: suggestion === null ? null : `"${suggestion}"`,
  });
}

/** What stands in the file, looked up there because the library reports amounts after their units were read. */
function valueAt(json: unknown, path: Path): unknown {
  let value = json;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "text in quotes",
  number: "a number",
  boolean: "true or false",
  array: "a list [ … ]",
  object: "an object { … }",
  record: "an object { … }",
};

/** Sentences for what the schema itself has none for. Unknown keys carry the allowed ones, as only here they are known. */
function sentenceFor(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape).join(", ") : "";
    case "invalid_type":
      return `expected ${TYPES[String(issue.expected)] ?? "something else"}`;
    case "too_small":
      return `must be at least ${String(issue.minimum)}`;
    case "too_big":
      return `must be at most ${String(issue.maximum)}`;
    default:
      return undefined;
  }
}
