/** Runs for these tests: in this process, or in one of their own that can be killed; and a look at what they leave. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import Database from "libsql";
import { onTestFinished } from "vitest";
import type { LiveOptions, LiveProgress } from "../../src/live/run.ts";
import { databasePath } from "../../src/live/store.ts";
import { BUILT_IN, makePolicy } from "../../src/policies/index.ts";
import { loadScenario } from "../../src/scenario/load.ts";
import type { Scenario } from "../../src/scenario/model.ts";

export interface Setting {
  /** Where the scenario file and its scripts are. */
  readonly home: string;
  readonly file: string;
  readonly text: string;
  readonly scenario: Scenario;
  /** The run's folder. */
  readonly folder: string;
}

/** A scenario file in a folder of its own, which is gone after the test. */
export function setting(document: object): Setting {
  const home = mkdtempSync(join(tmpdir(), "live-test-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const text = JSON.stringify(document);
  const file = join(home, "scenario.json");
  writeFileSync(file, text);
  mkdirSync(join(home, "run"));
  const loaded = loadScenario(text, { policies: { check: () => [] } });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return { home, file, text, scenario: loaded.scenario, folder: join(home, "run") };
}

export function policyNamed(name: string) {
  return makePolicy(BUILT_IN.find((policy) => policy.name === name)!, {});
}

export function optionsFor(
  { scenario, text, folder, home }: Setting,
  more: Partial<LiveOptions> = {},
): LiveOptions {
  return {
    scenario,
    scenarioText: text,
    policy: policyNamed("fifo"),
    policyName: "fifo",
    seed: scenario.seed,
    speed: 2,
    agents: 2,
    folder,
    scriptRoot: home,
    resume: false,
    signal: new AbortController().signal,
    ...more,
  };
}

export interface LiveProcess {
  readonly child: ChildProcess;
  /** Resolves with the first progress that satisfies it. */
  until(condition: (progress: LiveProgress) => boolean): Promise<LiveProgress>;
  /** Resolves with the last line and the exit code. */
  readonly ended: Promise<{ last: string; errors: string; code: number | null }>;
}

/** The same run as a process of its own. */
export function spawnRun({ file, folder }: Setting, resume: boolean, policyName = "fifo"): LiveProcess {
  const program = fileURLToPath(new URL("./run-live.mjs", import.meta.url));
  const options = { file, folder, speed: 2, agents: 2, resume, policyName };
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const watchers = new Set<(progress: LiveProgress) => void>();
  let last = "";
  let errors = "";
  child.stderr!.on("data", (chunk) => {
    errors += chunk;
  });
  createInterface({ input: child.stdout! }).on("line", (line) => {
    last = line;
    const progress = JSON.parse(line);
    if ("submitted" in progress) for (const watcher of watchers) watcher(progress);
  });
  const ended = new Promise<{ last: string; errors: string; code: number | null }>((resolve) => {
    child.on("close", (code) => resolve({ last, errors, code }));
  });
  const until = (condition: (progress: LiveProgress) => boolean) =>
    new Promise<LiveProgress>((resolve, reject) => {
      watchers.add((progress) => {
        if (condition(progress)) resolve(progress);
      });
      void ended.then(() => reject(new Error(`the run ended before that: ${last} ${errors}`)));
    });
  return { child, until, ended };
}

export async function killed({ child, ended }: LiveProcess): Promise<void> {
  child.kill("SIGKILL");
  await ended;
}

export function query<Row>(folder: string, sql: string): Row[] {
  const db = new Database(databasePath(folder));
  try {
    return db.prepare(sql).all() as Row[];
  } finally {
    db.close();
  }
}

export function effectFiles(folder: string): string[] {
  return readdirSync(join(folder, "effects")).sort();
}

export function doneTasks(folder: string): string[] {
  return query<{ id: string }>(folder, "SELECT id FROM tasks WHERE status = 'done' ORDER BY id").map(
    ({ id }) => id,
  );
}

export interface Process {
  readonly pid: number;
  readonly command: string;
}

/** Agents and attempts of a run: they have its folder in their arguments. Those that only wait to be reaped are over. */
export function processesOf(folder: string, program: "agent" | "work" | "" = ""): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        return command.includes(`${folder}/effects`) && command.includes(`live/${program}`)
          ? [{ pid: Number(name), command }]
          : [];
      } catch {
        return []; // It ended while we looked.
      }
    });
}

/** Whatever runs in a folder: scripts of tasks and what they have started. */
export function processesIn(home: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/cwd`) === home;
      } catch {
        return false; // It ended while we looked, or waits to be reaped.
      }
    })
    .map(Number);
}

/** Waits for what must come in the end; the test's own time limit is the only clock. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20);
}
