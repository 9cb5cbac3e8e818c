/** One run of a scenario with everything watched that can be: what went wrong, if anything did, is plain data. */
import { SECOND, type Tick } from "../../engine/time.ts";
import { loadScenario } from "../../scenario/load.ts";
import type { Scenario } from "../../scenario/model.ts";
import { renderProblems } from "../../scenario/problems.ts";
import type { World } from "../../sim/world.ts";
import { PolicyCatalogue } from "../policy-files.ts";
import { Replica } from "../replica.ts";
import type { Json } from "./dice.ts";
import { type Counts, RecoveryCount } from "./recovery-count.ts";

export interface Failed {
  /** Which promise was broken: runs that break the same one fail alike. */
  readonly invariant: string;
  readonly message: string;
}

export interface CheckedRun {
  readonly digest: string;
  readonly events: number;
  readonly failed: Failed | null;
  readonly faults: Counts;
  readonly recoveries: Counts;
}

/** Between looks at the time. */
const SLICE = 5_000;
/** Once nothing is submitted any more, all must have ended within so many times as long as was submitted. */
const DRAIN = 400;
const AT_LEAST = 3600 * SECOND;
/** So many events are more than any small cluster has need of: it goes round in circles. */
const MOST_EVENTS = 400_000;

const catalogue = new PolicyCatalogue();

/** Null when the file is not a scenario. */
export function readScenario(json: Json): Scenario | string {
  const loaded = loadScenario(JSON.stringify(json), { policies: catalogue });
  return loaded.ok ? loaded.scenario : renderProblems("scenario", loaded.problems);
}

export function checkedRun(scenario: Scenario, check = true): CheckedRun {
  const counted: RecoveryCount[] = [];
  let world: World | null = null;
  let failed: Failed | null = null;
  try {
    const replica = new Replica({
      scenario,
      policy: catalogue.make(scenario.policy),
      seed: scenario.seed,
      replication: 0,
      check,
      observers: check
        ? [
            (scheduler) => {
              counted.push(new RecoveryCount(scheduler));
              return counted[0]!;
            },
          ]
        : [],
    });
    world = replica.world;
    const bound = drainedBy(scenario);
    while (failed === null && replica.advance(SLICE)) failed = stuck(world, bound);
    failed ??= stuck(world, bound);
    replica.result();
  } catch (error) {
    failed = broken(error);
  }
  return {
    digest: world?.scheduler.digest.hex() ?? "",
    events: world?.events ?? 0,
    failed,
    faults: { ...world?.faults.fired },
    recoveries: world === null || counted.length === 0 ? {} : counted[0]!.total(world),
  };
}

function drainedBy(scenario: Scenario): Tick {
  return scenario.stop.time + Math.max(DRAIN * scenario.stop.time, AT_LEAST);
}

function stuck(world: World, bound: Tick): Failed | null {
  if (world.now <= bound && world.events <= MOST_EVENTS) return null;
  const { tasks } = world.scheduler;
  const left = `${tasks.count} tasks and ${world.door.pending} submissions are left`;
  return {
    invariant: "liveness",
    message: `${left} after ${Math.round(world.now / SECOND)} s and ${world.events} events`,
  };
}

function broken(error: unknown): Failed {
  if (!(error instanceof Error)) throw error;
  const { name, message } = error;
  const invariant = (error as { invariant?: unknown }).invariant;
  if (typeof invariant === "string") return { invariant, message };
  // A promise is known by its words; numbers in them differ from run to run.
  return { invariant: `${name}: ${message.replace(/\d+/g, "n")}`, message: error.stack ?? message };
}
