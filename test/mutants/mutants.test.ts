/** The mutants follow the source: a patch that no longer applies would leave its trap unwatched. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MUTANTS } from "./mutants.ts";

test.each(MUTANTS)("the patch of $name applies to the source exactly once", ({ file, find, replace }) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  expect(source.split(find).length - 1).toBe(1);
  expect(replace).not.toBe(find);
});

test("at least twenty of the catalogue's traps are planted, each mutant under a name of its own", () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  expect(new Set(MUTANTS.map(({ trap }) => trap).filter((trap) => trap > 0)).size).toBeGreaterThanOrEqual(20);
});
