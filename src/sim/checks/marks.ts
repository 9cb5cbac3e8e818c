/** A bit for each of many numbers that grow from 1, such as those of tasks: a byte each, where a set would take forty. */
export class Marks {
  #bytes = new Uint8Array(1024);

  has(number: number): boolean {
    return this.#bytes[number] === 1;
  }

  add(number: number): void {
    if (number >= this.#bytes.length) {
      const bytes = new Uint8Array(2 * Math.max(number, this.#bytes.length));
      bytes.set(this.#bytes);
      this.#bytes = bytes;
    }
    this.#bytes[number] = 1;
  }
}
