/**
 * The simulated machines: they run attempts for their drawn time, stop them when told, and die. What the scheduler
 * believes about a machine may lag behind what it is; this is what it is.
 */
import type { MachineId, TaskSlot, Token } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import { type EventQueue, NO_EVENT } from "../engine/event-queue.ts";
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
  /** By task slot: the event of its end, while it runs. */
  #end = new Float64Array(0);

  constructor(scenario: Scenario, scheduler: Scheduler, queue: EventQueue) {
    const { machines } = scenario.cluster;
    this.#scheduler = scheduler;
    this.#queue = queue;
    this.alive = new Uint8Array(machines.length).fill(1);
    this.#life = new Int32Array(machines.length);
    this.#speed = Float64Array.from(machines, (machine) => machine.speed);
    this.#detection = scenario.detection;
  }

  start(now: Tick, task: TaskSlot, token: Token, machine: MachineId, duration: Tick): void {
    if (task >= this.#end.length) this.#grow();
    this.#end[task] = NO_EVENT;
    // A dead machine that nobody has noticed yet: the attempt is lost with it.
    if (this.alive[machine] === 0) return;
    const speed = this.#speed[machine]!;
    const end = now + (speed === 1 ? duration : Math.round(duration / speed));
    this.#end[task] = this.#queue.schedule(end, Turn.ends, Event.ended, task, token);
  }

  stop(now: Tick, task: TaskSlot, token: Token): void {
    // Without a pending end the attempt is lost on a dead machine, and its loss will be reported.
    if (!this.#queue.cancel(this.#end[task]!)) return;
    this.#end[task] = NO_EVENT;
    this.#queue.schedule(now, Turn.ends, Event.stopped, task, token);
  }

  crash(now: Tick, machine: MachineId): void {
    this.alive[machine] = 0;
    this.#life[machine]!++;
    const { tasks } = this.#scheduler;
    for (let task = 0; task < this.#end.length; task++) {
      if (tasks.machine[task] === machine && this.#queue.cancel(this.#end[task]!)) this.#end[task] = NO_EVENT;
    }
    this.#queue.schedule(now + this.#detection, Turn.fate, Event.detect, machine, this.#life[machine]!);
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
    const end = new Float64Array(this.#scheduler.tasks.capacity).fill(NO_EVENT);
    end.set(this.#end);
    this.#end = end;
  }
}
