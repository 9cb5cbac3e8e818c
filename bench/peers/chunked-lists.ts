/**
 * Many unordered lists of (key, tie, item) in a few typed arrays: each list is a chain of chunks, so that its entries lie
 * together in memory and nothing is allocated for one. Lists are named by their first chunk; EMPTY is the empty list.
 */

export const EMPTY = -1;
const CHUNK = 8;

export class ChunkedLists {
  key = new Float64Array(CHUNK * 64);
  tie = new Float64Array(CHUNK * 64);
  item = new Int32Array(CHUNK * 64);
  /** By chunk: entries in it, and the chunk behind it. */
  #count = new Int32Array(64);
  #next = new Int32Array(64).fill(EMPTY);
  #chunks = 0;
  #free = EMPTY;

  /** Adds an entry and returns the list, which may have another first chunk now. */
  add(list: number, key: number, tie: number, item: number): number {
    let first = list;
    if (first === EMPTY || this.#count[first] === CHUNK) {
      first = this.#take();
      this.#next[first] = list;
    }
    const at = first * CHUNK + this.#count[first]!++;
    this.key[at] = key;
    this.tie[at] = tie;
    this.item[at] = item;
    return first;
  }

  /** Where the entries of the first chunk begin and how many there are. */
  begin(list: number): number {
    return list * CHUNK;
  }
  count(list: number): number {
    return this.#count[list]!;
  }

  /** Gives the first chunk back and returns the rest of the list. */
  drop(list: number): number {
    const rest = this.#next[list]!;
    this.#next[list] = this.#free;
    this.#free = list;
    return rest;
  }

  #take(): number {
    if (this.#free !== EMPTY) {
      const chunk = this.#free;
      this.#free = this.#next[chunk]!;
      this.#count[chunk] = 0;
      return chunk;
    }
    if (this.#chunks === this.#count.length) this.#grow();
    return this.#chunks++;
  }

  #grow(): void {
    const chunks = this.#chunks * 2;
    this.key = grown(this.key, new Float64Array(chunks * CHUNK));
    this.tie = grown(this.tie, new Float64Array(chunks * CHUNK));
    this.item = grown(this.item, new Int32Array(chunks * CHUNK));
    this.#count = grown(this.#count, new Int32Array(chunks));
    this.#next = grown(this.#next, new Int32Array(chunks));
  }
}

function grown<A extends Float64Array | Int32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
