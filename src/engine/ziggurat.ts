/**
 * Tables for the ziggurat method (Marsaglia and Tsang, 2000): a decreasing density is covered by 256 layers of equal
 * area, so that nearly every draw costs one table look-up and one multiplication instead of a logarithm.
 */
import { exp, log } from "./portable-math.ts";

export const LAYERS = 256;

export interface Ziggurat {
  /** Where the lowest layer ends and the tail begins. */
  readonly tail: number;
  /** Width of each layer, from the lowest (widened to hold the tail's area) to an empty one at the peak. */
  readonly width: Float64Array;
  /** The density at each of those widths, except for the lowest layer's, which is never read. */
  readonly height: Float64Array;
}

/** exp(-x), x >= 0. */
export const EXPONENTIAL: Ziggurat = ziggurat(
  7.69711747013105,
  (x) => exp(-x),
  (y) => -log(y),
  (r) => exp(-r),
);

/** exp(-x²/2), x >= 0: half of the normal density, not normalised. */
export const HALF_NORMAL: Ziggurat = ziggurat(
  3.654152885361009,
  (x) => exp(-0.5 * x * x),
  (y) => Math.sqrt(-2 * log(y)),
  normalTail,
);

/** `tail` is the one start of the tail for which 256 layers of equal area end exactly at the peak. */
function ziggurat(
  tail: number,
  density: (x: number) => number,
  inverse: (y: number) => number,
  areaBeyond: (x: number) => number,
): Ziggurat {
  const width = new Float64Array(LAYERS + 1);
  const height = new Float64Array(LAYERS + 1);
  const area = tail * density(tail) + areaBeyond(tail);
  width[0] = area / density(tail);
  width[1] = tail;
  height[1] = density(tail);
  for (let layer = 2; layer < LAYERS; layer++) {
    height[layer] = height[layer - 1]! + area / width[layer - 1]!;
    width[layer] = inverse(height[layer]!);
  }
  width[LAYERS] = 0;
  height[LAYERS] = 1;
  return { tail, width, height };
}

/** The integral of exp(-t²/2) from x on, by the continued fraction x + 1/(x + 2/(x + 3/(x + …))). */
function normalTail(x: number): number {
  let fraction = x;
  for (let n = 100; n >= 1; n--) fraction = x + n / fraction;
  return exp(-0.5 * x * x) / fraction;
}
