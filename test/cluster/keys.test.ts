import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Keys } from "../../src/cluster/keys.ts";

describe("idempotency keys", () => {
  test("are new once, then the same or another's by their payload", () => {
    const keys = new Keys(100);
    expect(keys.claim(0, 7, 1)).toBe("new");
    expect(keys.claim(5, 7, 1)).toBe("same");
    expect(keys.claim(5, 7, 2)).toBe("other");
    expect(keys.claim(5, 8, 2)).toBe("new");
  });

  test("name the id that they were bound to", () => {
    const keys = new Keys(100);
    keys.claim(0, 7, 1);
    expect(keys.idOf(7)).toBeNull();
    keys.bind(7, 1234, 56);
    expect(keys.idOf(7)).toEqual({ idTime: 1234, idTail: 56 });
    expect(keys.idOf(8)).toBeNull();
    expect(() => keys.bind(8, 1, 1)).toThrow("claimed before");
  });

  test("may be used again when the submission came to nothing, and are then remembered from that time", () => {
    const keys = new Keys(100);
    keys.claim(0, 7, 1);
    keys.release(7);
    expect(keys.claim(50, 7, 2)).toBe("new");
    expect(keys.claim(120, 7, 2)).toBe("same");
    expect(keys.claim(150, 7, 2)).toBe("new");
  });

  test("behave as a list of all claims that is searched from its beginning", () => {
    const step = fc.record({
      do: fc.constantFrom("claim", "claim", "claim", "bind", "release"),
      after: fc.oneof(fc.nat(5), fc.nat(60)),
      key: fc.nat(30),
      payload: fc.nat(2),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.array(step, { maxLength: 200, size: "max" }),
        (period, steps) => {
          const keys = new Keys(period);
          let known: { key: number; at: number; payload: number; id: number | null }[] = [];
          let now = 0;
          steps.forEach(({ do: what, after, key, payload }, id) => {
            now += what === "claim" ? after : 0;
            const found = known.find((entry) => entry.key === key);
            if (what === "release") {
              keys.release(key);
              known = known.filter((entry) => entry !== found);
            } else if (what === "bind" && found !== undefined) {
              keys.bind(key, id, id + 1);
              found.id = id;
            } else if (what === "claim") {
              known = known.filter(({ at }) => now < at + period);
              const entry = known.find((other) => other.key === key);
              const expected = entry === undefined ? "new" : entry.payload === payload ? "same" : "other";
              expect(keys.claim(now, key, payload)).toBe(expected);
              if (entry === undefined) known.push({ key, at: now, payload, id: null });
              expect(keys.size).toBe(known.length);
            }
            const bound = known.find((entry) => entry.key === key)?.id ?? null;
            expect(keys.idOf(key)).toEqual(bound === null ? null : { idTime: bound, idTail: bound + 1 });
          });
        },
      ),
      { seed: 2, numRuns: 500 },
    );
  });
});
