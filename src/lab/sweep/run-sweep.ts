/** Runs what is missing of a sweep, on several threads; which thread runs what does not matter to the result. */
import type { Scenario } from "../../scenario/model.ts";
import type { ChosenPolicy } from "../policy-files.ts";
import { Runner } from "../runner.ts";
import { type RunRecord, runKey, toRecord } from "./runs.ts";
import { describePoint, type Sweep } from "./sweep.ts";

export interface SweepProgress {
  /** Share of the runs asked for that is done, from 0 to 1. */
  readonly done: number;
  /** Runs that are done. */
  readonly runs: number;
}

export interface SweepWork {
  readonly sweep: Sweep;
  /** Numbers of the runs to make. */
  readonly runs: readonly number[];
  readonly threads: number;
  readonly signal?: AbortSignal;
  /** Each as it ends, in any order. */
  readonly onRun: (record: RunRecord) => void;
  readonly onProgress?: (progress: SweepProgress) => void;
}

export async function runSweep({
  sweep,
  runs,
  threads,
  signal,
  onRun,
  onProgress,
}: SweepWork): Promise<void> {
  const count = Math.max(1, Math.min(threads, runs.length));
  const runner = new Runner({ threads: count, catalogue: sweep.catalogue, ...(signal && { signal }) });
  const points = new RecentPoints(sweep, 2 * count);
  const underWay = new Map<number, number>();
  let finished = 0;
  const tell = () => {
    let partly = 0;
    for (const share of underWay.values()) partly += share;
    onProgress?.({ done: (finished + partly) / runs.length, runs: finished });
  };
  const one = async (run: number) => {
    const key = runKey(run, sweep.plan);
    const { scenario, policies } = points.at(key.point);
    const policy = policies[key.policy]!;
    const job = { scenario, policy, seed: sweep.plan.seed, replication: key.replication };
    try {
      const result = await runner.run(job, (share) => {
        underWay.set(run, share);
        tell();
      });
      onRun(toRecord(key, result));
    } catch (error) {
      if (error instanceof Error && error !== signal?.reason) error.message += placeOf(sweep, run);
      throw error;
    }
    underWay.delete(run);
    finished++;
    tell();
  };
  let next = 0;
  const lane = async () => {
    while (next < runs.length) await one(runs[next++]!);
  };
  try {
    // Twice as many as threads, so that each has its next run at hand when one ends.
    await Promise.all(Array.from({ length: count === 1 ? 1 : 2 * count }, lane));
  } finally {
    await runner.close();
  }
}

function placeOf({ plan, points }: Sweep, run: number): string {
  const { point, policy, replication } = runKey(run, plan);
  return `\nIn replication ${replication} of ${plan.policies[policy]} at ${describePoint(plan.axes, points[point]!)}.`;
}

/** Scenarios of the points at work: one object for all runs of a point, and not all points in memory. */
class RecentPoints {
  readonly #sweep: Sweep;
  readonly #most: number;
  readonly #recent = new Map<number, { scenario: Scenario; policies: readonly ChosenPolicy[] }>();

  constructor(sweep: Sweep, most: number) {
    this.#sweep = sweep;
    this.#most = most;
  }

  at(point: number): { readonly scenario: Scenario; readonly policies: readonly ChosenPolicy[] } {
    let found = this.#recent.get(point);
    if (found === undefined) {
      const scenario = this.#sweep.scenarioAt(point);
      found = { scenario, policies: this.#sweep.policiesAt(scenario) };
      this.#recent.set(point, found);
      if (this.#recent.size > this.#most) this.#recent.delete(this.#recent.keys().next().value!);
    }
    return found;
  }
}
