/**
 * A range of seeds, one run each. Every sixteenth is done again, and once more with nothing watching, because a run
 * that differs from itself, or under observation, can be neither trusted nor reproduced.
 */
import { checkedRun, type Failed, readScenario } from "./checked-run.ts";
import type { Json } from "./dice.ts";
import { type Restrictions, randomScenario } from "./generate.ts";
import { heals } from "./random-faults.ts";
import { addCounts, type Counts } from "./recovery-count.ts";
import { shrink } from "./shrink.ts";

/** What was found in a range of seeds: plain data, so that it can come from another thread. */
export interface Findings {
  runs: number;
  events: number;
  /** Wall-clock milliseconds, all runs together. */
  took: number;
  readonly faults: Counts;
  readonly recoveries: Counts;
  readonly failures: Failure[];
}

export interface Failure extends Failed {
  readonly seed: number;
}

const TWICE_EVERY = 16;

export function noFindings(): Findings {
  return { runs: 0, events: 0, took: 0, faults: {}, recoveries: {}, failures: [] };
}

/** Runs the seeds, and ends early when it has found so many failures. */
export function fuzzSeeds(from: number, runs: number, mostFailures: number, limits: Restrictions): Findings {
  const findings = noFindings();
  const begun = performance.now();
  for (let seed = from; seed < from + runs && findings.failures.length < mostFailures; seed++) {
    const run = runOnce(randomScenario(seed, limits), seed % TWICE_EVERY === 0);
    findings.runs++;
    findings.events += run.events;
    addCounts(findings.faults, run.faults);
    addCounts(findings.recoveries, run.recoveries);
    if (run.failed !== null) findings.failures.push({ seed, ...run.failed });
  }
  findings.took = performance.now() - begun;
  return findings;
}

/** Adds the second to the first. */
export function addFindings(sum: Findings, more: Findings): void {
  sum.runs += more.runs;
  sum.events += more.events;
  sum.took += more.took;
  addCounts(sum.faults, more.faults);
  addCounts(sum.recoveries, more.recoveries);
  sum.failures.push(...more.failures);
}

/** The failing scenario of a seed, as small as it can be made. */
export function smallest({ seed, invariant }: Failure, limits: Restrictions): Json {
  const twice = invariant === DIFFERS;
  const fails = (json: Json) => heals(json) && runOnce(json, twice).failed?.invariant === invariant;
  return shrink(randomScenario(seed, limits), fails);
}

const DIFFERS = "determinism";

function runOnce(json: Json, twice: boolean): ReturnType<typeof checkedRun> {
  const scenario = readScenario(json);
  if (typeof scenario === "string") {
    const failed = { invariant: "scenario", message: scenario };
    return { digest: "", events: 0, failed, faults: {}, recoveries: {} };
  }
  const run = checkedRun(scenario);
  if (!twice || run.failed !== null) return run;
  const again = [checkedRun(scenario), checkedRun(scenario, false)];
  if (again.every(({ digest, events }) => digest === run.digest && events === run.events)) return run;
  const digests = [run, ...again].map(({ digest, events }) => `${digest} (${events} events)`);
  const message = `three runs of one scenario, the last one unwatched: ${digests.join(", ")}`;
  return { ...run, failed: { invariant: DIFFERS, message } };
}
