/** Starts what is measured: the real `sim`, programs of Node, and those of others. Each run is a process of its own. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ResultDocument, RunResult } from "../../src/lab/result.ts";
import type { Sample } from "./sample.ts";
import type { Usage } from "./usage.ts";

const AT_EXIT = fileURLToPath(new URL("./at-exit.js", import.meta.url));
/** The project's folder, as seen from build/bench/harness. */
export const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));
const SIM = join(PROJECT, "dist/cli/main.js");

export interface Ran extends Usage {
  readonly wallSeconds: number;
  readonly stdout: string;
}

/** A program of Node with its arguments; what it used is taken down when it ends. */
export function runNode(args: readonly string[]): Ran {
  const folder = mkdtempSync(join(tmpdir(), "schedlab-bench-"));
  try {
    const file = join(folder, "usage.json");
    const ended = run(process.execPath, ["--import", AT_EXIT, ...args], { BENCH_USAGE: file });
    return { ...ended, ...(JSON.parse(readFileSync(file, "utf8")) as Usage) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function runSim(args: readonly string[]): Ran {
  return runNode([SIM, ...args]);
}

/** `sim run <scenario> --json` on one core: one policy, one replication, statistics and digest on. */
export function runScenario(
  scenario: object,
  args: readonly string[] = [],
): { readonly sample: Sample; readonly result: RunResult } {
  const folder = mkdtempSync(join(tmpdir(), "schedlab-bench-"));
  try {
    const file = join(folder, "scenario.json");
    writeFileSync(file, JSON.stringify(scenario));
    const { stdout, seconds, wallSeconds, peakBytes } = runSim(["run", file, "--json", ...args]);
    const result = (JSON.parse(stdout) as ResultDocument).runs[0]!;
    const all = result.metrics["all"]!;
    const work = all["submitted"]!.mean;
    const meanWait = all["wait.mean"]?.mean ?? null;
    return { result, sample: { work, seconds, wallSeconds, peakBytes, meanWait } };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A program of another language, which says itself what it used, in one line of JSON. */
export function runPeer(program: string, args: readonly string[], work: number): Sample {
  const { stdout, wallSeconds } = run(program, args, {});
  const { seconds, peakBytes, meanWait } = JSON.parse(stdout) as Omit<Sample, "work" | "wallSeconds">;
  return { work, seconds, wallSeconds, peakBytes, meanWait };
}

function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): { readonly stdout: string; readonly wallSeconds: number } {
  const begun = performance.now();
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    cwd: PROJECT,
    env: { ...process.env, ...environment },
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  const wallSeconds = (performance.now() - begun) / 1000;
  if (error !== undefined) throw error;
  if (signal === "SIGINT") process.exit(130);
  if (status !== 0)
    throw new Error(`${program} ${args.join(" ")} ended with ${status ?? signal}:\n${stderr || stdout}`);
  return { stdout, wallSeconds };
}
