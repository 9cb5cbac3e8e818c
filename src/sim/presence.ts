/**
 * Who can be heard: turns what is true of machines and submitters (dead, held still, cut off, restarted) into what the
 * scheduler is told of it. It is told what is true when the news is written, so that news which were held up cannot
 * contradict what has happened since.
 */
import type { MachineId, NodeId } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Tick } from "../engine/time.ts";
import type { Scenario } from "../scenario/model.ts";
import { Event, Turn } from "./events.ts";
import type { FrontDoor } from "./front-door.ts";
import type { Log } from "./log.ts";
import type { Machines } from "./machines.ts";
import type { Network } from "./network.ts";
import { Pool } from "./pool.ts";
import type { Recoveries } from "./recoveries.ts";
import type { Wire } from "./wire.ts";

export class Presence {
  machines!: Machines;
  wire!: Wire;
  door!: FrontDoor;
  /** By submitter: how many faults keep its heartbeats from being heard. */
  readonly submitterMuted: Int32Array;
  readonly #scenario: Scenario;
  readonly #scheduler: Scheduler;
  readonly #clock: Float64Array;
  readonly #queue: EventQueue;
  readonly #network: Network;
  readonly #log: Log;
  readonly #recoveries: Recoveries;
  /** By machine: it was restarted, and the scheduler has not been told. */
  readonly #restarted: Uint8Array;
  /** By machine: nothing that it has sent comes before. */
  readonly #unheardUntil: Float64Array;
  readonly #news = new Pool<(now: Tick) => void>();
  /** By machine: switched off on the scheduler's order. */
  readonly #off: Uint8Array;

  constructor(
    scenario: Scenario,
    scheduler: Scheduler,
    clock: Float64Array,
    queue: EventQueue,
    network: Network,
    log: Log,
    recoveries: Recoveries,
  ) {
    this.#scenario = scenario;
    this.#scheduler = scheduler;
    this.#clock = clock;
    this.#queue = queue;
    this.#network = network;
    this.#log = log;
    this.#recoveries = recoveries;
    this.#restarted = new Uint8Array(scheduler.fleet.count);
    this.#unheardUntil = new Float64Array(scheduler.fleet.count);
    this.#off = new Uint8Array(scheduler.fleet.count);
    this.submitterMuted = new Int32Array(scenario.cluster.control.submitters.nodes);
  }

  crash(now: Tick, machine: MachineId): void {
    this.#recoveries.struck(now, "machine", machine, this.machines.attempts.on(machine).length);
    this.machines.crash(now, machine);
    this.wire.died(machine);
    this.look(now, machine);
  }

  revive(now: Tick, machine: MachineId): void {
    if (this.#off[machine] === 1) return;
    this.machines.revive(machine);
    this.#restarted[machine] = 1;
    this.look(now, machine);
  }

  /** Its messages take so much longer from now on: until the first one comes, it is not heard. */
  delayed(now: Tick, machine: MachineId, by: Tick): void {
    this.#unheardUntil[machine] = Math.max(this.#unheardUntil[machine]!, now + by);
    this.look(now, machine);
    this.#queue.add(
      now + by,
      Turn.fate,
      Event.news,
      this.#news.add((at) => this.#report(at, machine)),
      0,
    );
  }

  /** Whether the machine can be heard has changed, or may have. */
  look(now: Tick, machine: MachineId): void {
    this.#tell(now, (at) => this.#report(at, machine));
  }

  /** The same of a submitter. */
  lookAtSubmitter(now: Tick, node: NodeId): void {
    this.#tell(now, (at) => {
      const { alive } = this.#scheduler.intake.submitters;
      if (alive[node] === 1 && this.submitterMuted[node] === 0) this.#scheduler.submitterUp(at, node);
      else this.#scheduler.submitterSilent(at, node);
    });
  }

  submitterCrashed(now: Tick, node: NodeId): void {
    this.#recoveries.struck(now, "submitter", node, this.door.inFlightAt(node));
    this.lookAtSubmitter(now, node);
  }

  power(now: Tick, machine: MachineId, on: boolean): void {
    const { boot, shutdown } = this.#scenario.power;
    if (!on) {
      this.#off[machine] = 1;
      this.machines.alive[machine] = 0;
      this.wire.died(machine);
    }
    // A machine that is ordered while it shuts down has to do so first.
    else this.#queue.add(now + shutdown + boot, Turn.fate, Event.booted, machine, this.wire.life[machine]!);
  }

  booted(machine: MachineId, life: number): void {
    if (this.wire.life[machine] !== life) return;
    this.#off[machine] = 0;
    this.revive(this.#clock[0]!, machine);
  }

  #report(now: Tick, machine: MachineId): void {
    const scheduler = this.#scheduler;
    if (this.#off[machine] === 1) return;
    const { alive, paused } = this.machines;
    const unheard = this.#network.cutFrom[machine]! > 0 || this.#unheardUntil[machine]! > now;
    if (alive[machine] === 0 || paused[machine]! > 0 || unheard) {
      scheduler.machineSilent(now, machine);
      return;
    }
    if (this.#restarted[machine] === 1) {
      // It reports with a new life: whatever ran in the old one is lost, even if nobody had noticed the crash.
      this.#restarted[machine] = 0;
      scheduler.machineDown(now, machine);
    }
    if (scheduler.fleet.up[machine] === 1) {
      scheduler.machineHeard(now, machine);
      return;
    }
    // It was given up. It learns that now, stops whatever it still runs, and begins anew.
    this.machines.clear(machine);
    this.wire.renewed(machine);
    scheduler.machineUp(now, machine);
  }

  /** News that did not get through are told again. */
  again(now: Tick, index: number): void {
    this.#tell(now, this.#news.take(index));
  }

  #tell(now: Tick, apply: (now: Tick) => void): void {
    if (this.#log.direct) {
      apply(now);
      return;
    }
    this.#log.append(now, {
      led: true,
      apply,
      // Whoever leads notices it again.
      dropped: (at) => {
        this.#queue.add(at + this.#network.resend, Turn.fate, Event.news, this.#news.add(apply), 0);
      },
    });
  }
}
