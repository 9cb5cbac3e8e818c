/** `sim sweep --on slurm`: submits, waits, and tells who comes back how to go on or to end it. */
import { fileURLToPath } from "node:url";
import { forgetSlurm, runOnSlurm, type SlurmSweep, submittedJob } from "../lab/sweep/on-slurm.ts";
import { SlurmError } from "../lab/sweep/slurm.ts";
import { EXIT_INPUT, Failure } from "./failure.ts";

export { forgetSlurm };

export async function sweepOnSlurm(work: Omit<SlurmSweep, "program">): Promise<void> {
  const main = fileURLToPath(new URL("./main.js", import.meta.url));
  try {
    await runOnSlurm({ ...work, program: [process.execPath, main] });
  } catch (error) {
    if (error instanceof SlurmError && error.message.startsWith("--on"))
      throw new Failure(EXIT_INPUT, error.message);
    throw error;
  }
}

/** What becomes of the jobs when the one who waits goes away. */
export function slurmGoesOn(folder: string): string {
  const job = submittedJob(folder);
  return job === null ? "" : ` Job ${job} goes on without it, until scancel ${job}.`;
}
