/**
 * The fingerprint of a run: a 64-bit hash over every decision and change of state, in their order. Two runs that
 * differ anywhere differ here. Two 32-bit lanes of multiply-and-rotate mixing; not a defence against forgers.
 */
export class Digest {
  #x = 0x243f6a88;
  #y = 0x85a308d3 | 0;
  #low = 0;
  #high = 0;

  /** What is mixed from here on happened at this whole tick. */
  at(time: number): void {
    // ToInt32 takes a whole double modulo 2^32, so the two halves together keep all of its bits.
    this.#low = time | 0;
    this.#high = (time / 4294967296) | 0;
  }

  /** 32-bit integers. */
  mix(code: number, a: number, b: number): void {
    this.#word(code ^ (this.#high << 8));
    this.#word(this.#low);
    this.#word(a);
    this.#word(b);
  }

  /** Takes in another digest: runs of several parts hash their parts in order. */
  mixHex(hex: string): void {
    this.#word(Number.parseInt(hex.slice(0, 8), 16));
    this.#word(Number.parseInt(hex.slice(8, 16), 16));
  }

  hex(): string {
    const x = finish(this.#x ^ this.#y);
    const y = finish(this.#y + Math.imul(this.#x, 0x9e3779b1));
    return hex32(x) + hex32(y);
  }

  #word(word: number): void {
    const x = Math.imul(this.#x ^ word, 0xcc9e2d51);
    this.#x = (((x << 15) | (x >>> 17)) + this.#y) | 0;
    const y = Math.imul(this.#y + word, 0x1b873593);
    this.#y = (((y << 13) | (y >>> 19)) ^ this.#x) | 0;
  }
}

function finish(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function hex32(word: number): string {
  return word.toString(16).padStart(8, "0");
}
