/**
 * Where the built programs of the live world are. Child processes run JavaScript: next to this file when it is built
 * itself, in dist/ when it runs from source under a test runner.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LiveError } from "./errors.ts";

export function programPath(name: "agent" | "work"): string {
  const folder = import.meta.url.endsWith(".ts") ? "../../dist/live/" : "./";
  const path = fileURLToPath(new URL(`${folder}${name}.js`, import.meta.url));
  if (!existsSync(path)) {
    throw new LiveError("PROGRAM_MISSING", `${path} is missing; build the project first (npm run build)`);
  }
  return path;
}
