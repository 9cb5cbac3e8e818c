/**
 * The bits of a double, read and written through one shared buffer: the base of the portable mathematics and of the
 * histogram's buckets. Nothing here allocates.
 */

/** Sign, exponent (11 bits) and the upper 20 bits of the fraction, as an unsigned integer. */
export function highWord(x: number): number {
  double[0] = x;
  return words[HIGH]!;
}

/** The exponent e of a normal x = ± m · 2^e with 1 <= m < 2. */
export function exponentOf(x: number): number {
  return ((highWord(x) >>> 20) & 0x7ff) - BIAS;
}

/** The m of a normal, positive x = m · 2^e with 1 <= m < 2. */
export function significandOf(x: number): number {
  double[0] = x;
  words[HIGH] = (words[HIGH]! & 0xfffff) | (BIAS << 20);
  return double[0]!;
}

/** 2^k exactly, for -1022 <= k <= 1023. */
export function powerOfTwo(k: number): number {
  words[LOW] = 0;
  words[HIGH] = (k + BIAS) << 20;
  return double[0]!;
}

/** The double whose high word is `high` and whose other bits are zero. */
export function fromHighWord(high: number): number {
  words[LOW] = 0;
  words[HIGH] = high;
  return double[0]!;
}

const BIAS = 1023;
const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
// Which half comes first depends on the machine; 1 has an empty low word, so its non-empty one is the high word.
double[0] = 1;
const HIGH = words[0] === 0 ? 1 : 0;
const LOW = 1 - HIGH;
