/** The few words of Slurm that a sweep needs. Its commands are asked by name, so that only those need a place here. */
import { spawn } from "node:child_process";

/** Slurm is not here, refuses the job, or does not answer. Said to the user as it is. */
export class SlurmError extends Error {
  readonly code = "SLURM";
}

export interface ArrayJob {
  readonly name: string;
  /** Numbers of its tasks, each from 1. */
  readonly tasks: readonly number[];
  /** A shell script; SLURM_ARRAY_TASK_ID says which task it is. */
  readonly script: string;
  /** Where it runs, and where its logs go, on every node. */
  readonly folder: string;
}

/** Null when there is no Slurm on this machine; else how many tasks an array may have. */
export async function mostTasks(): Promise<number | null> {
  const { missing, code, stdout, stderr } = await ask("scontrol", ["show", "config"]);
  if (missing || (await ask("sbatch", ["--version"])).missing) return null;
  if (code !== 0) throw new SlurmError(`Slurm does not answer: ${firstLine(stderr)}`);
  const [, size] = /^MaxArraySize\s*=\s*(\d+)/m.exec(stdout) ?? [];
  // Tasks are numbered, and the size is one more than the highest number.
  return Math.max(1, Number(size ?? 1001) - 1);
}

/** Returns the job's id. */
export async function submit({ name, tasks, script, folder }: ArrayJob): Promise<string> {
  const log = `${folder.replaceAll("%", "%%")}/slurm/%A_%a.log`;
  const args = [
    "--parsable",
    `--job-name=${name}`,
    `--array=${ranges(tasks)}`,
    "--ntasks=1",
    "--cpus-per-task=1",
    `--chdir=${folder}`,
    `--output=${log}`,
    "--open-mode=append",
  ];
  const { code, stdout, stderr } = await ask("sbatch", args, script);
  if (code !== 0) throw new SlurmError(`sbatch refuses the job: ${firstLine(stderr)}`);
  return stdout.trim().split(";")[0]!;
}

export interface QueuedTasks {
  readonly job: string | null;
  readonly running: number;
  readonly waiting: number;
}

/** What is left in the queue of the jobs of this name; null while the controller does not answer. */
export async function queued(name: string): Promise<QueuedTasks | null> {
  const { code, stdout } = await ask("squeue", ["--noheader", "--array", `--name=${name}`, "--format=%F %t"]);
  if (code !== 0) return null;
  const lines = stdout.split("\n").filter((line) => line.trim() !== "");
  const waiting = lines.filter((line) => /\bPD\s*$/.test(line)).length;
  return { job: lines[0]?.trim().split(" ")[0] ?? null, running: lines.length - waiting, waiting };
}

export async function cancel(job: string): Promise<void> {
  await ask("scancel", [job]);
}

/** `1-3,7`. */
export function ranges(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < numbers.length; at++) {
    const from = numbers[at]!;
    while (numbers[at + 1] === numbers[at]! + 1) at++;
    parts.push(numbers[at] === from ? `${from}` : `${from}-${numbers[at]}`);
  }
  return parts.join(",");
}

/** A word for a POSIX shell, whatever is in it. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

interface Answer {
  /** There is no such command here. */
  readonly missing: boolean;
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function ask(command: string, args: readonly string[], input = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // In a group of its own: Ctrl-C is for the one who waits, and must not tear an answer apart.
    const child = spawn(command, args, { detached: true });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (data) => {
      stdout += data;
    });
    child.stderr.on("data", (data) => {
      stderr += data;
    });
    child.stdin.on("error", () => {}); // It may end without having read its input.
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") resolve({ missing: true, code: null, stdout, stderr });
      else reject(error);
    });
    child.on("close", (code) => resolve({ missing: false, code, stdout, stderr }));
    child.stdin.end(input);
  });
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] || "it gives no reason";
}
