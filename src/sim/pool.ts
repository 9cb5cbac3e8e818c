/** Things on their way, by number: an event carries the number, and whoever handles it takes the thing out. */
export class Pool<T> {
  readonly #items: (T | undefined)[] = [];
  readonly #free: number[] = [];

  add(item: T): number {
    const index = this.#free.pop() ?? this.#items.length;
    this.#items[index] = item;
    return index;
  }

  at(index: number): T {
    return this.#items[index]!;
  }

  free(index: number): void {
    this.#items[index] = undefined;
    this.#free.push(index);
  }

  take(index: number): T {
    const item = this.at(index);
    this.free(index);
    return item;
  }

  /** Those on their way. */
  *values(): Generator<T> {
    for (const item of this.#items) if (item !== undefined) yield item;
  }
}
