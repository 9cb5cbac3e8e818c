/**
 * A 4-ary min-heap on three parallel typed arrays, ordered by (key, tie). Ties must be unique, so the order is total
 * and no answer depends on how the heap happens to lie. Nothing is allocated per push; arrays double when full.
 * The key of an empty heap is Infinity, so that looking at the first needs no question.
 */
export class KeyedHeap {
  size = 0;
  #key: Float64Array;
  #tie: Float64Array;
  #item: Int32Array;

  constructor(capacity = 64) {
    this.#key = new Float64Array(capacity);
    this.#tie = new Float64Array(capacity);
    this.#item = new Int32Array(capacity);
    this.#key[0] = EMPTY;
  }

  /** Of the smallest; Infinity when there is none. */
  get key(): number {
    return this.#key[0]!;
  }
  /** Only meaningful while size > 0, as is the item. */
  get tie(): number {
    return this.#tie[0]!;
  }
  get item(): number {
    return this.#item[0]!;
  }

  /** Of any entry, by its position: 0 … size − 1, in no order. */
  keyAt(position: number): number {
    return this.#key[position]!;
  }
  tieAt(position: number): number {
    return this.#tie[position]!;
  }
  itemAt(position: number): number {
    return this.#item[position]!;
  }

  /** Whether the entry at a position goes before one with this key and tie. */
  isBefore(position: number, key: number, tie: number): boolean {
    const own = this.#key[position]!;
    return own < key || (own === key && this.#tie[position]! < tie);
  }

  /** The position of the smallest entry that is accepted, or −1. Looks below an entry only when it is refused. */
  find(accepts: (item: number, tie: number) => boolean): number {
    return this.#findBelow(0, accepts, -1);
  }

  push(key: number, tie: number, item: number): void {
    if (this.size === this.#item.length) this.#grow();
    this.#siftUp(this.size++, key, tie, item);
  }

  /** Removes the smallest. */
  pop(): void {
    const last = --this.size;
    if (last > 0) this.#siftDown(0, this.#key[last]!, this.#tie[last]!, this.#item[last]!);
    else this.#key[0] = EMPTY;
  }

  clear(): void {
    this.size = 0;
    this.#key[0] = EMPTY;
  }

  /** Keeps only the entries that `keep` accepts, in linear time. */
  filter(keep: (tie: number, item: number) => boolean): void {
    const { size } = this;
    let kept = 0;
    for (let i = 0; i < size; i++) {
      if (!keep(this.#tie[i]!, this.#item[i]!)) continue;
      this.#set(kept++, this.#key[i]!, this.#tie[i]!, this.#item[i]!);
    }
    this.size = kept;
    if (kept === 0) this.#key[0] = EMPTY;
    for (let i = (kept - 2) >> 2; i >= 0; i--) {
      this.#siftDown(i, this.#key[i]!, this.#tie[i]!, this.#item[i]!);
    }
  }

  /** The smallest accepted entry at or below `at`, if it goes before the one at `best`; otherwise `best`. */
  #findBelow(at: number, accepts: (item: number, tie: number) => boolean, best: number): number {
    if (at >= this.size) return best;
    if (best >= 0 && !this.isBefore(at, this.#key[best]!, this.#tie[best]!)) return best;
    if (accepts(this.#item[at]!, this.#tie[at]!)) return at;
    let found = best;
    for (let child = (at << 2) + 1; child <= (at << 2) + 4; child++)
      found = this.#findBelow(child, accepts, found);
    return found;
  }

  #set(at: number, key: number, tie: number, item: number): void {
    this.#key[at] = key;
    this.#tie[at] = tie;
    this.#item[at] = item;
  }

  #siftUp(hole: number, key: number, tie: number, item: number): void {
    const keys = this.#key;
    const ties = this.#tie;
    const items = this.#item;
    while (hole > 0) {
      const parent = (hole - 1) >> 2;
      const parentKey = keys[parent]!;
      if (parentKey < key || (parentKey === key && ties[parent]! < tie)) break;
      keys[hole] = parentKey;
      ties[hole] = ties[parent]!;
      items[hole] = items[parent]!;
      hole = parent;
    }
    keys[hole] = key;
    ties[hole] = tie;
    items[hole] = item;
  }

  #siftDown(hole: number, key: number, tie: number, item: number): void {
    const keys = this.#key;
    const ties = this.#tie;
    const items = this.#item;
    const { size } = this;
    for (;;) {
      const first = (hole << 2) + 1;
      if (first >= size) break;
      let least = first;
      let leastKey = keys[first]!;
      const end = first + 4 < size ? first + 4 : size;
      for (let child = first + 1; child < end; child++) {
        const childKey = keys[child]!;
        if (childKey < leastKey || (childKey === leastKey && ties[child]! < ties[least]!)) {
          least = child;
          leastKey = childKey;
        }
      }
      if (leastKey > key || (leastKey === key && ties[least]! > tie)) break;
      keys[hole] = leastKey;
      ties[hole] = ties[least]!;
      items[hole] = items[least]!;
      hole = least;
    }
    keys[hole] = key;
    ties[hole] = tie;
    items[hole] = item;
  }

  #grow(): void {
    const capacity = this.#item.length * 2;
    const key = new Float64Array(capacity);
    const tie = new Float64Array(capacity);
    const item = new Int32Array(capacity);
    key.set(this.#key);
    tie.set(this.#tie);
    item.set(this.#item);
    this.#key = key;
    this.#tie = tie;
    this.#item = item;
  }
}

const EMPTY = Number.POSITIVE_INFINITY;
