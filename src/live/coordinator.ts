/**
 * The live driver, in rounds: take what arrived, feed it to the scheduler, let it decide, store all of it in one
 * transaction, and only then let anything leave. A crash at any point loses nothing that was acknowledged, and
 * nothing that was not stored has happened.
 */
import type { Clients } from "./clients.ts";
import type { LiveClock } from "./clock.ts";
import type { Inbox } from "./inbox.ts";
import { Orders } from "./orders.ts";
import type { ToAgent } from "./protocol.ts";
import { Reception } from "./reception.ts";
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
  readonly #reception: Reception;
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
    this.#reception = new Reception(replica, this.#orders, agents);
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
    for (const arrival of this.#inbox.take()) this.#reception.take(round, arrival);
    this.#reception.boot(round);
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
    const next = Math.min(replica.outbox.wake, clients.nextAt, this.#reception.nextBoot);
    if (!this.#timerIsSoon) this.#setTimer(Math.min(LONGEST_TIMER, Math.ceil(clock.millisecondsUntil(next))));
  }

  #release(round: Round, stored: RoundRecord | null): void {
    const { send } = this.#options;
    for (const { agent, name, accepted } of round.acks) send(agent, { type: "ack", ...name, accepted });
    const decisions = stored?.decisions ?? [];
    this.#orders.release(decisions);
    for (const hello of round.greetings) this.#orders.reconcile(hello, decisions);
  }
}
