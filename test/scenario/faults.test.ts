/** Faults: whom they strike, how many at once, when and for how long. */
import { describe, expect, test } from "vitest";
import { MINUTE, SECOND } from "../../src/engine/time.ts";
import { type Json, load, sample } from "./sample.ts";

describe("faults", () => {
  const machines = [
    { name: "a", count: 4, datacenter: "east" },
    { name: "b", datacenter: "west" },
    { name: "c", count: 2, datacenter: "east" },
  ];
  const faultOf = (changes: Json) =>
    load(
      sample({
        machines,
        control: { submitters: { nodes: 3 } },
        faults: [{ kind: "machine-crash", at: "1s", ...changes }],
      }),
    ).faults[0]!;

  test.each([
    [undefined, [0, 1, 2, 3, 4, 5, 6]],
    ["a", [0, 1, 2, 3]],
    ["a-2", [1]],
    ["b", [4]],
    ["datacenter:east", [0, 1, 2, 3, 5, 6]],
  ])("target %s", (target, targets) => {
    expect(faultOf(target === undefined ? {} : { target }).targets).toEqual(targets);
  });

  test("submitters are numbered from 1", () => {
    expect(faultOf({ kind: "submitter-crash" }).targets).toEqual([0, 1, 2]);
    expect(faultOf({ kind: "submitter-crash", target: "submitter-2" }).targets).toEqual([1]);
  });

  test.each([
    [undefined, 1],
    [3, 3],
    ["all", Number.POSITIVE_INFINITY],
    ["100%", Number.POSITIVE_INFINITY],
    ["50%", 4],
    ["1%", 1],
  ])("count %s of 7 is %d", (count, struck) => {
    expect(faultOf(count === undefined ? {} : { count }).count).toBe(struck);
  });

  test("strike once or again and again, for a while or for good", () => {
    expect(faultOf({})).toMatchObject({ at: SECOND, drawnFirst: false, every: null, lasts: null });
    expect(faultOf({ every: "1m", for: { dist: "exponential", mean: "1s" } })).toMatchObject({
      at: SECOND,
      drawnFirst: false,
      every: { dist: "constant", value: MINUTE },
      lasts: { dist: "exponential", mean: SECOND },
    });
  });

  test("without a first time strike after a first gap", () => {
    const { faults } = load(sample({ faults: [{ kind: "machine-crash", every: "1m" }] }));
    expect(faults[0]).toMatchObject({ at: 0, drawnFirst: true });
  });
});
