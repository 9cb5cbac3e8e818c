/**
 * Faults of a scenario: when they strike, whom, and for how long, each from streams of its own, so that every policy
 * meets the same ones. After the last submission no new fault strikes; what is broken is still repaired. What a kind
 * of fault does is in the files of faults/.
 */
import type { MachineId } from "../cluster/ports.ts";
import { type Distribution, distribution } from "../engine/distributions.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Random, Streams } from "../engine/random.ts";
import { MINUTE, NEVER, SECOND, type Tick } from "../engine/time.ts";
import type { Fault, FaultKind, Scenario } from "../scenario/model.ts";
import { Event, Turn } from "./events.ts";
import type { FaultActions } from "./faults/action.ts";
import { controlFaults } from "./faults/control.ts";
import { machineFaults } from "./faults/machines.ts";
import { networkFaults } from "./faults/network.ts";
import { storeFaults } from "./faults/store.ts";
import { taskFaults } from "./faults/tasks.ts";
import type { World } from "./world.ts";

export interface FaultRecord {
  readonly at: Tick;
  /** NEVER while it lasts. */
  until: Tick;
  readonly kind: string;
  readonly target: string;
}

interface Source {
  readonly fault: Fault;
  readonly random: Random;
  readonly every: Distribution | null;
  readonly lasts: Distribution | null;
}

/** Faults that are over at once, and how long it then takes until all is as before. */
const INSTANT: Readonly<Partial<Record<FaultKind, Tick>>> = {
  "machine-restart": SECOND,
  "machine-disk-lost": 1,
  "limiter-amnesia": 1,
  "submitter-rewind": SECOND,
  "clock-step": 1,
  "id-burst": 1,
  "store-crash": SECOND,
};

/** A machine that a task brought down comes back after this. */
const BROKEN_FOR = MINUTE;

export class Faults {
  readonly records: FaultRecord[] = [];
  /** How often each kind has struck. */
  readonly fired: Partial<Record<FaultKind, number>> = {};
  readonly #world: World;
  readonly #scenario: Scenario;
  readonly #queue: EventQueue;
  readonly #sources: readonly Source[];
  readonly #actions: FaultActions;
  readonly #repairs: { readonly source: number; readonly target: number; readonly number: number }[] = [];
  /** Chance that the queue delivers an entry twice. */
  redelivery = 0;
  readonly #random: Random;

  constructor(world: World, scenario: Scenario, streams: Streams, queue: EventQueue) {
    this.#world = world;
    this.#scenario = scenario;
    this.#queue = queue;
    this.#random = streams.stream("redelivery");
    this.#actions = {
      ...machineFaults(world),
      ...networkFaults(world),
      ...controlFaults(world),
      ...storeFaults(world, this),
      ...taskFaults(world),
    };
    this.#sources = scenario.faults.map((fault, index) => ({
      fault,
      random: streams.stream("faults", String(index)),
      every: fault.every === null ? null : distribution(fault.every),
      lasts: fault.lasts === null ? null : distribution(fault.lasts),
    }));
  }

  begin(): void {
    this.#sources.forEach(({ fault, every, random }, index) => {
      const at = fault.drawnFirst ? fault.at + gap(every!, random) : fault.at;
      if (at < NEVER) this.#queue.add(at, Turn.fate, Event.fault, index, 0);
    });
  }

  strike(now: Tick, index: number): void {
    const { fault, random, every, lasts } = this.#sources[index]!;
    const { kind, number } = fault;
    for (const position of this.#victims(fault, random)) {
      const target = fault.targets[position]!;
      const after = lasts === null ? (INSTANT[kind] ?? NEVER) : gap(lasts, random);
      const { drawn } = this.#world;
      drawn.at(now);
      drawn.mix(-1 - index, target, after === NEVER ? -1 : after | 0);
      this.fired[kind] = (this.fired[kind] ?? 0) + 1;
      this.records.push({ at: now, until: now + after, kind, target: fault.names[position]! });
      if (after < NEVER) {
        const repair = this.#repairs.push({ source: index, target, number }) - 1;
        this.#queue.add(now + after, Turn.fate, Event.repair, repair, 0);
      }
      this.#actions[kind].begin(now, target, number);
    }
    if (every !== null) this.#queue.add(now + gap(every, random), Turn.fate, Event.fault, index, 0);
  }

  repair(now: Tick, index: number): void {
    const { source, target, number } = this.#repairs[index]!;
    if (source < 0) this.#world.presence.revive(now, target);
    else this.#actions[this.#sources[source]!.fault.kind].end(now, target, number);
  }

  /** A task brings its machine down. */
  breakMachine(now: Tick, machine: MachineId): void {
    if (this.#world.machines.alive[machine] === 0) return;
    const target = this.#scenario.cluster.machines[machine]!.name;
    this.records.push({ at: now, until: now + BROKEN_FOR, kind: "machine-crash", target });
    const repair = this.#repairs.push({ source: -1, target: machine, number: 0 }) - 1;
    this.#queue.add(now + BROKEN_FOR, Turn.fate, Event.repair, repair, 0);
    this.#world.presence.crash(now, machine);
  }

  /** Whether the queue delivers what it has just delivered once more. */
  redelivers(): boolean {
    return this.redelivery > 0 && this.#random.uniform() < this.redelivery;
  }

  /** Among the targets that can be struck, `count` by chance, or all of them: positions in the fault's list. */
  #victims(fault: Fault, random: Random): number[] {
    const { canStrike } = this.#actions[fault.kind];
    const left = [...fault.targets.keys()].filter((i) => canStrike?.(fault.targets[i]!) ?? true);
    if (fault.count >= left.length) return left;
    const victims: number[] = [];
    while (victims.length < fault.count) victims.push(...left.splice(random.below(left.length), 1));
    return victims;
  }
}

/** Something always takes time: a fault that ended at the instant it began would not be one. */
function gap(distribution: Distribution, random: Random): Tick {
  return Math.max(1, Math.round(distribution.sample(random)));
}
