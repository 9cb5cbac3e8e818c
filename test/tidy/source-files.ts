/** The project's files as the tidy rules see them: raw text, code without comments and text, imports. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

export interface SourceFile {
  /** From the project's folder, with slashes. */
  readonly path: string;
  readonly text: string;
  /** Without comments and without the content of strings; lines stay where they are. */
  readonly code: string;
  readonly imports: readonly Import[];
}

export interface Import {
  readonly specifier: string;
  /** The file of ours that it names, or null for a package. */
  readonly file: string | null;
  readonly typeOnly: boolean;
}

/** All files below these folders whose names end in one of these ways. */
export function filesIn(folders: readonly string[], endings: readonly string[]): string[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"))
    .sort();
}

export function sourceFiles(...folders: string[]): SourceFile[] {
  return filesIn(folders, [".ts"]).map((path) => sourceFile(path, readFileSync(path, "utf8")));
}

export function sourceFile(path: string, text: string): SourceFile {
  const code = withoutProse(text);
  return { path, text, code, imports: importsOf(path, withoutComments(text)) };
}

/** `import … from "x"`, `export … from "x"`, `import "x"` and `import("x")`. */
function importsOf(path: string, text: string): Import[] {
  const STATIC = /^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gm;
  const DYNAMIC = /\bimport\(\s*["']([^"']+)["']/g;
  const found = [...text.matchAll(STATIC)].map(([statement, type, specifier]) => ({
    specifier: specifier!,
    typeOnly: type !== undefined || namesTypesAlone(statement),
  }));
  const later = [...text.matchAll(DYNAMIC)].map(([, specifier]) => ({
    specifier: specifier!,
    typeOnly: false,
  }));
  return [...found, ...later].map((named) => ({
    ...named,
    file: named.specifier.startsWith(".") ? posix.join(dirname(path), named.specifier) : null,
  }));
}

/** `import { type A, type B } from "x"` */
function namesTypesAlone(statement: string): boolean {
  const names = /\{([^}]*)\}/
    .exec(statement)?.[1]
    ?.split(",")
    .map((name) => name.trim());
  return names?.filter((name) => name !== "").every((name) => name.startsWith("type ")) === true;
}

function withoutProse(text: string): string {
  return scan(text, false);
}

function withoutComments(text: string): string {
  return scan(text, true);
}

/** Blanks out comments, and what strings hold unless they are kept. Code inside `${}` of a template stays. */
function scan(text: string, keepStrings: boolean): string {
  let code = "";
  let at = 0;
  /** Of each open template: how many braces are open in its present `${`. */
  const templates: number[] = [];
  const blank = (end: number) => {
    code += text.slice(at, end).replace(/[^\n]/g, " ");
    at = end;
  };
  const keep = (end: number) => {
    code += text.slice(at, end);
    at = end;
  };
  const inside = (end: number) => (keepStrings ? keep(end) : blank(end));
  const template = () => {
    // From behind the opening quote or a closing brace, to the next `${` or the end.
    const end = endOf(text, at, /`|\$\{/g, /\\./gs);
    inside(end.from);
    keep(end.to);
    if (text.startsWith("${", end.from)) templates.push(0);
  };
  while (at < text.length) {
    const here = text[at]!;
    if (text.startsWith("//", at) || (at === 0 && text.startsWith("#!"))) blank(lineEnd(text, at));
    else if (text.startsWith("/*", at)) blank(text.indexOf("*/", at + 2) + 2);
    else if (here === '"' || here === "'") {
      keep(at + 1);
      const end = endOf(text, at, here === '"' ? /"/g : /'/g, /\\./gs);
      inside(end.from);
      keep(end.to);
    } else if (here === "/" && beginsPattern(code)) {
      keep(at + 1);
      const end = endOf(text, at, /\//g, /\\.|\[(?:\\.|[^\]\\])*\]/gs);
      inside(end.from);
      keep(end.to);
    } else if (here === "`") {
      keep(at + 1);
      template();
    } else if (here === "}" && templates.at(-1) === 0) {
      templates.pop();
      keep(at + 1);
      template();
    } else {
      if (templates.length > 0 && here === "{") templates[templates.length - 1]!++;
      if (templates.length > 0 && here === "}") templates[templates.length - 1]!--;
      keep(at + 1);
    }
  }
  return code;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** Where `end` is found, stepping over whatever `passed` matches. */
function endOf(text: string, at: number, end: RegExp, passed: RegExp): { from: number; to: number } {
  const either = new RegExp(`${passed.source}|(${end.source})`, "gs");
  either.lastIndex = at;
  for (let found = either.exec(text); found !== null; found = either.exec(text)) {
    if (found[1] !== undefined) return { from: found.index, to: either.lastIndex };
  }
  return { from: text.length, to: text.length };
}

/** A slash is a division behind a value, which may end in `!`, and begins a pattern elsewhere. */
function beginsPattern(codeBefore: string): boolean {
  const before = codeBefore.slice(-40).replace(/(?<=[\w)\]])!\s*$/, "");
  return /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of))\s*$/.test(before);
}
