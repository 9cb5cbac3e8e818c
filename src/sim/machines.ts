/**
 * The simulated machines: they run attempts at their speed, stop them when told, save progress, and die. What the
 * scheduler believes about a machine may lag behind what it is; this is what it is.
 */
import { type MachineId, Outcome, StopReason, type TaskSlot, type Token } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import { KeyedHeap } from "../engine/keyed-heap.ts";
import { NEVER, SECOND, type Tick } from "../engine/time.ts";
import type { JobTask, Scenario } from "../scenario/model.ts";
import { type AttemptId, Attempts, Fate, NO_PLAN, NONE } from "./attempts.ts";
import { Event, Turn } from "./events.ts";
import type { Hazards } from "./hazards.ts";
import type { Ledger } from "./ledger.ts";
import type { Outside } from "./outside.ts";

/** What machines tell the scheduler; how it gets there is not their business. */
export interface Reports {
  confirmed(task: TaskSlot, token: Token, machine: MachineId): void;
  ended(task: TaskSlot, token: Token, machine: MachineId, outcome: Outcome, after: Tick): void;
  checkpointed(task: TaskSlot, token: Token, machine: MachineId, progress: Tick): void;
  checkpointLost(task: TaskSlot, token: Token, machine: MachineId, progress: Tick): void;
  overused(task: TaskSlot, token: Token, machine: MachineId): void;
  /** It was stopped before the order to start it came, if that is still on its way. */
  stoppedEarly(task: TaskSlot, token: Token, machine: MachineId): void;
  /** The task brings its machine down, which comes back by itself. */
  brokenBy(machine: MachineId): void;
}

/** A task that ignores being stopped is killed after this. */
const KILL_AFTER = 10 * SECOND;
/** How often an agent compares what it runs with what it should run: what was forgotten is found by then. */
const INVENTORY = 30 * SECOND;
/** A task that writes without end is stopped by its agent when this share of its work is done. */
const OUTPUT_FULL = 0.1;

export class Machines {
  readonly attempts: Attempts;
  /**
   * When attempts end as things are. Kept apart from the other events, with their places in the same order: nearly
   * all events are ends, and none of them is ever looked up or cancelled.
   */
  readonly ends = new KeyedHeap(256);
  readonly alive: Uint8Array;
  /** By machine: how many faults hold its processes still. */
  readonly paused: Int32Array;
  /** By machine, set by faults: chances and ticks. */
  readonly refuses: Float64Array;
  readonly leaks: Float64Array;
  readonly releaseDelay: Float64Array;
  readonly staleFor: Float64Array;
  /** What the machine's rate is multiplied by, because it is slow. */
  readonly slowness: Float64Array;
  readonly #scheduler: Scheduler;
  readonly #queue: EventQueue;
  readonly #ledger: Ledger;
  readonly #hazards: Hazards;
  readonly #outside: Outside;
  readonly #reports: Reports;
  readonly #speed: Float64Array;
  readonly #cpu: Float64Array;
  readonly #usageEvery: Tick;
  readonly #contends: boolean;
  readonly #confirms: boolean;
  /** The rate at which each machine works now. */
  readonly #rate: Float64Array;
  /** By machine: cpu that it has reported as free and still holds, and until when. */
  readonly #held: { readonly cpu: number; readonly until: Tick }[][];
  readonly #chance: () => number;

  constructor(
    scenario: Scenario,
    scheduler: Scheduler,
    queue: EventQueue,
    ledger: Ledger,
    hazards: Hazards,
    outside: Outside,
    reports: Reports,
    chance: () => number,
  ) {
    const { machines } = scenario.cluster;
    const { length } = machines;
    this.attempts = new Attempts(length);
    this.#scheduler = scheduler;
    this.#queue = queue;
    this.#ledger = ledger;
    this.#hazards = hazards;
    this.#outside = outside;
    this.#reports = reports;
    this.#chance = chance;
    this.alive = new Uint8Array(length).fill(1);
    this.paused = new Int32Array(length);
    this.refuses = new Float64Array(length);
    this.leaks = new Float64Array(length);
    this.releaseDelay = new Float64Array(length);
    this.staleFor = new Float64Array(length);
    this.slowness = new Float64Array(length).fill(1);
    this.#speed = Float64Array.from(machines, (machine) => machine.speed);
    this.#rate = this.#speed.slice();
    this.#cpu = Float64Array.from(machines, (machine) => machine.capacity[0]!);
    this.#held = machines.map(() => []);
    this.#usageEvery = scenario.usageEvery;
    this.#contends = !scenario.isolation;
    this.#confirms = scenario.cluster.control.queues.visibility < NEVER;
  }

  /** Tells the tasks apart that use one slot after the other. */
  serialOf(task: TaskSlot): number {
    return this.#ledger.serialOf(task);
  }

  /** The order to run a task has come. */
  start(now: Tick, task: TaskSlot, token: Token, machine: MachineId): void {
    // A dead machine that nobody has noticed yet: the attempt is lost with it.
    if (this.alive[machine] === 0) return;
    if (this.#refusesNow(now, task, machine)) {
      this.#reports.ended(task, token, machine, Outcome.refused, 0);
      return;
    }
    const errand = this.#ledger.errand(task);
    const saved = this.#scheduler.tasks.progress[task]!;
    const attempt = this.attempts.begin(task, token, machine, errand.work, now);
    this.attempts.whole[attempt] = saved + errand.work;
    this.attempts.duration[attempt] = errand.duration;
    this.attempts.template[attempt] = this.#scheduler.tasks.template[task]!;
    this.attempts.serial[attempt] = this.#ledger.serialOf(task);
    if (errand.fails) this.attempts.fate[attempt] = Fate.fails;
    if (this.#confirms) this.#reports.confirmed(task, token, machine);
    if (this.#hazards.any || this.#contends || this.#usageEvery < NEVER) this.#expose(now, attempt);
    this.#plan(now, attempt);
  }

  /** The order to stop has come. `paused`: it saves what it has done first, if it can. */
  stop(now: Tick, task: TaskSlot, token: Token, machine: MachineId, reason: StopReason): void {
    if (this.alive[machine] === 0) return;
    const attempt = this.attempts.find(task, token, machine);
    if (attempt === NONE) {
      // Either its end is on its way, or its start has not come yet.
      this.#reports.stoppedEarly(task, token, machine);
      this.#reports.ended(task, token, machine, Outcome.stopped, 0);
      return;
    }
    const { fate } = this.attempts;
    if ((fate[attempt]! & Fate.stopping) !== 0) return;
    fate[attempt]! |= Fate.stopping;
    let after = (fate[attempt]! & Fate.ignoresStop) === 0 ? 0 : KILL_AFTER;
    this.#bring(now, attempt);
    if (reason === StopReason.paused) {
      const { checkpoint } = this.#model(attempt);
      if (checkpoint !== null) {
        after += checkpoint.cost;
        this.#save(attempt, checkpoint.stages > 0 ? this.#lastCheckpoint(attempt) : this.#progress(attempt));
      }
    }
    this.attempts.endsAt[attempt] = NEVER;
    this.attempts.plan[attempt] = NO_PLAN;
    this.#queue.add(now + after, Turn.ends, Event.stopped, attempt, this.attempts.generation[attempt]!);
  }

  /** The first end that is planned is due: the attempt's work is done, unless something has changed since. */
  finishNext(now: Tick): void {
    const { attempts, ends } = this;
    const attempt = ends.item;
    const isVoid = attempts.plan[attempt] !== ends.tie;
    ends.pop();
    if (!isVoid) this.#finish(now, attempt);
  }

  #finish(now: Tick, attempt: AttemptId): void {
    const { attempts } = this;
    const fate = attempts.fate[attempt]!;
    const fails = (fate & Fate.fails) !== 0;
    if (!fails && (fate & Fate.lies) === 0) {
      const { idempotent } = this.#model(attempt).template;
      this.#outside.apply(attempts.serial[attempt]!, idempotent);
    } else if (!fails) this.#outside.missing++;
    if (fails) {
      attempts.work[attempt] = 0;
      this.#save(attempt, this.#lastCheckpoint(attempt, true));
    }
    this.#leave(now, attempt, fails ? Outcome.failed : Outcome.done);
  }

  stopped(now: Tick, attempt: AttemptId, generation: number): void {
    if (this.attempts.generation[attempt] === generation) this.#leave(now, attempt, Outcome.stopped);
  }

  /** Compares what an attempt takes with what it asked for. */
  lookAtUse(attempt: AttemptId, generation: number): void {
    const { attempts } = this;
    if (attempts.generation[attempt] !== generation) return;
    this.#reports.overused(attempts.task[attempt]!, attempts.token[attempt]!, attempts.machine[attempt]!);
  }

  /** A task brings down the machine it runs on, if it still does. */
  deadly(attempt: AttemptId, generation: number): void {
    if (this.attempts.generation[attempt] === generation)
      this.#reports.brokenBy(this.attempts.machine[attempt]!);
  }

  /** All that ran is gone; what had been saved is not. */
  crash(now: Tick, machine: MachineId): void {
    for (const attempt of this.attempts.on(machine)) {
      this.#bring(now, attempt);
      this.#save(attempt, this.#lastCheckpoint(attempt));
    }
    this.alive[machine] = 0;
    for (const attempt of this.attempts.on(machine)) this.attempts.end(attempt);
    this.#held[machine]!.length = 0;
  }

  revive(machine: MachineId): void {
    this.alive[machine] = 1;
  }

  /** Its disk is gone, and with it what ran there and what that had saved. It was not the tasks' failure. */
  loseDisk(now: Tick, machine: MachineId): void {
    const { task, token } = this.attempts;
    for (const attempt of this.attempts.on(machine)) {
      if (this.#model(attempt).checkpoint !== null)
        this.#reports.checkpointLost(task[attempt]!, token[attempt]!, machine, Number.MAX_SAFE_INTEGER);
      this.#leave(now, attempt, Outcome.lost);
    }
  }

  /** The machine is cut off or held still: what it has saved by now is known, what it saves later is not. */
  saveAll(now: Tick, machine: MachineId): void {
    for (const attempt of this.attempts.on(machine)) {
      this.#bring(now, attempt);
      this.#save(attempt, this.#lastCheckpoint(attempt));
    }
  }

  /** It learns that it was given up: it stops whatever it still runs, and says so, under tokens that are refused. */
  clear(machine: MachineId): void {
    const { attempts } = this;
    for (const attempt of attempts.on(machine)) {
      attempts.end(attempt);
      this.#reports.ended(attempts.task[attempt]!, attempts.token[attempt]!, machine, Outcome.stopped, 0);
    }
  }

  /** Its speed, its slowness, a pause or the number of its attempts has changed. */
  rateChanged(now: Tick, machine: MachineId): void {
    const rate =
      this.paused[machine]! > 0
        ? 0
        : this.#speed[machine]! * this.slowness[machine]! * this.#crowding(machine);
    if (rate === this.#rate[machine]) return;
    const running = this.attempts.on(machine);
    for (const attempt of running) this.#bring(now, attempt);
    this.#rate[machine] = rate;
    for (const attempt of running) this.#plan(now, attempt);
  }

  #refusesNow(now: Tick, task: TaskSlot, machine: MachineId): boolean {
    if (this.#held[machine]!.length > 0 && !this.#hasRoom(now, task, machine)) return true;
    return this.refuses[machine]! > 0 && this.#chance() < this.refuses[machine]!;
  }

  /** Whether the task fits besides what runs there and what is still held. */
  #hasRoom(now: Tick, task: TaskSlot, machine: MachineId): boolean {
    const held = this.#held[machine]!.filter(({ until }) => until > now);
    this.#held[machine] = held;
    let cpu = this.#ledger.modelOf(this.#scheduler.tasks.template[task]!).template.resources[0]!;
    for (const entry of held) cpu += entry.cpu;
    for (const attempt of this.attempts.on(machine)) cpu += this.#model(attempt).template.resources[0]!;
    return cpu <= this.#cpu[machine]!;
  }

  /** What chance and the faults that are about make of this attempt. */
  #expose(now: Tick, attempt: AttemptId): void {
    const { attempts } = this;
    const task = attempts.task[attempt]!;
    const { template, starts } = this.#scheduler.tasks;
    const { overuse, checkpoint } = this.#model(attempt);
    const strikes = (hazard: Parameters<Hazards["strikes"]>[0], turn: number) =>
      this.#hazards.strikes(hazard, template[task]!, attempts.serial[attempt]!, turn);
    const turn = starts[task]!;
    let fate = attempts.fate[attempt]!;
    if (strikes("task-hang", turn)) fate |= Fate.hangs;
    if (strikes("task-ignores-stop", 0)) fate |= Fate.ignoresStop;
    if (strikes("task-fails", turn)) fate |= Fate.fails;
    if (strikes("task-lies", turn)) fate |= Fate.lies;
    if (
      strikes("task-overuse", 0) ||
      (overuse !== null && this.#ledger.lotOf(attempts.serial[attempt]!) < overuse.chance)
    )
      fate |= Fate.overuses;
    if (strikes("task-output", turn)) {
      fate |= Fate.fails;
      attempts.work[attempt]! *= OUTPUT_FULL;
    }
    attempts.fate[attempt] = fate;
    const machine = attempts.machine[attempt]!;
    const saved = this.#scheduler.tasks.progress[task]!;
    if (checkpoint !== null && saved > 0 && strikes("checkpoint-corrupt", turn)) {
      attempts.work[attempt] = attempts.whole[attempt]!;
      this.#reports.checkpointLost(task, attempts.token[attempt]!, machine, saved);
    }
    const generation = attempts.generation[attempt]!;
    if (strikes("task-kills-host", 0)) {
      const at = now + Math.ceil(attempts.work[attempt]! / 2) + 1;
      this.#queue.add(at, Turn.fate, Event.deadly, attempt, generation);
      attempts.work[attempt]! *= 2;
      attempts.work[attempt]! += 4;
    }
    if ((fate & Fate.overuses) !== 0) {
      if (this.#usageEvery < NEVER)
        this.#queue.add(now + this.#usageEvery, Turn.ends, Event.usage, attempt, generation);
      if (this.#contends) this.rateChanged(now, machine);
    }
  }

  /** Without isolation, tasks that take more than they asked for take it from all. */
  #crowding(machine: MachineId): number {
    if (!this.#contends) return 1;
    const { attempts } = this;
    let used = 0;
    for (let attempt = attempts.first[machine]!; attempt !== NONE; attempt = attempts.next[attempt]!) {
      const { template, overuse } = this.#model(attempt);
      const factor = (attempts.fate[attempt]! & Fate.overuses) === 0 ? 1 : (overuse?.factor ?? 2);
      used += template.resources[0]! * factor;
    }
    return Math.min(1, this.#cpu[machine]! / used);
  }

  /** Works off what has been done since. */
  #bring(now: Tick, attempt: AttemptId): void {
    const { attempts } = this;
    const rate = this.#rate[attempts.machine[attempt]!]!;
    if ((attempts.fate[attempt]! & Fate.hangs) === 0)
      attempts.work[attempt] = Math.max(0, attempts.work[attempt]! - (now - attempts.since[attempt]!) * rate);
    attempts.since[attempt] = now;
  }

  #plan(now: Tick, attempt: AttemptId): void {
    const { attempts } = this;
    const fate = attempts.fate[attempt]!;
    const rate = this.#rate[attempts.machine[attempt]!]!;
    if ((fate & (Fate.hangs | Fate.stopping)) !== 0 || rate === 0) {
      attempts.endsAt[attempt] = NEVER;
      attempts.plan[attempt] = NO_PLAN;
      return;
    }
    const work = attempts.work[attempt]!;
    const end = now + (rate === 1 ? Math.ceil(work) : Math.round(work / rate));
    if (attempts.endsAt[attempt] === end) return;
    attempts.endsAt[attempt] = end;
    const plan = this.#queue.issueTie(Turn.ends);
    attempts.plan[attempt] = plan;
    this.ends.push(end, plan, attempt);
  }

  #leave(now: Tick, attempt: AttemptId, outcome: Outcome): void {
    const { attempts } = this;
    const task = attempts.task[attempt]!;
    const token = attempts.token[attempt]!;
    const machine = attempts.machine[attempt]!;
    attempts.end(attempt);
    if (this.#contends) this.rateChanged(now, machine);
    if (this.staleFor[machine]! > 0)
      this.#held[machine]!.push({
        cpu: this.#ledger.modelOf(attempts.template[attempt]!).template.resources[0]!,
        until: now + this.staleFor[machine]!,
      });
    const leaks = this.leaks[machine]! > 0 && this.#chance() < this.leaks[machine]!;
    if (leaks) this.#reports.ended(task, token, machine, Outcome.lost, INVENTORY);
    else this.#reports.ended(task, token, machine, outcome, this.releaseDelay[machine]!);
  }

  #model(attempt: AttemptId): JobTask {
    return this.#ledger.modelOf(this.attempts.template[attempt]!);
  }

  #progress(attempt: AttemptId): Tick {
    return Math.floor(this.attempts.whole[attempt]! - this.attempts.work[attempt]!);
  }

  /** How far the last checkpoint is; a stage that failed is not done. */
  #lastCheckpoint(attempt: AttemptId, failed = false): Tick {
    const { checkpoint } = this.#model(attempt);
    if (checkpoint === null) return 0;
    const progress = this.#progress(attempt);
    if (checkpoint.stages === 0) return Math.floor(progress / checkpoint.every) * checkpoint.every;
    const length = this.attempts.duration[attempt]! / checkpoint.stages;
    // Rounding a stage's end to a whole tick must not lose the stage.
    const stages = Math.floor((progress + 1) / length) - (failed ? 1 : 0);
    return Math.floor(Math.max(0, stages) * length);
  }

  #save(attempt: AttemptId, progress: Tick): void {
    if (progress <= 0) return;
    const { task, token, machine } = this.attempts;
    this.#reports.checkpointed(task[attempt]!, token[attempt]!, machine[attempt]!, progress);
  }
}
