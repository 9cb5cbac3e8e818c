/**
 * Every source of chance has a generator of its own, derived from (seed, replication, name, entity), so that adding
 * a component shifts nobody else's numbers and two policies on one seed meet the same arrivals and faults.
 */
import seedrandom from "seedrandom";
import { assert } from "./assert.ts";
import { exp } from "./portable-math.ts";
import { threefry } from "./threefry.ts";
import { EXPONENTIAL, HALF_NORMAL, LAYERS, type Ziggurat } from "./ziggurat.ts";

/** The generators of one replication. Asking twice for one name and entity gives two that draw the same numbers. */
export class Streams {
  readonly #seed: number;
  readonly #replication: number;

  constructor(seed: number, replication: number) {
    assert(
      Number.isFinite(seed) && Number.isFinite(replication),
      "seed and replication must be finite numbers",
    );
    this.#seed = seed;
    this.#replication = replication;
  }

  stream(name: string, entity?: string): Random {
    const source = this.#source("stream", name, entity);
    return new Random(source.int32(), source.int32(), source.int32(), source.int32());
  }

  draws(name: string, entity?: string): Draws {
    const source = this.#source("draws", name, entity);
    return new Draws(source.int32(), source.int32());
  }

  #source(kind: string, name: string, entity: string | undefined): seedrandom.PRNG {
    const parts = [kind, this.#seed, this.#replication, name, entity ?? null];
    // seedrandom reads one byte of each character and repeats a short key, so that "é" could meet another letter
    // and "abab" equals "ab". Escaped JSON is ASCII, and an array is never the repetition of another.
    const key = JSON.stringify(parts).replace(
      /[^ -~]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    // Without further options this neither touches Math.random nor uses entropy.
    return seedrandom(key);
  }
}

/** The sfc32 generator (Doty-Humphrey, PractRand): 128 bits of state, integers only. Nothing allocates. */
export class Random {
  // Without these initial zeros V8 stores the fields as any value instead of small integers: 2.5 times slower.
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 0;

  constructor(a: number, b: number, c: number, counter: number) {
    this.#a = a | 0;
    this.#b = b | 0;
    this.#c = c | 0;
    this.#counter = counter | 0;
    // A few rounds until every bit of the state depends on every bit of the seed.
    for (let round = 0; round < 16; round++) this.int32();
  }

  /** Any of the 2^32 signed integers. */
  int32(): number {
    const b = this.#b;
    const c = this.#c;
    const result = (((this.#a + b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = b ^ (b >>> 9);
    this.#b = (c + (c << 3)) | 0;
    this.#c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result;
  }

  /** 53 random bits: from 0 to just below 1. */
  uniform(): number {
    const high = this.int32() >>> 5;
    return (high * TWO_26 + (this.int32() >>> 6)) * TWO_MINUS_53;
  }

  /** Just above 0 to 1: may be divided by, and has a logarithm. */
  positive(): number {
    const high = this.int32() >>> 5;
    return (high * TWO_26 + (this.int32() >>> 6) + 1) * TWO_MINUS_53;
  }

  /** An integer from 0 to n - 1, each equally likely; n up to 2^53. */
  below(n: number): number {
    assert(n >= 1 && n <= TWO_53 && Math.floor(n) === n, "below() needs a whole number from 1 to 2^53");
    return n <= TWO_21 ? this.#belowSmall(n) : this.#belowLarge(n);
  }

  /** Mean 1. */
  exponential(): number {
    const bits = this.int32();
    const layer = bits & (LAYERS - 1);
    const x = ((bits >>> 8) * TWO_29 + (this.int32() >>> 3)) * EXPONENTIAL_SCALE[layer]!;
    // 98.9% of the draws end here; the rest lives apart so that this much is inlined where it is called. The plus
    // tells V8 that both outcomes are numbers, or it would put x in a box on the heap: 1.7 times slower.
    return x < EXPONENTIAL_WIDTH[layer + 1]! ? x : +this.#exponentialEdge(layer, x);
  }

  /** Mean 0, variance 1. */
  normal(): number {
    const bits = this.int32();
    const layer = bits & (LAYERS - 1);
    const size = ((bits >>> 9) * TWO_30 + (this.int32() >>> 2)) * NORMAL_SCALE[layer]!;
    const x = (bits & LAYERS) === 0 ? size : -size;
    return size < NORMAL_WIDTH[layer + 1]! ? x : +this.#normalEdge(layer, x);
  }

  #exponentialEdge(layer: number, x: number): number {
    // What lies beyond the start of the tail is exponential again.
    if (layer === 0) return EXPONENTIAL.tail + this.exponential();
    return this.#heightWithin(EXPONENTIAL, layer) < exp(-x) ? x : this.exponential();
  }

  #normalEdge(layer: number, x: number): number {
    if (layer === 0) return x < 0 ? -this.#normalTail() : this.#normalTail();
    return this.#heightWithin(HALF_NORMAL, layer) < exp(-0.5 * x * x) ? x : this.normal();
  }

  #heightWithin({ height }: Ziggurat, layer: number): number {
    return height[layer]! + this.uniform() * (height[layer + 1]! - height[layer]!);
  }

  /** Marsaglia's method: an exponential beyond the tail's start, accepted in proportion to the normal density. */
  #normalTail(): number {
    const { tail } = HALF_NORMAL;
    for (;;) {
      const x = this.exponential() / tail;
      if (2 * this.exponential() > x * x) return tail + x;
    }
  }

  /** Lemire's method: the upper part of a product, which is exact below 2^53; the few surplus values are redrawn. */
  #belowSmall(n: number): number {
    for (;;) {
      const product = (this.int32() >>> 0) * n;
      const low = product >>> 0;
      if (low >= n || low >= (-n >>> 0) % n) return (product - low) / TWO_32;
    }
  }

  #belowLarge(n: number): number {
    const limit = TWO_53 - (TWO_53 % n);
    for (;;) {
      const value = this.uniform() * TWO_53;
      if (value < limit) return value % n;
    }
  }
}

/**
 * Chance without state: the draw belongs to what it is about (the index, of a task say) and not to the order in
 * which things happen.
 */
export class Draws {
  readonly #key0: number = 0;
  readonly #key1: number = 0;
  readonly #block = new Int32Array(2);

  constructor(key0: number, key1: number) {
    this.#key0 = key0 | 0;
    this.#key1 = key1 | 0;
  }

  /** The same 53-bit uniform in [0, 1) for the same index (below 2^53) and draw (below 2^32), always. */
  uniformAt(index: number, draw: number): number {
    assert(index >= 0 && index < TWO_53 && draw >= 0 && draw < TWO_32, "index or draw out of range");
    // Index and the lower 11 bits of the draw fill the counter; what a draw has beyond that selects another key.
    const low = index | 0;
    const high = (index / TWO_32) | 0 | (draw << 21);
    const key1 = this.#key1 + Math.imul(draw >>> 11, 0x9e3779b9);
    threefry(this.#block, this.#key0, key1 | 0, low, high);
    return ((this.#block[0]! >>> 5) * TWO_26 + (this.#block[1]! >>> 6)) * TWO_MINUS_53;
  }
}

const TWO_21 = 2 ** 21;
const TWO_26 = 2 ** 26;
const TWO_29 = 2 ** 29;
const TWO_30 = 2 ** 30;
const TWO_32 = 2 ** 32;
const TWO_53 = 2 ** 53;
const TWO_MINUS_53 = 2 ** -53;

const EXPONENTIAL_WIDTH = EXPONENTIAL.width;
const EXPONENTIAL_SCALE = EXPONENTIAL_WIDTH.map((width) => width * TWO_MINUS_53);
const NORMAL_WIDTH = HALF_NORMAL.width;
const NORMAL_SCALE = NORMAL_WIDTH.map((width) => width * TWO_MINUS_53);
