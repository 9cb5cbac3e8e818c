/**
 * Finds the cheapest choice that meets its targets with few looks. Where more never hurts, a choice that meets settles
 * all that cost as much, and one that does not settles all that have no more of anything; the next to be looked at is
 * the one whose answer settles the most, whichever it is. On one axis that is bisection. The answer's neighbours are
 * looked at in any case, since the assumption may not hold.
 */
import type { PlanChoice } from "../result.ts";
import { type Choice, dominates, type Grid, neighbours } from "./grid.ts";

export interface Found {
  /** Null when no choice meets the targets. */
  readonly answer: Choice | null;
  /** The next cheaper choice. */
  readonly cheaper: Choice | null;
  /** Everything that was looked at. */
  readonly looked: ReadonlyMap<Choice, PlanChoice>;
  /** Where more turned out to hurt: the choice that has more and does not meet, and the one below it that does. */
  readonly contradictions: readonly { readonly more: Choice; readonly less: Choice }[];
}

export interface Search {
  readonly grid: Grid;
  look(choice: Choice): Promise<PlanChoice>;
  /** Choices that are still open. */
  readonly onProgress: (open: number) => void;
}

export async function searchCheapest({ grid, look, onProgress }: Search): Promise<Found> {
  const looked = new Map<Choice, PlanChoice>();
  const meets = async (choice: Choice): Promise<boolean> => {
    const known = looked.get(choice) ?? (await look(choice));
    looked.set(choice, known);
    return known.verdict === "meets";
  };
  let answer: Choice | null = null;
  let open = [...grid.choices];
  while (open.length > 0) {
    onProgress(open.length);
    const next = mostTelling(grid, open);
    if (await meets(next)) {
      answer = next;
      open = open.filter(({ cost }) => cost < next.cost);
    } else open = open.filter((choice) => !dominates(grid, next, choice));
  }
  const contradictions: { more: Choice; less: Choice }[] = [];
  while (answer !== null) {
    const better = await cheaperThat(grid, answer, meets);
    if (better === null) break;
    // It was ruled out by a choice that has more of everything and does not meet.
    const above = [...looked].find(
      ([choice, { verdict }]) => verdict !== "meets" && dominates(grid, choice, better),
    );
    if (above !== undefined) contradictions.push({ more: above[0], less: better });
    answer = better;
  }
  if (answer !== null)
    for (const more of neighbours(grid, answer, 1))
      if (!(await meets(more))) contradictions.push({ more, less: answer });
  const cheaper = answer === null ? null : nextCheaper(grid, answer);
  return { answer, cheaper, looked, contradictions };
}

/** The least that an answer settles counts, of those with as much the cheaper one. */
function mostTelling(grid: Grid, open: readonly Choice[]): Choice {
  if (open.length > MOST_WEIGHED) return open[open.length >> 1]!;
  let best = open[0]!;
  let bestSettled = 0;
  for (const [index, choice] of open.entries()) {
    // They are in the order of their cost.
    let asCheap = index;
    while (asCheap > 0 && open[asCheap - 1]!.cost === choice.cost) asCheap--;
    const ifMeets = open.length - asCheap;
    if (ifMeets <= bestSettled) break;
    let ifMisses = 0;
    for (const other of open) if (dominates(grid, choice, other)) ifMisses++;
    const settled = Math.min(ifMeets, ifMisses);
    if (settled > bestSettled) [best, bestSettled] = [choice, settled];
  }
  return best;
}

/** Weighing each against each takes the square of their number. */
const MOST_WEIGHED = 3000;

/** Of the answer's neighbours below, and of the next cheaper choice, one that meets all the same. */
async function cheaperThat(
  grid: Grid,
  answer: Choice,
  meets: (choice: Choice) => Promise<boolean>,
): Promise<Choice | null> {
  const next = nextCheaper(grid, answer);
  const below = [...neighbours(grid, answer, -1), ...(next === null ? [] : [next])];
  let best: Choice | null = null;
  for (const choice of new Set(below)) {
    if (choice.cost >= answer.cost || !(await meets(choice))) continue;
    if (best === null || choice.cost < best.cost) best = choice;
  }
  return best;
}

function nextCheaper({ choices }: Grid, { cost }: Choice): Choice | null {
  return choices.filter((choice) => choice.cost < cost).at(-1) ?? null;
}
