/**
 * Idempotency keys: a submission that comes again under its key is recognised, answered with the id of the first, and
 * not run twice; the same key with another payload is an error. A key is remembered for a period from its first use.
 * All are remembered equally long, so they are forgotten in the order in which they came, and memory is bounded by the
 * keys of one period.
 */
import { assert } from "../engine/assert.ts";
import type { Tick } from "../engine/time.ts";

/** new: never seen, and taken from now on; same: seen with this payload; other: seen with another one. */
export type Claim = "new" | "same" | "other";

const NO_ID = -1;

export class Keys {
  readonly #rememberFor: Tick;
  /** Where a key is: a number that grows with every claim, its place in the ring below being the last bits of it. */
  readonly #places = new Map<number, number>();
  #first = 0;
  #next = 0;
  #key = new Float64Array(16);
  #claimedAt = new Float64Array(16);
  #payload = new Float64Array(16);
  #idTime = new Float64Array(16);
  #idTail = new Float64Array(16);

  constructor(rememberFor: Tick) {
    this.#rememberFor = rememberFor;
  }

  get size(): number {
    return this.#places.size;
  }

  claim(now: Tick, key: number, payload: number): Claim {
    this.#forgetUntil(now);
    const place = this.#places.get(key);
    if (place !== undefined) return this.#payload[this.#slot(place)] === payload ? "same" : "other";
    if (this.#next - this.#first === this.#key.length) this.#grow();
    const slot = this.#slot(this.#next);
    this.#key[slot] = key;
    this.#claimedAt[slot] = now;
    this.#payload[slot] = payload;
    this.#idTime[slot] = NO_ID;
    this.#places.set(key, this.#next++);
    return "new";
  }

  /** The submission under this key was admitted with this id. */
  bind(key: number, idTime: number, idTail: number): void {
    const place = this.#places.get(key);
    assert(place !== undefined, "a key is claimed before it is bound");
    this.#idTime[this.#slot(place)] = idTime;
    this.#idTail[this.#slot(place)] = idTail;
  }

  /** The submission came to nothing (it was refused, or lost before it was stored): the key may be used again. */
  release(key: number): void {
    this.#places.delete(key);
  }

  /** The id that the key stands for; null while it has none. */
  idOf(key: number): { readonly idTime: number; readonly idTail: number } | null {
    const place = this.#places.get(key);
    if (place === undefined) return null;
    const slot = this.#slot(place);
    const idTime = this.#idTime[slot]!;
    return idTime === NO_ID ? null : { idTime, idTail: this.#idTail[slot]! };
  }

  #slot(place: number): number {
    return place % this.#key.length;
  }

  #forgetUntil(now: Tick): void {
    for (; this.#first < this.#next; this.#first++) {
      const slot = this.#slot(this.#first);
      if (this.#claimedAt[slot]! + this.#rememberFor > now) return;
      // A key that was released may have been claimed again, at a later place.
      const key = this.#key[slot]!;
      if (this.#places.get(key) === this.#first) this.#places.delete(key);
    }
  }

  #grow(): void {
    this.#key = this.#doubled(this.#key);
    this.#claimedAt = this.#doubled(this.#claimedAt);
    this.#payload = this.#doubled(this.#payload);
    this.#idTime = this.#doubled(this.#idTime);
    this.#idTail = this.#doubled(this.#idTail);
  }

  #doubled(ring: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
    const doubled = new Float64Array(ring.length * 2);
    for (let place = this.#first; place < this.#next; place++)
      doubled[place % doubled.length] = ring[place % ring.length]!;
    return doubled;
  }
}
