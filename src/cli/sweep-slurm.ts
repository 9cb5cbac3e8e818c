/** `sim sweep --on slurm`: looks for Slurm before any work, submits, and tells who goes away how it goes on. */
import { fileURLToPath } from "node:url";
import { runOnSlurm, type SlurmSweep, submittedJob } from "../lab/sweep/on-slurm.ts";
import { mostTasks } from "../lab/sweep/slurm.ts";
import { EXIT_INPUT, Failure } from "./failure.ts";

/** How many tasks an array may have here. */
export async function requireSlurm(): Promise<number> {
  const most = await mostTasks();
  if (most !== null) return most;
  throw new Failure(
    EXIT_INPUT,
    "--on slurm: there is no sbatch here. Run it where jobs are submitted from, or leave --on out.",
  );
}

export async function sweepOnSlurm(work: Omit<SlurmSweep, "program">): Promise<void> {
  const main = fileURLToPath(new URL("./main.js", import.meta.url));
  await runOnSlurm({ ...work, program: [process.execPath, main] });
}

/** What becomes of the jobs when the one who waits goes away. */
export function slurmGoesOn(folder: string): string {
  const job = submittedJob(folder);
  return job === null ? "" : ` Job ${job} goes on without it, until scancel ${job}.`;
}
