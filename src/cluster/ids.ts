/**
 * Unique task ids: time-ordered, 42 bits of milliseconds, 10 bits of node, 22 bits of sequence. Kept as two numbers
 * and written as text, because 74 bits do not fit a number and a rounded id is a duplicate. A clock that steps back
 * does not matter: a node never issues an id below its last one, and one that restarts begins above the highest that
 * was stored under its number, whatever its clock says.
 */
const NODES = 2 ** 10;
const SEQUENCES = 2 ** 22;
const TIMES = 2 ** 42;

export class IdGenerator {
  /** The id issued last: milliseconds since 1970, and node and sequence in one. */
  time = 0;
  tail = 0;
  readonly #base: number;
  #sequence = 0;

  constructor(node: number) {
    if (node >= NODES) throw new RangeError(`there can be ${NODES} submitter nodes at most`);
    this.#base = node * SEQUENCES;
  }

  issue(milliseconds: number): void {
    // A clock past the last time that fits is wrong; the last id's time goes on being used instead.
    if (milliseconds > this.time && milliseconds < TIMES) {
      this.time = milliseconds;
      this.#sequence = 0;
    } else if (++this.#sequence === SEQUENCES) {
      // More than four million in a millisecond: borrow from the next one rather than repeat an id.
      this.time++;
      this.#sequence = 0;
    }
    this.tail = this.#base + this.#sequence;
  }

  /** As if so many more ids had been issued within the millisecond of the last one. */
  skip(ids: number): void {
    const sequence = this.#sequence + ids;
    this.time += Math.floor(sequence / SEQUENCES);
    this.#sequence = sequence % SEQUENCES;
    this.tail = this.#base + this.#sequence;
  }

  /** Every id from now on is of a later millisecond than this one. */
  resume(floor: number): void {
    if (floor < this.time) return;
    this.time = floor;
    this.#sequence = SEQUENCES - 1;
  }
}

/** Sorts as text in the order of time, node and sequence. */
export function formatId(time: number, tail: number): string {
  return time.toString(32).padStart(9, "0") + tail.toString(32).padStart(7, "0");
}

/** The node whose generator issued an id with this tail. */
export function nodeOf(tail: number): number {
  return Math.floor(tail / SEQUENCES);
}
