/**
 * Tells silence from death. Members send heartbeats, and one that was not heard for the timeout is taken for dead. No
 * heartbeat is an event: a member is heard all the time unless the world says that it fell silent, and when its last
 * heartbeat was follows from the clock, because everyone beats at a time of its own in each interval.
 */
import { NEVER, type Tick } from "../engine/time.ts";
import type { Heartbeat } from "./spec.ts";

export class FailureDetector {
  readonly #every: Tick;
  readonly #timeout: Tick;
  readonly #members: number;
  /** Silent members and when each is taken for dead. */
  readonly #deadlines = new Map<number, Tick>();
  /** Of members that were not heard of since, those taken for dead included. */
  readonly #lastBeats = new Map<number, Tick>();

  constructor(heartbeat: Heartbeat, members: number) {
    this.#every = heartbeat.every;
    this.#timeout = heartbeat.timeout;
    this.#members = members;
  }

  /** Nothing is heard of the member from now on. Returns its deadline, never before now. */
  silent(now: Tick, member: number): Tick {
    const known = this.#deadlines.get(member);
    if (known !== undefined) return known;
    // To have been there at the beginning counts as a heartbeat.
    const lastBeat = Math.max(0, this.#beatUntil(now, member));
    const deadline = Math.max(now, lastBeat + this.#timeout);
    this.#deadlines.set(member, deadline);
    this.#lastBeats.set(member, lastBeat);
    return deadline;
  }

  /** A sign of life. False when the member was not silent, or is taken for dead already. */
  heard(member: number): boolean {
    this.#lastBeats.delete(member);
    return this.#deadlines.delete(member);
  }

  /** When the member is taken for dead; NEVER when it is heard, or already is. */
  deadline(member: number): Tick {
    return this.#deadlines.get(member) ?? NEVER;
  }

  /** When it was last heard of. */
  lastHeard(now: Tick, member: number): Tick {
    return this.#lastBeats.get(member) ?? now;
  }

  /** The next deadline. */
  get dueAt(): Tick {
    let least = NEVER;
    for (const deadline of this.#deadlines.values()) if (deadline < least) least = deadline;
    return least;
  }

  /** Members to be taken for dead by now, in the order of their deadlines. Each is named once: one death is one death. */
  due(now: Tick): number[] {
    const due = [...this.#deadlines].filter(([, deadline]) => deadline <= now);
    due.sort(([one, at], [other, otherAt]) => at - otherAt || one - other);
    return due.map(([member]) => {
      this.#deadlines.delete(member);
      return member;
    });
  }

  /** A new leader has not listened before: everyone silent gets a full timeout from now. */
  grace(now: Tick): void {
    for (const member of this.#deadlines.keys()) this.#deadlines.set(member, now + this.#timeout);
  }

  /** When a member that is well at `now` is heard next: until then, a silence that is over still looks like one. */
  nextBeat(now: Tick, member: number): Tick {
    const beat = this.#beatUntil(now, member);
    return beat === now ? now : beat + this.#every;
  }

  /** The last beat at or before `now`, even one before the beginning of time. */
  #beatUntil(now: Tick, member: number): Tick {
    if (this.#every === 0) return now;
    const phase = Math.floor((member / this.#members) * this.#every);
    return phase + Math.floor((now - phase) / this.#every) * this.#every;
  }
}
