/** Values as they were measured, drawn by the alias method (Walker; Vose's set-up): one draw, whatever their number. */
import { assert } from "../assert.ts";
import type { Random } from "../random.ts";
import { assertNotNegative, assertPositive, type Distribution } from "./distribution.ts";

export function empirical(values: readonly number[], weights?: readonly number[]): Distribution {
  assert(values.length > 0, "an empirical distribution needs values");
  assert(
    weights === undefined || weights.length === values.length,
    "there must be as many weights as values",
  );
  const shares = Float64Array.from(values, (_, i) => weights?.[i] ?? 1);
  let total = 0;
  for (const share of shares) {
    assertNotNegative(share, "weight");
    total += share;
  }
  assertPositive(total, "sum of weights");
  const kept = Float64Array.from(values);
  let mean = 0;
  for (let i = 0; i < kept.length; i++) mean += (kept[i]! * shares[i]!) / total;
  let variance = 0;
  for (let i = 0; i < kept.length; i++) {
    const distance = kept[i]! - mean;
    variance += (distance * distance * shares[i]!) / total;
  }

  const { threshold, alias } = aliasTable(shares, total);
  return {
    mean,
    variance,
    sample(random: Random): number {
      const u = random.uniform() * kept.length;
      const column = Math.floor(u);
      return u < threshold[column]! ? kept[column]! : kept[alias[column]!]!;
    },
  };
}

/** Columns of equal height, each of at most two values: below `threshold` (counted from 0) its own, above its alias. */
function aliasTable(shares: Float64Array, total: number): { threshold: Float64Array; alias: Int32Array } {
  const n = shares.length;
  const height = shares.map((share) => (share / total) * n);
  const threshold = new Float64Array(n);
  const alias = new Int32Array(n);
  const short: number[] = [];
  const tall: number[] = [];
  for (let i = n - 1; i >= 0; i--) (height[i]! < 1 ? short : tall).push(i);
  while (short.length > 0 && tall.length > 0) {
    const low = short.pop()!;
    const high = tall[tall.length - 1]!;
    threshold[low] = low + height[low]!;
    alias[low] = high;
    height[high] = height[high]! + height[low]! - 1;
    if (height[high]! < 1) short.push(tall.pop()!);
  }
  // What is left is full but for rounding.
  for (const i of [...short, ...tall]) {
    threshold[i] = i + 1;
    alias[i] = i;
  }
  return { threshold, alias };
}
