/**
 * The bits of a double, read through one shared buffer: the base of the portable mathematics and of the histogram's
 * buckets. Nothing here allocates.
 */

/** Sign, exponent (11 bits) and the upper 20 bits of the fraction, as an unsigned integer. */
export function highWord(x: number): number {
  double[0] = x;
  return words[HIGH]!;
}

/** The double whose high word is `high` and whose other bits are zero. */
export function fromHighWord(high: number): number {
  words[1 - HIGH] = 0;
  words[HIGH] = high;
  return double[0]!;
}

/** The exponent e of a normal, positive x = m · 2^e with 1 <= m < 2. */
export function exponentOf(x: number): number {
  return (highWord(x) >>> 20) - 1023;
}

/** 2^k exactly, for -1074 <= k <= 1023. */
export function powerOfTwo(k: number): number {
  return POWERS[k + 1074]!;
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
// Which half comes first depends on the machine; 1 has an empty low word, so its non-empty one is the high word.
double[0] = 1;
const HIGH = words[0] === 0 ? 1 : 0;

/** A table, because putting a double together from two words makes the processor wait for both to be stored. */
const POWERS = new Float64Array(2098);
for (let i = 0, power = Number.MIN_VALUE; i < POWERS.length; i++, power *= 2) POWERS[i] = power;
