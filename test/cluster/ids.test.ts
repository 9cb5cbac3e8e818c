import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatId, IdGenerator } from "../../src/cluster/ids.ts";

function issue(ids: IdGenerator, clock: number): string {
  ids.issue(clock);
  return formatId(ids.time, ids.tail);
}

describe("task ids", () => {
  test("are unique and in order while the clock steps back, stands still and leaps", () => {
    const ids = new IdGenerator(5);
    const issued = [100, 100, 99, 5, 100, 101, 50, 200, 200, 0].map((clock) => issue(ids, clock));
    expect(new Set(issued).size).toBe(issued.length);
    expect([...issued].sort()).toEqual(issued);
  });

  test("of two nodes at one instant differ", () => {
    expect(issue(new IdGenerator(1), 7)).not.toBe(issue(new IdGenerator(2), 7));
  });

  test("borrow from the next millisecond when a millisecond is used up", () => {
    const [ids, skipped] = [new IdGenerator(0), new IdGenerator(0)];
    const first = issue(ids, 1);
    for (let i = 0; i < 2 ** 22; i++) ids.issue(1);
    expect(ids.time).toBe(2);
    expect(formatId(ids.time, ids.tail) > first).toBe(true);
    skipped.issue(1);
    skipped.skip(2 ** 22);
    expect([skipped.time, skipped.tail]).toEqual([ids.time, ids.tail]);
  });

  test("keep all their digits as text, even when a clock shows a time that does not fit", () => {
    expect(formatId(2 ** 42 - 1, 2 ** 32 - 1)).toHaveLength(16);
    expect(formatId(2 ** 42 - 1, 2 ** 32 - 1)).not.toBe(formatId(2 ** 42 - 1, 2 ** 32 - 2));
    const ids = new IdGenerator(0);
    const issued = [5, 1e300, 2 ** 42, 6].map((clock) => issue(ids, clock));
    expect([...issued].sort()).toEqual(issued);
    expect(ids.time).toBe(6);
  });

  test("there can be 1024 nodes and no more", () => {
    expect(() => new IdGenerator(1023)).not.toThrow();
    expect(() => new IdGenerator(1024)).toThrow("1024");
  });

  test("are unique across nodes, and in order on each, whatever clocks, bursts and restarts do", () => {
    const step = fc.record({
      node: fc.nat(3),
      do: fc.constantFrom("issue", "issue", "issue", "restart", "skip"),
      clock: fc.oneof(fc.integer({ min: -20, max: 20 }), fc.constantFrom(-1e12, 1e12, 1e13)),
      skip: fc.constantFrom(1, 5, 2 ** 22 - 2, 2 ** 22 - 1, 2 ** 22, 3 * 2 ** 22),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300, size: "max" }), (steps) => {
        const generators = [0, 1, 7, 1023].map((number) => new IdGenerator(number));
        const stored = generators.map(() => 0);
        const last = generators.map(() => "");
        const issued = new Set<string>();
        for (const { node, do: what, clock, skip } of steps) {
          if (what === "restart") {
            generators[node] = new IdGenerator([0, 1, 7, 1023][node]!);
            generators[node].resume(stored[node]!);
            continue;
          }
          const ids = generators[node]!;
          if (what === "skip") ids.skip(skip);
          else ids.issue(Math.max(0, 1_700_000_000_000 + clock));
          const id = formatId(ids.time, ids.tail);
          expect(id).toHaveLength(16);
          expect(issued.has(id)).toBe(false);
          expect(id > last[node]!).toBe(true);
          issued.add(id);
          last[node] = id;
          stored[node] = ids.time;
        }
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});
