/** "Did you mean …?" */
import fc from "fast-check";
import { expect, test } from "vitest";
import { nearest, slipsBetween } from "../../src/scenario/nearest.ts";

test.each([
  ["fio", ["fifo", "top-k"], "fifo"],
  ["poison", ["poisson", "fixed"], "poisson"],
  ["dealyTolerance", ["delayTolerance", "duration"], "delayTolerance"],
  ["CPU", ["cpu", "memory"], "cpu"],
  ["machnes", ["tenants", "machines"], "machines"],
])("%s was probably meant to be one of %j: %s", (typed, names, meant) => {
  expect(nearest(typed, names)).toBe(meant);
});

test.each([
  ["disk", ["cpu", "memory"]],
  ["banana", ["fifo", "top-k", "off-peak"]],
  ["fifo", []],
])("%s is near none of %j", (typed, names) => {
  expect(nearest(typed, names)).toBeNull();
});

test("what nobody types by hand is not compared", () => {
  expect(nearest("x".repeat(10_000), ["x".repeat(9_999)])).toBeNull();
  expect(nearest("fifo", ["f".repeat(10_000)])).toBeNull();
});

test("swapped neighbours are one slip", () => {
  expect(slipsBetween("cpu", "cup")).toBe(1);
  expect(slipsBetween("memory", "meomry")).toBe(1);
});

test("slips count alike in both directions, and none only between equal names", () => {
  const word = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(slipsBetween(a, b)).toBe(slipsBetween(b, a));
      expect(slipsBetween(a, b) === 0).toBe(a === b);
      expect(slipsBetween(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});
