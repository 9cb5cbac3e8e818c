/**
 * Orders and reports between the scheduler and its machines. On an ideal network with an ideal store both are plain
 * calls. Otherwise each is a message: late, lost, doubled or held up by a cut, sent again until it is acknowledged,
 * and written to the log before the scheduler hears of it.
 */
import { type MachineId, Outcome, type StopReason, type TaskSlot, type Token } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import { Status } from "../cluster/tasks.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Tick } from "../engine/time.ts";
import { Event, Turn } from "./events.ts";
import type { Log } from "./log.ts";
import type { Machines, Reports } from "./machines.ts";
import type { Network } from "./network.ts";
import { Pool } from "./pool.ts";

interface Order {
  readonly task: TaskSlot;
  readonly token: Token;
  readonly machine: MachineId;
  /** The session of the machine that it was meant for. */
  readonly session: number;
  /** 0: start; otherwise why to stop. */
  readonly reason: number;
  /** It did not get through at first: whoever sends it again knows what has become of its task since. */
  again: boolean;
  /** Which task of its slot is meant. */
  readonly serial: number;
  /** The machine has had it: its twin is recognised. */
  taken: boolean;
  /** The order to stop what it would start has come before it. */
  void: boolean;
}

interface Report {
  readonly kind: "ended" | "confirmed" | "checkpointed" | "checkpointLost" | "overused";
  readonly task: TaskSlot;
  readonly token: Token;
  readonly machine: MachineId;
  readonly life: number;
  /** The outcome, or the progress. */
  readonly value: number;
  /** It has left the machine: what happens to the machine no longer matters. */
  sent: boolean;
  /** Another one takes its place, or it is the twin of another: each report is sent again once, or they would multiply. */
  replaced: boolean;
}

export class Wire implements Reports {
  /** Messages that had to be sent again, and those that came twice. */
  resent = 0;
  doubled = 0;
  /** Starts that came after they were stopped. */
  startsIgnored = 0;
  /** Counts the lives of each machine: what one has not sent before it dies is never sent. */
  readonly life: Int32Array;
  /** Counts how often each began anew, after a death or because it had been given up: old orders are not for it. */
  readonly #session: Int32Array;
  /** By a fault of the queue: how much later starts come. */
  lateBy: Tick = 0;
  readonly #clock: Float64Array;
  readonly #queue: EventQueue;
  readonly #network: Network;
  readonly #log: Log;
  readonly #scheduler: Scheduler;
  readonly #breaks: (machine: MachineId) => void;
  /** Set once both exist: machines report through this, and orders go to them. */
  machines!: Machines;
  readonly #orders = new Pool<Order>();
  readonly #reports = new Pool<Report>();
  /** While the scheduler decides, answers have to wait until it has decided. */
  #deciding = false;

  constructor(
    scheduler: Scheduler,
    clock: Float64Array,
    queue: EventQueue,
    network: Network,
    log: Log,
    breaks: (machine: MachineId) => void,
  ) {
    this.#scheduler = scheduler;
    this.#clock = clock;
    this.#queue = queue;
    this.#network = network;
    this.#log = log;
    this.#breaks = breaks;
    this.life = new Int32Array(scheduler.fleet.count);
    this.#session = new Int32Array(scheduler.fleet.count);
  }

  /** The machine is dead or switched off. */
  died(machine: MachineId): void {
    this.life[machine]!++;
    this.#session[machine]!++;
  }

  /** The machine learns that it was given up. What it still has to report, it reports, and is refused. */
  renewed(machine: MachineId): void {
    this.#session[machine]!++;
  }

  start(now: Tick, task: TaskSlot, token: Token, machine: MachineId): void {
    if (this.#network.ideal) {
      this.#deciding = true;
      this.machines.start(now, task, token, machine);
      this.#deciding = false;
    } else this.#order(now, task, token, machine, 0);
  }

  stop(now: Tick, task: TaskSlot, token: Token, machine: MachineId, reason: StopReason): void {
    if (this.#network.ideal) {
      this.#deciding = true;
      this.machines.stop(now, task, token, machine, reason);
      this.#deciding = false;
    } else this.#order(now, task, token, machine, reason);
  }

  /** An order comes to its machine, or to a closed door. */
  deliverOrder(now: Tick, index: number): void {
    const order = this.#orders.at(index);
    const { task, token, machine, session, reason } = order;
    if (session !== this.#session[machine] || order.taken || (order.again && !this.#isWanted(order))) {
      this.#orders.free(index);
      return;
    }
    if (
      this.#network.cutTo[machine]! > 0 ||
      this.machines.paused[machine]! > 0 ||
      this.#network.isLost(machine)
    ) {
      this.resent++;
      order.again = true;
      this.#queue.add(now + this.#network.resend, Turn.ends, Event.order, index, 0);
      return;
    }
    order.taken = true;
    this.#orders.free(index);
    // So late that its task has ended and another has its slot: nobody wants it run any more.
    if (reason === 0 && order.serial !== this.machines.serialOf(task))
      this.ended(task, token, machine, Outcome.stopped, 0);
    else if (order.void) this.startsIgnored++;
    else if (reason === 0) this.machines.start(now, task, token, machine);
    else this.machines.stop(now, task, token, machine, reason as StopReason);
  }

  confirmed(task: TaskSlot, token: Token, machine: MachineId): void {
    this.#report("confirmed", task, token, machine, 0, 0);
  }
  checkpointed(task: TaskSlot, token: Token, machine: MachineId, progress: Tick): void {
    const reachable = this.#network.cutFrom[machine] === 0 && this.machines.paused[machine] === 0;
    if (reachable) this.#report("checkpointed", task, token, machine, progress, 0);
  }
  checkpointLost(task: TaskSlot, token: Token, machine: MachineId, progress: Tick): void {
    this.#report("checkpointLost", task, token, machine, progress, 0);
  }
  overused(task: TaskSlot, token: Token, machine: MachineId): void {
    this.#report("overused", task, token, machine, 0, 0);
  }
  /** Few are on their way at a time, and few are stopped so early: looking at all of them costs less than names. */
  stoppedEarly(task: TaskSlot, token: Token, machine: MachineId): void {
    if (this.#network.ideal) return;
    for (const order of this.#orders.values())
      if (order.reason === 0 && order.task === task && order.token === token && order.machine === machine)
        order.void = true;
  }
  brokenBy(machine: MachineId): void {
    this.#breaks(machine);
  }

  ended(task: TaskSlot, token: Token, machine: MachineId, outcome: Outcome, after: Tick): void {
    this.#report("ended", task, token, machine, outcome, after);
  }

  /** A report comes to the scheduler's log, or does not get through yet. */
  deliverReport(now: Tick, index: number): void {
    const report = this.#reports.at(index);
    const { machine } = report;
    if (!report.sent) {
      if (report.life !== this.life[machine] || this.machines.alive[machine] === 0) {
        this.#reports.free(index);
        return;
      }
      const held = this.#network.cutFrom[machine]! > 0 || this.machines.paused[machine]! > 0;
      if (held || this.#network.isLost(machine)) {
        this.#reports.free(index);
        this.#again(now, report);
        return;
      }
      report.sent = true;
      if (this.#network.isDoubled(machine)) {
        this.doubled++;
        this.#queue.add(
          now + this.#network.latency(machine),
          Turn.ends,
          Event.report,
          this.#reports.add({ ...report, replaced: true }),
          0,
        );
      }
      const latency = this.#network.ideal ? 0 : this.#network.latency(machine);
      if (latency > 0) {
        this.#queue.add(now + latency, Turn.ends, Event.report, index, 0);
        return;
      }
    }
    this.#reports.free(index);
    if (this.#log.direct) this.#applied(now, report);
    else
      this.#log.append(now, {
        led: true,
        apply: (at) => this.#applied(at, report),
        dropped: (at) => this.#again(at, report),
      });
  }

  #applied(now: Tick, report: Report): void {
    const { kind, task, token, value } = report;
    this.#tell(now, kind, task, token, value);
    if (report.kind === "ended" && !this.#network.ideal && this.#network.isAckLost(report.machine))
      this.#again(now, report);
  }

  #tell(now: Tick, kind: Report["kind"], task: TaskSlot, token: Token, value: number): void {
    switch (kind) {
      case "ended":
        this.#scheduler.attemptEnded(now, task, token, value as Outcome);
        break;
      case "confirmed":
        this.#scheduler.attemptConfirmed(now, task, token);
        break;
      case "checkpointed":
        this.#scheduler.checkpointed(now, task, token, value);
        break;
      case "checkpointLost":
        this.#scheduler.checkpointLost(now, task, token, value);
        break;
      case "overused":
        this.#scheduler.overused(now, task, token);
        break;
    }
  }

  #again(now: Tick, report: Report): void {
    if (report.replaced) return;
    report.replaced = true;
    this.resent++;
    // What was saved is with the store already and need not come from the machine once more.
    const again = { ...report, sent: report.kind === "checkpointed", replaced: false };
    this.#queue.add(now + this.#network.resend, Turn.ends, Event.report, this.#reports.add(again), 0);
  }

  #report(
    kind: Report["kind"],
    task: TaskSlot,
    token: Token,
    machine: MachineId,
    value: number,
    after: Tick,
  ): void {
    const at = this.#clock[0]!;
    if (after === 0 && !this.#deciding && this.#network.ideal && this.#log.direct) {
      this.#tell(at, kind, task, token, value);
      return;
    }
    // Saved progress is with the store as soon as it is saved: it reaches the scheduler even if the machine dies now.
    const sent = kind === "checkpointed";
    const report = { kind, task, token, machine, life: this.life[machine]!, value, sent, replaced: false };
    this.#queue.add(at + after, Turn.ends, Event.report, this.#reports.add(report), 0);
  }

  #order(now: Tick, task: TaskSlot, token: Token, machine: MachineId, reason: number): void {
    const session = this.#session[machine]!;
    const order = {
      task,
      token,
      machine,
      session,
      reason,
      serial: this.machines.serialOf(task),
      again: false,
      taken: false,
      void: false,
    };
    const at = now + this.#network.latency(machine) + (reason === 0 ? this.lateBy : 0);
    this.#queue.add(at, Turn.ends, Event.order, this.#orders.add(order), 0);
    if (!this.#network.isDoubled(machine)) return;
    this.doubled++;
    this.#queue.add(now + this.#network.latency(machine), Turn.ends, Event.order, this.#orders.add(order), 0);
  }

  /** An order to start is sent again only while its attempt is the present one. */
  #isWanted({ task, token, reason }: Order): boolean {
    const { tasks } = this.#scheduler;
    return reason !== 0 || (tasks.token[task] === token && tasks.status[task] === Status.running);
  }
}
