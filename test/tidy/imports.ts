/** Which room may import which, and files that import each other in a circle. */
import type { SourceFile } from "./source-files.ts";

/**
 * As in ARCHITECTURE.md. A room is all its files; with a slash it is this file alone. Nothing may import a room that
 * stands above it, or the scheduler could not be put into another world.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[] | "everything">> = {
  engine: [],
  policies: ["engine", "cluster/policy.ts"],
  cluster: ["engine", "policies"],
  scenario: ["engine", "cluster", "policies"],
  sim: ["scenario", "cluster", "engine"],
  live: ["scenario", "cluster", "engine"],
  lab: ["sim", "scenario", "cluster", "policies", "engine"],
  traces: ["engine", "cluster"],
  report: ["lab/result.ts"],
  cli: "everything",
  /** What policy files may use. */
  "index.ts": ["cluster/policy.ts", "engine/time.ts"],
};

/** Rooms that know nothing of Node. */
export const PURE = ["engine", "policies", "cluster"];

export function roomOf(path: string): string {
  return path.split("/")[1]!;
}

export function wrongWay(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const room = roomOf(path);
    const allowed = MAY_IMPORT[room];
    if (allowed === undefined)
      return [`${path} is in a room that has no place yet: add ${room} to MAY_IMPORT and ARCHITECTURE.md.`];
    if (allowed === "everything") return [];
    return imports.flatMap(({ file }) => {
      if (file === null || roomOf(file) === room) return [];
      if (allowed.includes(roomOf(file)) || allowed.includes(file.replace("src/", ""))) return [];
      const may = allowed.length === 0 ? "nothing from other rooms" : allowed.join(", ");
      return [
        `${path} imports ${file}, but ${room} may import ${may}. Instead: move what both need down, or hand it in from above.`,
      ];
    });
  });
}

/** What a room that only describes results may take from the one that makes them: types, which are gone at run time. */
export function valuesFromTypesOnly(files: readonly SourceFile[], room: string, from: string): string[] {
  return files
    .filter(({ path }) => roomOf(path) === room)
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ file, typeOnly }) => file === `src/${from}` && !typeOnly)
        .map(() => `${path} imports values from ${from}. Instead: import type.`),
    );
}

export function nodeImports(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier }) => specifier.startsWith("node:"))
      .map(({ specifier }) => `${path} imports ${specifier}. Instead: ask the world through a port.`),
  );
}

/** Circles of imports that happen at run time, each once, as the files one meets on the way round. */
export function cycles(files: readonly SourceFile[]): string[][] {
  const next = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.flatMap(({ file, typeOnly }) => (file === null || typeOnly ? [] : [file])),
    ]),
  );
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (path: string, way: readonly string[]) => {
    const met = way.indexOf(path);
    if (met >= 0) {
      found.push([...way.slice(met), path]);
      return;
    }
    if (done.has(path)) return;
    for (const file of next.get(path) ?? []) walk(file, [...way, path]);
    done.add(path);
  };
  for (const path of next.keys()) walk(path, []);
  return found;
}
