/** What a plan is to survive, as faults of a scenario: the largest machine, a submitter, or each datacenter in turn. */
import { CPU } from "../../cluster/resources.ts";
import { NEVER, SECOND, type Tick } from "../../engine/time.ts";
import type { Scenario } from "../../scenario/model.ts";
import { Replica, type ReplicaSpec } from "../replica.ts";
import type { PlanDocument } from "../result.ts";

export type Survived = NonNullable<PlanDocument["survive"]>;

export interface Loss {
  /** Who is lost, in words. */
  readonly name: string;
  /** As it stands in a scenario file. */
  readonly fault: object;
}

/** Null where the scenario has nothing that it could go on with: what to change then. */
export function whyNoneSurvives(survived: Survived, { cluster }: Scenario): string | null {
  if (survived === "submitter" && cluster.control.submitters.nodes < 2)
    return "the scenario has one submitter, and nothing is accepted when it is lost; set control.submitters.nodes=2 or more";
  if (survived === "datacenter" && datacentersOf(cluster.machines).length < 2)
    return "the scenario has one datacenter, and nothing is left when it is lost; give its machines a second one";
  return null;
}

/** `at`: when it is lost, for good. */
export function lossesOf(survived: Survived, { cluster }: Scenario, at: Tick): Loss[] {
  const when = { at: at / SECOND };
  switch (survived) {
    case "machine": {
      const largest = cluster.machines.reduce((best, machine) =>
        sizeOf(machine) > sizeOf(best) ? machine : best,
      );
      return [{ name: largest.name, fault: { kind: "machine-crash", target: largest.name, ...when } }];
    }
    case "submitter":
      return [{ name: "submitter-1", fault: { kind: "submitter-crash", target: "submitter-1", ...when } }];
    case "datacenter":
      return datacentersOf(cluster.machines).map((name) => ({
        name: `datacenter ${name}`,
        fault: { kind: "machine-crash", target: `datacenter:${name}`, count: "all", ...when },
      }));
  }
}

/** A tenth of the way from the end of the warm-up to the last submission. Found by a run where it is not a matter of time. */
export function strikeTime(spec: ReplicaSpec): Tick {
  const { warmup, stop } = spec.scenario;
  const none = warmup.time === 0 || warmup.tasks === 0;
  if (stop.time < NEVER && stop.tasks === NEVER && (none || warmup.tasks === NEVER)) {
    const begin = none ? 0 : warmup.time;
    return between(begin, stop.time);
  }
  const { world } = new Replica(spec);
  let begin: Tick = none ? 0 : -1;
  while (!world.clients.stopped && world.advance(SLICE))
    if (begin < 0 && (world.now >= warmup.time || world.clients.submitted >= warmup.tasks)) begin = world.now;
  return between(Math.max(0, begin), world.now);
}

const SLICE = 1000;

function between(begin: Tick, end: Tick): Tick {
  return Math.max(1, Math.round(begin + (end - begin) / 10));
}

type Machine = Scenario["cluster"]["machines"][number];

/** What it gets done: cpu times speed. */
function sizeOf({ capacity, speed }: Machine): number {
  return capacity[CPU]! * speed;
}

function datacentersOf(machines: readonly Machine[]): string[] {
  return [...new Set(machines.map(({ datacenter }) => datacenter))];
}
