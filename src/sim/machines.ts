/**
 * The simulated machines: they run attempts for their drawn time, stop them when told, and die. What the scheduler
 * believes about a machine may lag behind what it is; this is what it is.
 */
import type { MachineId, TaskSlot, Token } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Tick } from "../engine/time.ts";
import type { Scenario } from "../scenario/model.ts";
import { Event, Turn } from "./events.ts";

export class Machines {
  readonly alive: Uint8Array;
  readonly #scheduler: Scheduler;
  readonly #queue: EventQueue;
  readonly #speed: Float64Array;
  readonly #detection: Tick;
  /** Counts the lives of a machine, so that news of an earlier one is recognised. */
  readonly #life: Int32Array;
  /** By task slot: the token of the attempt that really runs, or 0. An end that was due for another is void. */
  #running = new Int32Array(0);
  /** By task slot: how long its attempts take at speed 1. */
  #duration = new Float64Array(0);

  constructor(scenario: Scenario, scheduler: Scheduler, queue: EventQueue) {
    const { machines } = scenario.cluster;
    this.#scheduler = scheduler;
    this.#queue = queue;
    this.alive = new Uint8Array(machines.length).fill(1);
    this.#life = new Int32Array(machines.length);
    this.#speed = Float64Array.from(machines, (machine) => machine.speed);
    this.#detection = scenario.cluster.control.monitor.heartbeat.timeout;
  }

  /** A task has come: this is how long it will take. */
  expect(task: TaskSlot, duration: Tick): void {
    if (task >= this.#running.length) this.#grow();
    this.#duration[task] = duration;
  }

  start(task: TaskSlot, token: Token, machine: MachineId): void {
    // A dead machine that nobody has noticed yet: the attempt is lost with it.
    if (this.alive[machine] === 0) {
      this.#running[task] = 0;
      return;
    }
    this.#running[task] = token;
    const speed = this.#speed[machine]!;
    const duration = this.#duration[task]!;
    const end = this.#scheduler.now + (speed === 1 ? duration : Math.round(duration / speed));
    this.#queue.add(end, Turn.ends, Event.ended, task, token);
  }

  /** The attempt's time is over: true unless it was stopped or lost before. */
  finish(task: TaskSlot, token: Token): boolean {
    return this.#running[task] === token;
  }

  stop(now: Tick, task: TaskSlot, token: Token): void {
    // An attempt that does not run is lost on a dead machine, and its loss will be reported.
    if (this.#running[task] !== token) return;
    this.#running[task] = 0;
    this.#queue.add(now, Turn.ends, Event.stopped, task, token);
  }

  crash(now: Tick, machine: MachineId): void {
    this.alive[machine] = 0;
    this.#life[machine]!++;
    const { tasks } = this.#scheduler;
    for (let task = 0; task < this.#running.length; task++) {
      if (tasks.machine[task] === machine) this.#running[task] = 0;
    }
    this.#queue.add(now + this.#detection, Turn.fate, Event.detect, machine, this.#life[machine]!);
  }

  /** The scheduler notices that a machine does not answer, unless it has come back meanwhile. */
  detect(now: Tick, machine: MachineId, life: number): void {
    if (this.#life[machine] === life && this.alive[machine] === 0) this.#scheduler.machineDown(now, machine);
  }

  repair(now: Tick, machine: MachineId): void {
    this.alive[machine] = 1;
    // It reports with a new life: whatever ran in the old one is lost, even if nobody had noticed the crash.
    this.#scheduler.machineDown(now, machine);
    this.#scheduler.machineUp(now, machine);
  }

  #grow(): void {
    const running = new Int32Array(this.#scheduler.tasks.capacity);
    running.set(this.#running);
    this.#running = running;
    const duration = new Float64Array(running.length);
    duration.set(this.#duration);
    this.#duration = duration;
  }
}
