/** One round in the making: what is fed to the scheduler, and what has to be stored and then let go because of it. */
import type { Tick } from "../engine/time.ts";
import type { Clients } from "./clients.ts";
import type { JournalEntry, LiveInput } from "./inputs.ts";
import type { AttemptName, Hello } from "./protocol.ts";
import type { Fed, Replica } from "./replica.ts";
import type { RoundRecord } from "./round-record.ts";

export class Round {
  readonly now: Tick;
  /** To be acknowledged once this round is stored. */
  readonly acks: { readonly agent: number; readonly name: AttemptName; readonly accepted: boolean }[] = [];
  /** Agents that (re)joined: what they hold is compared with what they should hold once this round is stored. */
  readonly greetings: Hello[] = [];
  readonly #replica: Replica;
  readonly #clients: Clients;
  readonly #entries: JournalEntry[] = [];
  readonly #dependencies: { task: string; parent: string }[] = [];
  readonly #joined: { agent: number; incarnation: string }[] = [];

  constructor(now: Tick, replica: Replica, clients: Clients) {
    this.now = now;
    this.#replica = replica;
    this.#clients = clients;
  }

  get empty(): boolean {
    return this.#entries.length === 0 && this.#joined.length === 0;
  }

  feed(input: LiveInput): Fed {
    const { outbox } = this.#replica;
    const before = outbox.decisions.length;
    const fed = this.#replica.feed(this.now, input);
    this.#entries.push({ tick: this.now, input });
    this.#clients.follow(this.now, input, fed, outbox.decisions.slice(before));
    if (input.kind === "submit") this.#rememberParents(fed.ids, input.parents);
    return fed;
  }

  /** An agent that was not known before holds this place from now on. */
  joined(agent: number, incarnation: string): void {
    this.#joined.push({ agent, incarnation });
  }

  /** Lets the scheduler decide; the result is what has to be stored. */
  settle(): RoundRecord {
    const mark = this.#replica.settle(this.now);
    this.#entries.push({ tick: this.now, input: mark });
    return {
      round: mark.round,
      entries: this.#entries,
      dependencies: this.#dependencies,
      joined: this.#joined,
      ...this.#replica.outbox.take(),
    };
  }

  #rememberParents(ids: readonly string[], parents: readonly (readonly number[])[]): void {
    ids.forEach((task, position) => {
      for (const parent of parents[position]!) this.#dependencies.push({ task, parent: ids[parent]! });
    });
  }
}
