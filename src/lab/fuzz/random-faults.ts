/**
 * Faults of a random scenario: any of the kinds, with numbers that make them bite. Each is over after a while, so that
 * everything can heal once nothing is submitted any more.
 */
import { FAULTS, type FaultKind, type FaultTraits } from "../../scenario/model.ts";
import { type Json, seconds } from "./dice.ts";
import { type Frame, PAUSING } from "./random-work.ts";

export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[];

/** How many times as much or as fast; where nothing is said, from twice to six times. */
const FACTORS: Readonly<Partial<Record<FaultKind, readonly [number, number]>>> = {
  "machine-slow": [0.05, 0.6],
  "clock-drift": [0.2, 1.9],
  "store-slow": [3, 40],
};

/** Where all or none would leave nothing to look at. */
const MOST: Readonly<Partial<Record<FaultKind, number>>> = {
  "network-loss": 0.8,
  "machine-leak": 0.7,
  "task-kills-host": 0.3,
  "client-malformed": 0.5,
};

/** One upon another they would drown everything. */
const MULTIPLYING: readonly FaultKind[] = ["client-flood", "store-slow"];

/** Pairs of faults that seldom meet by chance, and that only together lead where it hurts. */
const PAIRS: readonly (readonly FaultKind[])[] = [
  ["store-stall", "manager-pause"],
  ["store-stall", "manager-crash"],
  ["submitter-crash", "queue-late"],
  ["machine-pause", "client-cancel"],
  ["ack-loss", "submitter-leave"],
];

export function randomFaults(frame: Frame, scenario: Json, kinds: readonly FaultKind[]): Json[] {
  const { dice } = frame;
  const count = dice.pick([0, 1, 1, 2, 2, 3, 4, 6, 9]);
  const chosen = dice.several(kinds, count);
  const twice = chosen.filter((kind) => !MULTIPLYING.includes(kind));
  if (twice.length > 0 && dice.chance(0.3)) chosen.push(dice.pick(twice));
  const faults = chosen
    .filter((kind) => bites(kind, scenario))
    .map((kind) => randomFault(frame, kind, scenario));
  // What is about to give way is cancelled only if many are.
  if (PAUSING.includes(frame.policy) && kinds.includes("client-cancel") && dice.chance(0.3))
    faults.push({ kind: "client-cancel", at: "0s", for: seconds(frame.span * 0.8), chance: 0.6 });
  return dice.chance(0.12) ? [...faults, ...together(frame, scenario, kinds)] : faults;
}

/** Two faults at one time, the one long enough for what the other leads to. */
function together(frame: Frame, scenario: Json, kinds: readonly FaultKind[]): Json[] {
  const { dice, span, unit } = frame;
  const pair = dice.pick(PAIRS).filter((kind) => kinds.includes(kind));
  const at = dice.between(0, span * 0.8);
  return pair.map((kind, i) => {
    const { every: _, ...fault } = randomFault(frame, kind, scenario);
    return { ...fault, at: seconds(at + i * unit * 0.1), for: seconds(unit * (10 - 2 * i)) };
  });
}

/** What a scenario has to have before these faults can hurt, or end. */
export function preparedFor(faults: readonly Json[], scenario: Json, { unit, pace }: Frame): void {
  const control = scenario["control"] as Json;
  const kinds = new Set(faults.map(({ kind }) => kind));
  if (kinds.has("task-hang")) {
    // Nothing else ends a task that hangs for ever.
    control["queues"] = { executionCap: seconds(pace * 40), ...(control["queues"] as Json) };
  }
  if ([...kinds].some((kind) => String(kind).startsWith("manager-"))) {
    // By default replicas look at the lease every second, which is much in a run of days.
    control["manager"] ??= { replicas: 2, every: seconds(unit * 0.5), lease: seconds(unit * 2) };
  }
  if (kinds.has("task-kills-host")) {
    control["queues"] = { deadlyAfter: 3, ...(control["queues"] as Json) };
  }
}

/** Whether everything in it comes to an end, so that what does not is a failure of ours. */
export function heals(scenario: Json): boolean {
  const faults = (scenario["faults"] ?? []) as Json[];
  const queues = Object((scenario["control"] as Json | undefined)?.["queues"]) as Json;
  if (faults.some((fault) => fault["for"] === undefined)) return false;
  if (faults.some(({ kind }) => kind === "task-hang") && queues["executionCap"] === undefined) return false;
  return queues["renews"] !== false || queues["deadlyAfter"] !== undefined;
}

function randomFault(frame: Frame, kind: FaultKind, scenario: Json): Json {
  const { dice, unit, span } = frame;
  const { strikes, number }: FaultTraits = FAULTS[kind];
  // Months without submitters are for periods to be missed; they end before the last submission.
  const endless = frame.periodic && kind.startsWith("submitter-") && dice.chance(0.3);
  const repeats = !endless && !MULTIPLYING.includes(kind) && dice.chance(0.4);
  const at = dice.between(0, span * (endless ? 0.5 : 0.85));
  const lasts = scaleOf(kind, unit) * dice.pick([0.3, 1, 3, 8, 15]);
  const target = targetOf(frame, strikes, kind, scenario);
  return {
    kind,
    ...(target !== undefined && { target }),
    ...(strikes !== "class" &&
      strikes !== "none" &&
      target === undefined &&
      dice.chance(0.4) && { count: "all" }),
    ...(!repeats || dice.chance(0.5) ? { at: seconds(at) } : {}),
    ...(repeats && { every: dice.time(unit * dice.between(5, 30)) }),
    for: endless ? seconds(unit * 40) : dice.time(strikes === "class" ? lasts * 4 : lasts),
    ...(number === "factor" && { factor: round(dice.between(...(FACTORS[kind] ?? [2, 6]))) }),
    ...(number === "chance" && { chance: round(dice.between(0.05, MOST[kind] ?? 1)) }),
    ...(number === "by" && { by: by(frame, kind) }),
  };
}

/** How the length of a fault follows that of the run. */
function scaleOf(kind: FaultKind, unit: number): number {
  // A machine that refuses is asked again each second, however long the run.
  if (kind === "machine-refuses") return Math.min(unit, 20);
  // A month in which nothing ends is taken for the end of the run.
  return Math.min(unit, 6 * 3600);
}

function by({ dice, unit }: Frame, kind: FaultKind): string {
  // The same of one that is not as free as it says.
  const amount = seconds(Math.min(unit, 20) * dice.pick([0.2, 1, 5]));
  return kind === "clock-step" && dice.chance(0.6) ? `-${amount}` : amount;
}

function round(value: number): number {
  const rounded = Math.round(value * 100) / 100;
  return rounded === 1 ? 0.99 : rounded;
}

function targetOf({ dice }: Frame, strikes: string, kind: FaultKind, scenario: Json): string | undefined {
  const machines = scenario["machines"] as Json[];
  const classes = classesOf(scenario, kind === "checkpoint-corrupt");
  switch (strikes) {
    case "machine": {
      const places = machines.flatMap(({ datacenter }) =>
        datacenter === undefined ? [] : [`datacenter:${datacenter}`],
      );
      return dice.chance(0.4)
        ? String(dice.pick([...machines.map(({ name }) => name), ...places]))
        : undefined;
    }
    case "class":
      return dice.chance(0.5) || kind === "checkpoint-corrupt" ? dice.pick(classes) : undefined;
    default:
      return undefined;
  }
}

function bites(kind: FaultKind, scenario: Json): boolean {
  if (kind === "checkpoint-corrupt") return classesOf(scenario, true).length > 0;
  if (kind !== "store-slow") return true;
  const store = (scenario["control"] as Json)["store"] as Json | undefined;
  return store?.["latency"] !== undefined || store?.["gather"] !== undefined;
}

function classesOf(scenario: Json, saving: boolean): string[] {
  const workloads = (scenario["tenants"] as Json[]).flatMap((tenant) => tenant["workloads"] as Json[]);
  return workloads
    .filter((workload) => !saving || workload["checkpoint"] !== undefined)
    .map((workload) => String(workload["class"]));
}
