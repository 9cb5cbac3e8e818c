/** Where a task's script is: inside the allowed folder, whatever its path says and wherever its links lead. */
import { realpathSync, statSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";

export type ScriptPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly reason: string };

export function resolveScript(root: string, script: string): ScriptPath {
  if (isAbsolute(script))
    return refused(script, "is absolute; scripts are named relative to the scenario's folder");
  if (script.split(/[/\\]/).includes("..")) return refused(script, 'contains ".."');
  try {
    const base = realpathSync(root);
    // The path without links is both checked and run, so that no link can be exchanged in between.
    const path = realpathSync(join(base, script));
    if (!path.startsWith(base.endsWith(sep) ? base : base + sep)) {
      return refused(script, "leads out of the scenario's folder");
    }
    return statSync(path).isFile() ? { ok: true, path } : refused(script, "is not a file");
  } catch {
    return refused(script, "does not exist");
  }
}

function refused(script: string, why: string): ScriptPath {
  return { ok: false, reason: `script ${JSON.stringify(script.slice(0, 200))} ${why}` };
}
