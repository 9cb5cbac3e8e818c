/** Runs the built `sim` command as a user would. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ResultDocument } from "../../src/lab/result.ts";

export const SIM = resolve("dist/cli/main.js");

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function sim(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Record<string, string> } = {},
): Finished {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SIM, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

/** `sim run --json` of a scenario given as an object. */
export function simRun(scenario: object, args: readonly string[] = []): ResultDocument {
  const folder = temporaryFolder();
  try {
    const file = join(folder, "scenario.json");
    writeFileSync(file, JSON.stringify(scenario));
    const { status, stdout, stderr } = sim(["run", file, "--json", ...args]);
    if (status !== 0) throw new Error(`sim run ended with ${status}: ${stderr}`);
    return JSON.parse(stdout) as ResultDocument;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "schedlab-test-"));
}
