import { describe, expect, test } from "vitest";
import { Digest } from "../../src/engine/digest.ts";

function digest(...marks: [number, number, number, number][]): string {
  const whole = new Digest();
  for (const [code, time, a, b] of marks) {
    whole.at(time);
    whole.mix(code, a, b);
  }
  return whole.hex();
}

describe("a digest", () => {
  test("is the same for the same marks, on every machine", () => {
    expect(digest([1, 2, 3, 4], [5, 6, 7, 8])).toBe(digest([1, 2, 3, 4], [5, 6, 7, 8]));
    expect(digest()).toMatchInlineSnapshot(`"85a5df7a2c8f76b1"`);
    expect(digest([3, 123_456_789_012, -1, 7])).toMatchInlineSnapshot(`"a8cd991f5a814d74"`);
  });

  test("changes with every field, with the order, and with high bits of the time", () => {
    const all = [
      digest([1, 2, 3, 4]),
      digest([2, 2, 3, 4]),
      digest([1, 3, 3, 4]),
      digest([1, 2, 4, 4]),
      digest([1, 2, 3, 5]),
      digest([1, 2, 4, 3]),
      digest([1, 2 + 2 ** 40, 3, 4]),
      digest([1, 2, 3, 4], [1, 2, 3, 5]),
      digest([1, 2, 3, 5], [1, 2, 3, 4]),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  test("spreads: 100,000 neighbouring runs have 100,000 digests", () => {
    const seen = new Set<string>();
    for (let i = 0; i < 100_000; i++) seen.add(digest([1, i % 100, Math.floor(i / 100), 0]));
    expect(seen.size).toBe(100_000);
  });
});
