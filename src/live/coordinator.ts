/**
 * The live driver, in rounds: take what arrived, feed it to the scheduler, let it decide, store all of it in one
 * transaction, and only then let anything leave. A crash at any point loses nothing that was acknowledged, and
 * nothing that was not stored has happened.
 */
import { Outcome } from "../cluster/ports.ts";
import { Status } from "../cluster/tasks.ts";
import type { Clients } from "./clients.ts";
import type { LiveClock } from "./clock.ts";
import type { Arrival, Inbox } from "./inbox.ts";
import { agentOf, Orders } from "./orders.ts";
import type { Hello, Result, ToAgent } from "./protocol.ts";
import type { Replica } from "./replica.ts";
import { Round } from "./round.ts";
import type { RoundRecord } from "./round-record.ts";
import type { Store } from "./store.ts";
import { COALESCE } from "./timings.ts";

export interface CoordinatorOptions {
  readonly replica: Replica;
  readonly clients: Clients;
  readonly clock: LiveClock;
  readonly store: Store;
  readonly agents: number;
  readonly send: (agent: number, message: ToAgent) => void;
  readonly onRound: () => void;
}

/** Longer than this no timer of the runtime can wait; it is set again then. */
const LONGEST_TIMER = 2 ** 31 - 1;

export class Coordinator {
  readonly #options: CoordinatorOptions;
  readonly #orders: Orders;
  readonly #inbox: Inbox;
  #timer: NodeJS.Timeout | null = null;
  #timerIsSoon = false;
  #halted = true;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  /** What has arrived before the coordinator could be made is in the inbox already. */
  constructor(options: CoordinatorOptions, inbox: Inbox) {
    const { replica, clients, clock, agents, send } = options;
    this.#options = options;
    this.#inbox = inbox;
    this.#orders = new Orders(replica, clients, clock, agents, send);
  }

  /** Runs until everything has ended. Rejects when the store fails or the scheduler breaks a promise. */
  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#halted = false;
      this.#soon();
    });
  }

  /** Stops at once: nothing more is fed, stored or sent. */
  halt(): void {
    this.#halted = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  arrived(): void {
    this.#soon();
  }

  /** All that arrives within a moment goes into one round and one commit. */
  #soon(): void {
    if (this.#halted || this.#timerIsSoon) return;
    this.#setTimer(COALESCE);
    this.#timerIsSoon = true;
  }

  #setTimer(milliseconds: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(), milliseconds);
  }

  #tick(): void {
    this.#timer = null;
    this.#timerIsSoon = false;
    if (this.#halted) return;
    try {
      this.#round();
    } catch (error) {
      this.halt();
      this.#reject(error);
    }
  }

  #round(): void {
    const { replica, clients, clock, store, onRound } = this.#options;
    const round = new Round(clock.now(), replica, clients);
    for (const arrival of this.#inbox.take()) this.#take(round, arrival);
    if (replica.outbox.wake <= round.now) round.feed({ kind: "wake" });
    for (let input = clients.due(round.now); input !== null; input = clients.due(round.now))
      round.feed(input);
    let stored: RoundRecord | null = null;
    if (!round.empty) {
      stored = round.settle();
      store.commit(stored);
    }
    this.#release(round, stored);
    onRound();
    if (replica.over) {
      this.halt();
      this.#resolve();
      return;
    }
    const next = Math.min(replica.outbox.wake, clients.nextAt);
    if (!this.#timerIsSoon) this.#setTimer(Math.min(LONGEST_TIMER, Math.ceil(clock.millisecondsUntil(next))));
  }

  #take(round: Round, arrival: Arrival): void {
    switch (arrival.kind) {
      case "result":
        this.#report(round, arrival.agent, arrival.result);
        break;
      case "lost":
        for (const machine of this.#machinesOf(arrival.agent)) this.#down(round, machine);
        break;
      case "joined":
        for (const result of arrival.hello.results) this.#report(round, arrival.agent, result);
        if (!arrival.same) this.#newIncarnation(round, arrival.hello);
        round.greetings.push(arrival.hello);
        break;
    }
  }

  #report(round: Round, agent: number, { task, token, outcome, reason }: Result): void {
    // A task that is not in flight has ended: the report was stored before, or is about a lost attempt.
    const inFlight = this.#options.replica.outbox.slots.has(task);
    const { accepted } = inFlight
      ? round.feed({
          kind: "ended",
          task,
          token,
          outcome: Outcome[outcome],
          ...(reason !== undefined && { reason }),
        })
      : { accepted: false };
    round.acks.push({ agent, name: { task, token }, accepted });
  }

  /** Whatever ran under this number in an earlier life is lost. */
  #newIncarnation(round: Round, { agent, incarnation }: Hello): void {
    const { fleet } = this.#options.replica.scheduler;
    for (const machine of this.#machinesOf(agent)) {
      if (this.#isBusy(machine)) this.#down(round, machine);
      if (fleet.up[machine] === 0) round.feed({ kind: "machine-up", machine });
    }
    round.joined(agent, incarnation);
  }

  #down(round: Round, machine: number): void {
    if (this.#options.replica.scheduler.fleet.up[machine] === 1)
      round.feed({ kind: "machine-down", machine });
  }

  #release(round: Round, stored: RoundRecord | null): void {
    const { send } = this.#options;
    for (const { agent, name, accepted } of round.acks) send(agent, { type: "ack", ...name, accepted });
    const decisions = stored?.decisions ?? [];
    this.#orders.release(decisions);
    for (const hello of round.greetings) this.#orders.reconcile(hello, decisions);
  }

  #isBusy(machine: number): boolean {
    const { tasks } = this.#options.replica.scheduler;
    for (const task of this.#options.replica.outbox.slots.values()) {
      const status = tasks.status[task];
      if (tasks.machine[task] === machine && (status === Status.running || status === Status.stopping))
        return true;
    }
    return false;
  }

  #machinesOf(agent: number): number[] {
    const { replica, agents } = this.#options;
    return replica.scheduler.cluster.machines.flatMap((_, machine) =>
      agentOf(machine, agents) === agent ? [machine] : [],
    );
  }
}
