import fc from "fast-check";
import { expect, test } from "vitest";
import { RankedQueue } from "../../src/engine/ranked-queue.ts";

test("a ranked queue gives out items by rank and then by ticket, as a sort would", () => {
  const rank = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(Number.POSITIVE_INFINITY));
  fc.assert(
    fc.property(fc.array(fc.oneof(rank, fc.constant("pop" as const)), { maxLength: 300 }), (steps) => {
      const queue = new RankedQueue();
      const model: { rank: number; ticket: number }[] = [];
      let ticket = 0;
      for (const step of steps) {
        if (step !== "pop") {
          queue.push(step, ++ticket, ticket * 10);
          model.push({ rank: step, ticket });
          model.sort((x, y) => (x.rank === y.rank ? x.ticket - y.ticket : x.rank - y.rank));
        } else if (model.length > 0) {
          const first = model.shift()!;
          expect([queue.rank, queue.ticket, queue.item]).toEqual([
            first.rank,
            first.ticket,
            first.ticket * 10,
          ]);
          queue.pop();
        }
        expect(queue.size).toBe(model.length);
      }
    }),
    { numRuns: 500, seed: 2 },
  );
});
