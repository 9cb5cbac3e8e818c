/**
 * What a policy is: a few pure answers over read-only views. Every question has a default, so that most policies
 * are a dozen lines; the scheduler keeps the indexes. The same object decides in the virtual world and live.
 */
import type { Random } from "../engine/random.ts";
import type { Tick } from "../engine/time.ts";
import type { Resource } from "./resources.ts";
import type { Schedule } from "./spec.ts";

/** The queues in the order in which they are served. */
export const LANES = ["urgent", "periodic", "delayable", "off-peak"] as const;
export type Lane = (typeof LANES)[number];

/** A task as a policy sees it. Views are reused: read them, do not keep them. */
export interface TaskView {
  readonly tenant: string;
  readonly class: string;
  /** Of the tenant's plan; higher is more important. */
  readonly priority: number;
  readonly weight: number;
  readonly submittedAt: Tick;
  /** Infinity when the task may wait for ever. */
  readonly delayTolerance: Tick;
  readonly executionCap: Tick;
  /** How long its owner says it runs, or else its cap; Infinity when neither was said. */
  readonly estimate: Tick;
  /** How much of its work need not be done again, in ticks on a machine of speed 1. */
  readonly progress: Tick;
  /** An interrupted attempt goes on from its last checkpoint. */
  readonly checkpoints: boolean;
  /** How long its attempts have held machines so far, in ticks. */
  readonly served: Tick;
  /** A number from 0 to 1 that chance gave to this task, always the same. */
  readonly lot: number;
  /** Where its owner's clients are; empty: nowhere in particular. */
  readonly datacenter: string;
  /** Attempts already made. */
  readonly attempts: number;
  readonly schedule: Schedule;
  readonly offPeak: boolean;
  /** How much of a resource it asks for: cores, bytes, operations, bytes per second, ports. */
  needs(resource: Resource): number;
}

/** A tenant with waiting tasks, as a policy that divides the cluster sees it. */
export interface TenantView {
  readonly name: string;
  readonly weight: number;
  /** Of its plan; higher is more important. */
  readonly priority: number;
  /** Its tasks that hold a machine now. */
  readonly running: number;
  /** What it holds of a resource, as a share of what there is. */
  share(resource: Resource): number;
  /** The largest of its shares. */
  readonly dominantShare: number;
  /** What it has held so far: cores times ticks. */
  readonly served: number;
}

export interface ClusterView {
  readonly now: Tick;
  /** What energy costs now, 1 being usual; on average over the day; and when it is cheapest. */
  readonly price: number;
  readonly meanPrice: number;
  readonly leastPrice: number;
  /** Share of cpu in use on machines that are up, from 0 to 1. */
  readonly utilization: number;
  /** Utilisation has reached the peak threshold. */
  readonly peak: boolean;
  /** Cores of the machines that are up. */
  readonly cores: number;
  /** Of these, not in use. */
  readonly freeCpu: number;
  /** Tasks that are ready and not yet in the queue. */
  readonly backlog: number;
  /** Tasks in the queue. */
  readonly queued: number;
  /** Cores that the average task of the backlog and the queue asks for; 0 when there is none. */
  readonly meanCpuAsked: number;
  /** Work that waits, of tasks with at most this tolerance and by their estimates: cores times ticks. */
  waitingWork(tolerance: Tick): number;
}

/** The machines as a placement of the user's own sees them, numbered from 0 in scenario order. */
export interface MachinesView {
  readonly count: number;
  readonly random: Random;
  /** It is up and has room for the task in question. */
  fits(machine: number): boolean;
  free(machine: number, resource: Resource): number;
  capacity(machine: number, resource: Resource): number;
  speed(machine: number): number;
  datacenter(machine: number): string;
}

export const PLACEMENTS = [
  "first-fit",
  "best-fit",
  "worst-fit",
  "random",
  "power-of-two",
  "right-size",
  "near",
] as const;
export type PlacementName = (typeof PLACEMENTS)[number];

export interface Policy {
  readonly name: string;
  /** One sentence for `sim policies`. */
  readonly summary?: string;
  /** Which lane a task waits in. Default: one lane for all, "delayable". */
  lane?(task: TaskView): Lane;
  /** Who goes first within a lane: the smallest. Default, and on a tie: the one that was ready first. */
  rank?(task: TaskView): number;
  /** When a task that still waits moves to the urgent lane. Default: never. */
  urgentAt?(task: TaskView): Tick;
  /** May this lane be served now? Default: yes. */
  serves?(lane: Lane, cluster: ClusterView): boolean;
  /** How many tasks of the backlog go into the queue now. Default: all. */
  batch?(cluster: ClusterView): number;
  /** Is it taken in at all? A refused one is told that it could not be started in time. Default: yes. */
  admits?(task: TaskView, cluster: ClusterView): boolean;
  /** Which tenant's turn it is, in a lane: the one with the smallest. Default: tenants do not matter, tasks do. */
  tenantRank?(tenant: TenantView): number;
  /** Is a running task paused for one that waits and does not fit? The waiting one may then take its place. Default: no. */
  givesWay?(running: TaskView, waiting: TaskView): boolean;
  /** How long an attempt may hold its machine while others wait; it is paused then. Default: as long as it takes. */
  quantum?(task: TaskView): Tick;
  /** A task that fits may start while one before it in its lane does not fit. Default: true. */
  readonly overtaking?: boolean;
  /** Which machine, by name or by a function that returns its number, or -1 for none. Default: "first-fit". */
  readonly placement?: PlacementName | ((task: TaskView, machines: MachinesView) => number);
}

/** What a scenario may set on a policy; `{ "name": "off-peak", "placement": "best-fit" }`. */
export type PolicyParameters = Readonly<Record<string, unknown>>;

/** A policy as it is listed and chosen: a name, and a way to make it from the scenario's parameters. */
export interface PolicyDefinition {
  readonly name: string;
  readonly summary: string;
  /** Parameters with their defaults and what they mean. */
  readonly parameters: Readonly<Record<string, { readonly default: number; readonly meaning: string }>>;
  make(parameters: Readonly<Record<string, number>>): Policy;
}

/** For policy files: gives completion and checks, and returns the policy as it is. */
export function definePolicy(policy: Policy): Policy {
  return policy;
}

/** A policy broke its promise: the run cannot go on. */
export function blame(policy: Policy, message: string): never {
  throw new PolicyError(`policy ${policy.name}: ${message}`);
}

/** A policy answered something that cannot be done. */
export class PolicyError extends Error {
  override name = "PolicyError";
  readonly code = "POLICY";
}
