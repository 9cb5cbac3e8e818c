/**
 * The number that chance gives to each task. It is a hash of the task's id under a key of the run, so that it needs
 * no column, is the same whenever it is asked for, and a policy that does not ask draws nothing.
 */
import type { Random } from "../engine/random.ts";
import { threefry } from "../engine/threefry.ts";

export class Lots {
  readonly #random: Random;
  readonly #key = new Int32Array(2);
  readonly #block = new Int32Array(2);
  #keyed = false;

  constructor(random: Random) {
    this.#random = random;
  }

  /** From 0 to just below 1, always the same for the same id. */
  of(idTime: number, idTail: number): number {
    const block = this.#block;
    const key = this.#key;
    if (!this.#keyed) {
      this.#keyed = true;
      key[0] = this.#random.int32();
      key[1] = this.#random.int32();
    }
    // An id has more bits than one counter: its first half makes the key for its second.
    threefry(block, key[0]!, key[1]!, idTime | 0, (idTime / TWO_32) | 0);
    threefry(block, block[0]!, block[1]!, idTail | 0, (idTail / TWO_32) | 0);
    return ((block[0]! >>> 5) * TWO_26 + (block[1]! >>> 6)) * TWO_MINUS_53;
  }
}

const TWO_26 = 2 ** 26;
const TWO_32 = 2 ** 32;
const TWO_MINUS_53 = 2 ** -53;
