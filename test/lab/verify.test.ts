/** Marks of a digest find where two runs part, whatever their spacing. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Replica } from "../../src/lab/replica.ts";
import { firstDifference, MarkBook, MarkKeeper, renderMarks } from "../../src/lab/verify/marks.ts";
import { firstOtherValue } from "../../src/lab/verify/other-value.ts";
import { catalogue, scenario } from "../support/scenario.ts";

/** The marks of a run whose digest is 0 until it parts from the others, and `life` after. */
function marked(events: number, partsAt: number, life: string) {
  const keeper = new MarkKeeper();
  for (let event = 1; event <= events; event++)
    if (event >= keeper.next) keeper.take((event >= partsAt ? life : "0").repeat(16));
  return keeper.marks;
}

describe("where two runs part", () => {
  test("lies within the interval that their marks name, which is no longer than the spacing of the longer run", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9000 }),
        fc.nat(9000),
        fc.nat(9000),
        (partsAt, more, evenMore) => {
          const recorded = marked(partsAt + more, partsAt, "1");
          const now = marked(partsAt + evenMore, partsAt, "2");
          const found = firstDifference(recorded, now);
          const every = Math.max(recorded.every, now.every);
          if (found === null) {
            // It is behind the last mark that both have.
            expect(partsAt).toBeGreaterThan(every * Math.floor((partsAt - 1) / every));
            expect(partsAt + Math.min(more, evenMore)).toBeLessThan(Math.ceil(partsAt / every) * every);
            return;
          }
          expect(found.from).toBeLessThan(partsAt);
          expect(found.to).toBeGreaterThanOrEqual(partsAt);
          expect(found.to - found.from).toBe(every);
        },
      ),
    );
  });

  test("is the very event in a short run", () => {
    expect(firstDifference(marked(400, 77, "1"), marked(300, 77, "2"))).toEqual({ from: 76, to: 77 });
  });

  test("is where one of them ends, when it only ends earlier", () => {
    expect(firstDifference(marked(400, 999, "1"), marked(300, 999, "2"))).toEqual({ from: 300, to: 301 });
  });
});

test("a long run keeps few marks, and a book of them reads as it was written", () => {
  const marks = marked(1_000_000, 5000, "f");
  expect(marks.hashes.length).toBeLessThan(512);
  expect(marks.hashes.length * marks.every).toBeGreaterThan(990_000);
  const short = marked(3, 9, "1");
  const text = renderMarks([{ name: "a" }, { name: "b" }], [[], [{ marks }, { marks: short }]]);
  const read = MarkBook.parse(text)!;
  expect([read.of("b", 0), read.of("b", 1), read.of("b", 2), read.of("a", 0)]).toEqual([
    marks,
    short,
    null,
    null,
  ]);
  expect(MarkBook.parse("{}")).toBe(null);
});

test("keeping marks changes nothing, in whatever slices a run is made", () => {
  const queue = scenario({
    name: "queue",
    stop: { tasks: 900 },
    tenants: [
      {
        name: "t",
        workloads: [
          {
            class: "job",
            arrivals: { process: "poisson", rate: "3/s" },
            duration: { dist: "exponential", mean: "1s" },
            resources: { cpu: 1 },
          },
        ],
      },
    ],
    machines: [{ name: "m", count: 4, cpu: 1 }],
  });
  const run = (marks: boolean, slice: number) => {
    const policy = catalogue.make({ name: "fifo", parameters: {} });
    const replica = new Replica({ scenario: queue, policy, seed: 1, replication: 0, marks });
    while (replica.advance(slice));
    return replica.result();
  };
  const { marks: _none, ...plain } = run(false, Number.MAX_SAFE_INTEGER);
  const { marks, ...whole } = run(true, Number.MAX_SAFE_INTEGER);
  expect(whole).toEqual(plain);
  expect(run(true, 7)).toEqual({ ...plain, marks });
  expect(marks!.every * (marks!.hashes.length + 1)).toBeGreaterThanOrEqual(plain.events);
});

test("the first figure that differs is named as a user writes it", () => {
  const run = (wait: number, dead: number) => [
    { policy: "fifo", metrics: { all: { dead: { mean: dead } }, "class:x": { "wait.p99": { mean: wait } } } },
  ];
  expect(firstOtherValue(run(1, 0), run(1, 0))).toBe(null);
  expect(firstOtherValue(run(1, 0), run(2, 0))).toEqual({
    name: "wait.p99:class:x under fifo",
    found: 1,
    expected: 2,
  });
  expect(firstOtherValue([{ policy: "fifo" }], run(2, 0))?.name).toBe("runs[0].metrics");
});
