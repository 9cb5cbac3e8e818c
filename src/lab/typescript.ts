/**
 * Lets `import()` read TypeScript files, by stripping their types in memory. Newer Nodes do this themselves; the
 * hook is for those that do not. It also lets policy files, JavaScript ones too, import "schedlab" from wherever
 * they lie.
 */
import { register } from "node:module";

let registered = false;

export async function loadTypeScript(): Promise<void> {
  if (registered) return;
  registered = true;
  register("./typescript-hooks.js", import.meta.url);
}
