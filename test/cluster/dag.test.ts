import fc from "fast-check";
import { expect, test } from "vitest";
import { topologicalOrder } from "../../src/cluster/dag.ts";

test("a graph without a cycle comes out with every parent before its children", () => {
  const graph = fc
    .integer({ min: 1, max: 30 })
    .chain((n) =>
      fc.tuple(
        fc.shuffledSubarray([...Array(n).keys()], { minLength: n }),
        fc.array(fc.tuple(fc.nat(n - 1), fc.nat(n - 1))),
      ),
    );
  fc.assert(
    fc.property(graph, ([names, edges]) => {
      const parents: number[][] = names.map(() => []);
      for (const [i, j] of edges) if (i < j) parents[names[j]!]!.push(names[i]!);
      const order = topologicalOrder(parents)!;
      const place = new Map(order.map((task, index) => [task, index]));
      expect(place.size).toBe(names.length);
      parents.forEach((list, child) => {
        for (const parent of list) expect(place.get(parent)!).toBeLessThan(place.get(child)!);
      });
    }),
    { seed: 4 },
  );
});

test("a cycle is found wherever it is, a task that waits for itself included", () => {
  expect(topologicalOrder([[0]])).toBeNull();
  expect(topologicalOrder([[], [0, 3], [1], [2]])).toBeNull();
});
