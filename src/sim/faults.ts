/**
 * Faults of a scenario: when they strike, whom, and for how long, each from streams of its own, so that every policy
 * meets the same ones. After the last submission no new fault strikes; what is broken is still repaired.
 */
import type { Scheduler } from "../cluster/scheduler.ts";
import type { Digest } from "../engine/digest.ts";
import { type Distribution, distribution } from "../engine/distributions.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Random, Streams } from "../engine/random.ts";
import { NEVER, type Tick } from "../engine/time.ts";
import type { Fault, Scenario } from "../scenario/model.ts";
import { Event, Turn } from "./events.ts";
import type { Machines } from "./machines.ts";

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

export class Faults {
  readonly records: FaultRecord[] = [];
  readonly #scenario: Scenario;
  readonly #queue: EventQueue;
  readonly #machines: Machines;
  readonly #scheduler: Scheduler;
  readonly #drawn: Digest;
  readonly #sources: readonly Source[];
  readonly #submitterAlive: Uint8Array;

  constructor(
    scenario: Scenario,
    streams: Streams,
    queue: EventQueue,
    machines: Machines,
    scheduler: Scheduler,
    drawn: Digest,
  ) {
    this.#scenario = scenario;
    this.#queue = queue;
    this.#machines = machines;
    this.#scheduler = scheduler;
    this.#drawn = drawn;
    this.#submitterAlive = new Uint8Array(scenario.cluster.control.submitters.nodes).fill(1);
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
    for (const target of this.#victims(fault, random)) {
      const until = lasts === null ? NEVER : now + gap(lasts, random);
      this.#drawn.at(now);
      this.#drawn.mix(-1 - index, target, until === NEVER ? -1 : (until - now) | 0);
      this.#break(now, fault, target);
      const record =
        this.records.push({ at: now, until, kind: fault.kind, target: this.#nameOf(fault, target) }) - 1;
      if (until < NEVER) this.#queue.add(until, Turn.fate, Event.repair, record, target);
    }
    if (every !== null) this.#queue.add(now + gap(every, random), Turn.fate, Event.fault, index, 0);
  }

  repair(now: Tick, record: number, target: number): void {
    if (this.records[record]!.kind === "machine-crash") {
      this.#machines.repair(now, target);
    } else {
      this.#submitterAlive[target] = 1;
      this.#scheduler.submitterUp(now, target);
    }
  }

  #break(now: Tick, fault: Fault, target: number): void {
    if (fault.kind === "machine-crash") {
      this.#machines.crash(now, target);
    } else {
      this.#submitterAlive[target] = 0;
      this.#scheduler.submitterDown(now, target);
    }
  }

  /** Among the targets that are alive, `count` by chance, or all of them. */
  #victims(fault: Fault, random: Random): number[] {
    const alive = fault.kind === "machine-crash" ? this.#machines.alive : this.#submitterAlive;
    const left = fault.targets.filter((target) => alive[target] === 1);
    if (fault.count >= left.length) return left;
    const victims: number[] = [];
    while (victims.length < fault.count) victims.push(...left.splice(random.below(left.length), 1));
    return victims;
  }

  #nameOf(fault: Fault, target: number): string {
    return fault.kind === "machine-crash"
      ? this.#scenario.cluster.machines[target]!.name
      : `submitter-${target + 1}`;
  }
}

/** Something always takes time: a fault that ended at the instant it began would not be one. */
function gap(distribution: Distribution, random: Random): Tick {
  return Math.max(1, Math.round(distribution.sample(random)));
}
