/**
 * Many comparisons at once: with twenty of them, one is expected to look significant at 5% by chance alone. Holm's
 * correction keeps the chance of any false finding below the level, whatever the comparisons have to do with each
 * other, and loses less than Bonferroni's.
 */

/** The corrected values, in the order given. */
export function holm(pValues: readonly number[]): number[] {
  const order = [...pValues.keys()].sort((a, b) => pValues[a]! - pValues[b]!);
  const corrected = new Array<number>(pValues.length);
  let atLeast = 0;
  order.forEach((index, rank) => {
    atLeast = Math.max(atLeast, Math.min(1, (pValues.length - rank) * pValues[index]!));
    corrected[index] = atLeast;
  });
  return corrected;
}

/** The confidence of each of `comparisons` intervals with which all of them hold together (Bonferroni). */
export function confidenceOfEach(together: number, comparisons: number): number {
  return 1 - (1 - together) / Math.max(1, comparisons);
}
