/**
 * The libraries that draw the charts, as text to stand inside a page, with the licences that allow it (BSD and ISC:
 * the notice must come along; the minified builds carry none, so it is put in front). The interpreter is there so
 * that the page's content policy can forbid eval.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

export interface ChartLibrary {
  readonly name: string;
  /** A classic script: defines one global. */
  readonly script: string;
}

let loaded: readonly ChartLibrary[] | null = null;

/** In the order in which they must run. Read once: they are part of the installation. */
export function chartLibraries(): readonly ChartLibrary[] {
  loaded ??= [
    library("vega", "build/vega.min.js", (code) => code),
    library("vega-lite", "build/vega-lite.min.js", (code) => code),
    library("vega-interpreter", "build/vega-interpreter.js", moduleToScript),
  ];
  return loaded;
}

function library(name: string, file: string, toScript: (code: string) => string): ChartLibrary {
  const folder = packageFolder(name, import.meta.url);
  const code = readFileSync(join(folder, file), "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, "");
  const script = `${licenses(name)}\n${toScript(code).trim()}\n`;
  // Either would end the script element early or change how a browser reads it, and so its hash.
  if (/<\/script|<!--|\r/i.test(script)) throw new Error(`${name} cannot stand inside a page`);
  return { name, script };
}

/** The interpreter ships as a module only; everything it imports is also exported by vega. */
function moduleToScript(code: string): string {
  const imported = /^import \{([^}]*)\} from ['"]vega-util['"];$/m;
  const exported = /^export \{ (\w+) as expressionInterpreter \};$/m;
  if (!imported.test(code) || !exported.test(code))
    throw new Error("vega-interpreter has a form that is not known here: see chart-libraries.ts");
  const body = code.replace(imported, "const {$1} = vega;").replace(exported, "return $1;");
  return `var vegaInterpreter = (function () {\n"use strict";\n${body}\n})();`;
}

/** Each licence text once, above it the packages whose code is in the build. */
function licenses(name: string): string {
  const packages = new Map<string, string[]>();
  const seen = new Set<string>();
  const visit = (dependency: string, from: string): void => {
    const folder = packageFolder(dependency, from);
    if (seen.has(folder)) return;
    seen.add(folder);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    const file = join(folder, "LICENSE");
    const text = existsSync(file) ? readFileSync(file, "utf8").trim() : `License: ${manifest.license}`;
    packages.set(text, [...(packages.get(text) ?? []), `${dependency} ${manifest.version}`]);
    for (const next of Object.keys(manifest.dependencies ?? {}))
      if (DRAWN_WITH.test(next)) visit(next, join(folder, "package.json"));
  };
  visit(name, import.meta.url);
  const notices = [...packages].map(([text, names]) => `${names.join(", ")}\n\n${text}`);
  return `/*!\n${notices.join("\n\n---\n\n").replaceAll("\r", "").replaceAll("*/", "* /")}\n*/`;
}

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Code that is in the browser builds; other dependencies serve their command lines. */
const DRAWN_WITH = /^(vega|d3)-|^(topojson-client|internmap|delaunator|robust-predicates)$/;

/** Looked for by hand: the packages export neither their package.json nor their minified builds. */
function packageFolder(name: string, from: string): string {
  for (const folder of createRequire(from).resolve.paths(name) ?? []) {
    const found = join(folder, name);
    if (existsSync(join(found, "package.json"))) return found;
  }
  throw new Error(`the package ${name} is not installed: run npm install`);
}
