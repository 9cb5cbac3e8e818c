/** Module hooks, run by Node in a thread of their own. See typescript.ts. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { stripTypes } from "./strip-types.ts";

interface Resolved {
  readonly url: string;
  readonly shortCircuit?: boolean;
}
interface Loaded {
  readonly format: string;
  readonly source: string;
  readonly shortCircuit: boolean;
}
type Next<Context, Result> = (specifier: string, context: Context) => Promise<Result>;

export async function resolve(
  specifier: string,
  context: object,
  next: Next<object, Resolved>,
): Promise<Resolved> {
  if (specifier === "schedlab")
    return { url: new URL("../index.js", import.meta.url).href, shortCircuit: true };
  return next(specifier, context);
}

export async function load(url: string, context: object, next: Next<object, Loaded>): Promise<Loaded> {
  if (!/\.m?ts$/.test(new URL(url).pathname)) return next(url, context);
  const path = fileURLToPath(url);
  const source = stripTypes(await readFile(path, "utf8"), path);
  return { format: "module", source, shortCircuit: true };
}
