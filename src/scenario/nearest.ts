/**
 * The name that a mistyped one was probably meant to be, for "did you mean …?". Swapped neighbours count as one
 * slip (Damerau–Levenshtein, optimal string alignment), because that is how people mistype.
 */

/** The nearest of the names, or null where none is near enough for a suggestion to help. */
export function nearest(typed: string, names: Iterable<string>): string | null {
  let best: string | null = null;
  let bestSlips = Number.POSITIVE_INFINITY;
  if (typed.length > LONGEST) return null;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) > LONGEST) continue;
    const slips = slipsBetween(typed.toLowerCase(), name.toLowerCase());
    if (slips < bestSlips && slips <= slipsForgiven(typed, name)) {
      best = name;
      bestSlips = slips;
    }
  }
  return best;
}

/** How many insertions, deletions, replacements and swaps of neighbours lead from one to the other. */
export function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let slips = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        slips = Math.min(slips, before[j - 2]! + 1);
      }
      row.push(slips);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length]!;
}

/** Nobody types a longer name by hand; beyond it the comparison only costs time. */
const LONGEST = 100;

/** A third of the shorter name, at least one: "fifo" for "fio", but not "cpu" for "disk". */
function slipsForgiven(typed: string, name: string): number {
  return Math.max(1, Math.floor(Math.min(typed.length, name.length) / 3));
}
