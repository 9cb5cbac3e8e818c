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

test("a ranked queue finds the first item that is accepted, and shows all of them, without changing", () => {
  const entries = fc.array(fc.record({ rank: fc.integer({ min: 0, max: 9 }), open: fc.boolean() }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(entries, fc.nat(20), (pushed, popped) => {
      const queue = new RankedQueue();
      pushed.forEach(({ rank }, item) => {
        queue.push(rank, item + 1, item);
      });
      const sorted = pushed.map(({ rank, open }, item) => ({ rank, open, item }));
      sorted.sort((x, y) => x.rank - y.rank || x.item - y.item);
      for (let i = 0; i < popped && queue.size > 0; i++) {
        queue.pop();
        sorted.shift();
      }
      const first = sorted.find(({ open }) => open);
      expect(queue.find((item, ticket) => ticket === item + 1 && pushed[item]!.open)).toBe(first?.item ?? -1);
      if (first !== undefined)
        expect([queue.foundRank, queue.foundTicket]).toEqual([first.rank, first.item + 1]);
      const seen: number[] = [];
      queue.each((rank, ticket, item) => {
        expect([rank, ticket]).toEqual([pushed[item]!.rank, item + 1]);
        seen.push(item);
      });
      expect(seen.sort((x, y) => x - y)).toEqual(sorted.map(({ item }) => item).sort((x, y) => x - y));
      expect(queue.size).toBe(sorted.length);
    }),
    { numRuns: 500, seed: 2 },
  );
});
