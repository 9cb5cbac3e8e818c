/**
 * A mistake in a user's file, as data: where, what was found, what is allowed, and what was probably meant. All
 * problems of a file are collected and shown together, because fixing them one run at a time is a chore.
 */

export interface Problem {
  /** As in `tenants[0].workloads[1].arrivals.rate`; empty for the file as a whole. */
  readonly path: string;
  /** What stands there, as JSON and shortened. Absent where nothing does. */
  readonly found?: string;
  readonly message: string;
  /** What was probably meant. */
  readonly suggestion?: string;
}

/** For people: a paragraph of at most two lines for each problem. */
export function renderProblems(file: string, problems: readonly Problem[]): string {
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  return [`${file}: ${count}`, ...problems.map(renderProblem)].join("\n\n");
}

export function joinPath(parts: readonly PropertyKey[]): string {
  let path = "";
  for (const part of parts) {
    if (typeof part === "number") path += `[${part}]`;
    else if (PLAIN_KEY.test(String(part))) path += path === "" ? String(part) : `.${String(part)}`;
    else path += `[${JSON.stringify(String(part))}]`;
  }
  return path;
}

/** What stands in the file, short enough for a line; undefined where nothing does. */
export function showFound(value: unknown): string | undefined {
  const json = JSON.stringify(value);
  if (json === undefined) return undefined;
  return json.length <= FOUND_LENGTH ? json : `${json.slice(0, FOUND_LENGTH - 1)}…`;
}

/** A problem with the fields that apply, since an absent field and an undefined one differ. */
export function problem(
  path: readonly PropertyKey[] | string,
  message: string,
  details: { readonly found?: unknown; readonly suggestion?: string | null | undefined } = {},
): Problem {
  const found = showFound(details.found);
  return {
    path: typeof path === "string" ? path : joinPath(path),
    ...(found === undefined ? {} : { found }),
    message,
    ...(details.suggestion ? { suggestion: details.suggestion } : {}),
  };
}

const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;
const FOUND_LENGTH = 60;

function renderProblem({ path, found, message, suggestion }: Problem): string {
  const where = path === "" ? "the file" : path;
  const head = found === undefined ? `  ${where}` : `  ${where}: found ${found}`;
  const hint = suggestion === undefined ? "" : ` Did you mean ${suggestion}?`;
  return `${head}\n    ${sentence(message)}${hint}`;
}

function sentence(message: string): string {
  const capital = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}
