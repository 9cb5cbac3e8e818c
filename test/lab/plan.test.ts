/** The parts of a plan: targets in words, what replications support, and a search that looks at few choices. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Choice, dominates, type Grid, makeGrid, neighbours } from "../../src/lab/plan/grid.ts";
import { judge, looksUpTo } from "../../src/lab/plan/judge.ts";
import { searchCheapest } from "../../src/lab/plan/search.ts";
import { parseTarget, type Target } from "../../src/lab/plan/target.ts";
import type { PlanChoice } from "../../src/lab/result.ts";

function target(text: string): Target {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.target;
}

describe("a target", () => {
  test.each([
    ["wait.p99:class:urgent <= 2s", "wait.p99", "class:urgent", "<=", 2],
    ["wait.mean<250ms", "wait.mean", "all", "<", 0.25],
    ["response.p50 > 1.5", "response.p50", "all", ">", 1.5],
    ["lateRatio:tenant:free <= 5%", "lateRatio", "tenant:free", "<=", 0.05],
    ["utilization.cpu >= 80%", "utilization.cpu", "all", ">=", 0.8],
    ["dead == 0", "dead", "all", "==", 0],
    ["makespan <= 2h", "makespan", "all", "<=", 7200],
  ])("%s is read as it is meant", (text, metric, group, comparator, limit) => {
    expect(target(text)).toMatchObject({ path: { metric, group }, comparator, limit });
  });

  test.each([
    ["wait.p99", "expected a figure, a comparison and a limit"],
    ["<= 2s", "expected a figure"],
    ["wait.p99 <=", "expected a figure"],
    ["wait.p99 <= fast", "a duration such as"],
    ["wait.p99 <= 5%", 'no such unit as "%"'],
    ["lateRatio <= 2s", "a share such as"],
    ["lateRatio <= 120%", "more than the whole"],
    ["1s <= wait.p99 <= 2s", "expected a figure"],
  ])("%s is refused", (text, message) => {
    const parsed = parseTarget(text);
    expect(parsed.ok ? "" : parsed.problem.message).toContain(message);
  });

  test("with a comparison that is none says which was meant", () => {
    const parsed = parseTarget("dead = 0");
    expect(parsed.ok ? "" : parsed.problem.suggestion).toBe('"dead == 0"');
  });
});

describe("replications support", () => {
  const verdict = (text: string, values: readonly number[], looks = 1) =>
    judge(target(text), values, looks).verdict;

  test("a verdict only when the interval lies on one side of the limit", () => {
    const values = [9, 10, 11, 10, 10];
    expect(verdict("wait.mean <= 12", values)).toBe("meets");
    expect(verdict("wait.mean <= 8", values)).toBe("misses");
    expect(verdict("wait.mean <= 10.1", values)).toBe("undecided");
    expect(verdict("wait.mean >= 8", values)).toBe("meets");
    expect(verdict("wait.mean > 12", values)).toBe("misses");
  });

  test("a stricter one when it is looked at more often", () => {
    // The 95% interval ends at 10.88, that of one of four looks at 11.31.
    const values = [9, 10, 11, 10, 10];
    expect(verdict("wait.mean <= 11", values, 1)).toBe("meets");
    expect(verdict("wait.mean <= 11", values, 4)).toBe("undecided");
  });

  test("what must be exactly so, in all of them or not at all", () => {
    expect(verdict("dead == 0", [0, 0, 0])).toBe("meets");
    expect(verdict("dead == 0", [0, 1, 0])).toBe("misses");
  });

  test("nothing where nothing was measured", () => {
    expect(verdict("wait.mean <= 1", [0.5, Number.NaN])).toBe("undecided");
  });

  test("a margin as a share of the limit, negative on the wrong side", () => {
    expect(judge(target("wait.mean <= 2s"), [1.5, 1.5], 1).margin).toBeCloseTo(0.25);
    expect(judge(target("utilization.cpu >= 80%"), [0.6, 0.6], 1).margin).toBeCloseTo(-0.25);
    expect(judge(target("dead == 0"), [0, 0], 1).margin).toBe(null);
  });

  test("ends with the most that are allowed", () => {
    expect(looksUpTo(40)).toEqual([5, 10, 20, 40]);
    expect(looksUpTo(12)).toEqual([5, 10, 12]);
    expect(looksUpTo(3)).toEqual([3]);
  });
});

const machines = (...costs: number[]) => ({
  machines: costs.map((cost, i) => ({ name: `m${i}`, cpu: 1, cost })),
});

/** Searches a grid in which a choice meets the targets when `meets` says so. */
async function search(grid: Grid, meets: (choice: Choice) => boolean) {
  let looks = 0;
  const found = await searchCheapest({
    grid,
    look: async (choice): Promise<PlanChoice> => {
      looks++;
      const { at, cost } = choice;
      return { at, cost, replications: 1, verdict: meets(choice) ? "meets" : "misses", targets: [] };
    },
    onProgress: () => {},
  });
  return { ...found, looks };
}

const axis = (i: number, most: number) => ({
  path: `machines.${i}.count`,
  values: Array.from({ length: most }, (_, n) => n + 1),
});

describe("the search", () => {
  test("on one axis is bisection, with a look at the neighbours", async () => {
    const grid = makeGrid(machines(2), [axis(0, 1000)]);
    for (const least of [1, 2, 137, 512, 999, 1000]) {
      const { answer, cheaper, looks, contradictions } = await search(
        grid,
        ({ at }) => Number(at[0]) >= least,
      );
      expect(answer?.at).toEqual([least]);
      expect(answer?.cost).toBe(2 * least);
      expect(cheaper?.at ?? null).toEqual(least === 1 ? null : [least - 1]);
      expect(looks).toBeLessThanOrEqual(12);
      expect(contradictions).toEqual([]);
    }
    const none = await search(grid, () => false);
    expect([none.answer, none.looks <= 11]).toEqual([null, true]);
  });

  test("on several axes finds what looking at every choice finds, with fewer looks", async () => {
    const counts: number[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 3 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 3 }),
        fc.integer({ min: 1, max: 150 }),
        async (costs, weights, least) => {
          const grid = makeGrid(
            machines(...costs),
            costs.map((_, i) => axis(i, 6)),
          );
          const strength = ({ at }: Choice) =>
            at.reduce<number>((sum, count, i) => sum + Number(count) * weights[i]!, 0);
          const meets = (choice: Choice) => strength(choice) >= least;
          const cheapest = grid.choices.find(meets) ?? null;
          const { answer, looks } = await search(grid, meets);
          expect(answer?.cost ?? null).toBe(cheapest?.cost ?? null);
          if (answer !== null) expect(meets(answer)).toBe(true);
          expect(looks).toBeLessThanOrEqual(grid.choices.length);
          counts.push(looks / grid.choices.length);
        },
      ),
    );
    expect(counts.reduce((sum, share) => sum + share, 0) / counts.length).toBeLessThan(0.5);
  });

  test("says so where more hurts", async () => {
    const grid = makeGrid(machines(1), [axis(0, 16)]);
    const { answer, contradictions } = await search(grid, ({ at }) => Number(at[0]) >= 8 && at[0] !== 9);
    expect(answer?.at).toEqual([8]);
    expect(contradictions.map(({ more, less }) => [more.at, less.at])).toEqual([[[9], [8]]]);
  });

  test("whatever meets and whatever does not, ends where every neighbour was looked at and none is cheaper", async () => {
    const grid = makeGrid(machines(2, 3), [axis(0, 4), axis(1, 4)]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }), async (table) => {
        const meets = ({ place }: Choice) => table[place[0]! * 4 + place[1]!]!;
        const { answer, looked, contradictions } = await search(grid, meets);
        if (answer === null) return;
        expect(meets(answer)).toBe(true);
        for (const below of neighbours(grid, answer, -1)) expect(looked.get(below)?.verdict).toBe("misses");
        for (const above of neighbours(grid, answer, 1)) {
          const isTold = contradictions.some(({ more, less }) => more === above && less === answer);
          expect(isTold).toBe(!meets(above));
        }
      }),
    );
  });
});

describe("the choices", () => {
  test("cost what their machines do, or are counted by cpu or number where none has a price", () => {
    const two = {
      machines: [
        { name: "a", cpu: 4 },
        { name: "b", cpu: 8, count: 3 },
      ],
    };
    const byCpu = makeGrid(two, [axis(0, 2)]);
    expect([byCpu.unit, ...byCpu.choices.map(({ cost }) => cost)]).toEqual(["cpu", 28, 32]);
    const alike = makeGrid({ machines: [{ name: "a", cpu: 4 }] }, [axis(0, 2)]);
    expect([alike.unit, ...alike.choices.map(({ cost }) => cost)]).toEqual(["machines", 1, 2]);
    const priced = makeGrid(machines(0.5, 3), [axis(0, 2)]);
    expect([priced.unit, ...priced.choices.map(({ cost }) => cost)]).toEqual(["price", 3.5, 4]);
  });

  test("are compared by what they have more of, and not by fields of which more may hurt", () => {
    const grid = makeGrid(machines(1), [axis(0, 3), { path: "control.batcher.size", values: [1, 2] }]);
    const at = (count: number, size: number) =>
      grid.choices.find((choice) => choice.at[0] === count && choice.at[1] === size)!;
    expect(dominates(grid, at(3, 1), at(2, 1))).toBe(true);
    expect(dominates(grid, at(3, 2), at(2, 1))).toBe(false);
    expect(dominates(grid, at(2, 1), at(3, 1))).toBe(false);
  });
});
