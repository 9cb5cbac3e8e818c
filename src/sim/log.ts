/**
 * The log in front of the scheduler: whatever is told to it is written to the store first and applied when it is
 * durable, in order, while somebody leads. So the scheduler's memory never knows more than the store, and whoever
 * leads next and reads the log knows the same. With an ideal store and one leader an entry is applied at once.
 */
import type { NodeId } from "../cluster/ports.ts";
import { type Distribution, distribution } from "../engine/distributions.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Random, Streams } from "../engine/random.ts";
import type { Tick } from "../engine/time.ts";
import type { Scenario } from "../scenario/model.ts";
import { Event, Turn } from "./events.ts";
import type { Watch } from "./watch.ts";

/** Something to be told to the scheduler. */
export interface Entry {
  apply(now: Tick): void;
  /** It was not written, or nobody knows whether it was. Whoever sent it has no answer and will ask again. */
  dropped(now: Tick): void;
  /** Needs a leader, as all do but submissions: those are written by the submitters themselves. */
  readonly led: boolean;
}

export class Log {
  watch: Watch | null = null;
  /** No store that takes time and no leader that could be absent. */
  readonly direct: boolean;
  /** Somebody leads and can reach the store. */
  led = true;
  /** Of the leader; what was written under another one is refused by the store. */
  term = 1;
  /** Entries that an old leader tried to write. */
  fenced = 0;
  /** The longest time that a write has taken so far. */
  longestWrite: Tick = 0;
  /** Entries whose writer did not learn whether they were written. */
  unknown = 0;
  /** Entries that were lost before they were durable; their senders ask again. */
  dropped = 0;
  /** By faults: how many times as slow the store is, whether it takes anything, whether it comes to an end. */
  slowness = 1;
  #refusing = 0;
  #stalled = 0;
  unknownChance = 0;
  readonly #queue: EventQueue;
  readonly #random: Random;
  readonly #latency: Distribution | null;
  readonly #gather: Tick;
  /** Being gathered, being written, waiting for a leader to write them, and written but with nobody to apply them. One group is written at a time. */
  #gathered: Written[] = [];
  #writing: Written[] = [];
  #waiting: Entry[] = [];
  #durable: Entry[] = [];
  /** By replica: what was told to it before it stood still. Whoever told it has told its successor since. */
  readonly #inOldHands = new Map<NodeId, readonly Written[]>();
  #busy = false;
  /** Grows when the store forgets what it was doing, so that events of before are recognised. */
  #epoch = 0;

  constructor(scenario: Scenario, streams: Streams, queue: EventQueue, managed: boolean) {
    const { store, faults } = scenario;
    this.#queue = queue;
    this.#random = streams.stream("store");
    this.#latency = store.latency === null ? null : distribution(store.latency);
    this.#gather = store.gather;
    this.direct =
      this.#latency === null &&
      this.#gather === 0 &&
      !managed &&
      !faults.some(({ kind }) => kind.startsWith("store-"));
  }

  /** Entries on their way. */
  get pending(): number {
    return this.#gathered.length + this.#writing.length + this.#waiting.length + this.#durable.length;
  }

  append(now: Tick, entry: Entry): void {
    if (entry.led && !this.led) {
      this.#waiting.push(entry);
      return;
    }
    if (this.#refusing > 0) {
      this.#drop(now, entry);
      return;
    }
    this.#gathered.push({ entry, term: this.term });
    if (!this.#busy && this.#stalled === 0) this.#begin(now);
  }

  /** The next step of the group in progress: it is complete, or it is written. */
  step(now: Tick, epoch: number, written: number): void {
    if (epoch !== this.#epoch) return;
    if (written === 0) {
      this.#write(now);
      return;
    }
    const entries = this.#writing;
    this.#writing = [];
    this.#busy = false;
    if (this.#gathered.length > 0) this.#begin(now);
    for (const written of entries) this.#written(now, written);
  }

  /** Another one leads under a new term, while `held` stands still with what was told to it in its hands. */
  takeOver(term: number, held: NodeId): void {
    if (held >= 0)
      this.#inOldHands.set(
        held,
        this.#waiting.map((entry) => ({ entry: { ...entry, dropped: asked }, term: this.term })),
      );
    this.term = term;
  }

  /** It moves again, does not know yet that another one leads, and writes. The store refuses its old term. */
  comeBack(now: Tick, replica: NodeId): void {
    const written = this.#inOldHands.get(replica);
    if (written === undefined || this.#refusing > 0) return;
    this.forget(replica);
    this.#gathered.push(...written);
    if (written.length > 0 && !this.#busy && this.#stalled === 0) this.#begin(now);
  }

  /** With a replica dies what it had in its hands. */
  forget(replica: NodeId): void {
    this.#inOldHands.delete(replica);
  }

  /** There is a leader (again): what is written is applied, and what waited to be written is written. */
  resume(now: Tick): void {
    this.led = true;
    const durable = this.#durable;
    this.#durable = [];
    for (const entry of durable) entry.apply(now);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const entry of waiting) this.append(now, entry);
  }

  /** The store takes nothing (down, or full) until it is released as often. */
  refuse(): void {
    this.#refusing++;
  }
  accept(): void {
    this.#refusing--;
  }
  get refusing(): boolean {
    return this.#refusing > 0;
  }

  /** Whoever writes may not hear for a while what became of it. */
  get troubled(): boolean {
    return !this.led || this.#refusing > 0 || this.#stalled > 0 || this.unknownChance > 0;
  }

  /** What was not durable is gone. */
  crash(now: Tick): void {
    const lost = this.#takeBack();
    this.#gathered = [];
    for (const { entry } of lost) this.#drop(now, entry);
  }

  /** Nothing comes to an end until it is released as often; what is being written starts anew then. */
  stall(): void {
    this.#stalled++;
    this.#gathered = this.#takeBack();
  }
  unstall(now: Tick): void {
    if (--this.#stalled === 0 && this.#gathered.length > 0 && !this.#busy) this.#begin(now);
  }

  #takeBack(): Written[] {
    this.#epoch++;
    this.#busy = false;
    const all = [...this.#writing, ...this.#gathered];
    this.#writing = [];
    return all;
  }

  #begin(now: Tick): void {
    this.#busy = true;
    if (this.#gather === 0) this.#write(now);
    else this.#queue.add(now + this.#gather, Turn.ends, Event.durable, this.#epoch, 0);
  }

  #write(now: Tick): void {
    this.#writing = this.#gathered;
    this.#gathered = [];
    const latency =
      this.#latency === null ? 0 : Math.round(this.#latency.sample(this.#random) * this.slowness);
    this.longestWrite = Math.max(this.longestWrite, this.#gather + latency);
    this.#queue.add(now + latency, Turn.ends, Event.durable, this.#epoch, 1);
  }

  #written(now: Tick, { entry, term }: Written): void {
    if (this.unknownChance > 0 && this.#random.uniform() < this.unknownChance) {
      // The answer got lost: the write took place or not, and the writer has to ask again in either case.
      this.unknown++;
      if (this.#random.uniform() < 0.5) this.#settle(now, entry, term);
      entry.dropped(now);
    } else this.#settle(now, entry, term);
  }

  #settle(now: Tick, entry: Entry, term: number): void {
    if (entry.led && term !== this.term) {
      this.fenced++;
      entry.dropped(now);
    } else if (entry.led && !this.led) this.#durable.push(entry);
    else {
      if (entry.led) this.watch?.applied(now, term);
      entry.apply(now);
    }
  }

  #drop(now: Tick, entry: Entry): void {
    this.dropped++;
    entry.dropped(now);
  }
}

/** Whoever sent the entry has sent it again already. */
function asked(): void {}

interface Written {
  readonly entry: Entry;
  /** Of the leader who wrote it. */
  readonly term: number;
}
