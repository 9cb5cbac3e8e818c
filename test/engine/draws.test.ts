import { describe, expect, test } from "vitest";
import { Streams } from "../../src/engine/random.ts";
import { correlation, KS_LIMIT, ksDistance, uniformExcess } from "./goodness-of-fit.ts";

const N = 200_000;
const streams = new Streams(1, 0);
const take = (n: number, draw: (index: number) => number) => Array.from({ length: n }, (_, i) => draw(i));

describe("draws that belong to an index", () => {
  const draws = streams.draws("tasks");

  test("are the same on every machine and in every version", () => {
    expect([
      draws.uniformAt(0, 0),
      draws.uniformAt(1, 0),
      draws.uniformAt(0, 1),
      draws.uniformAt(2 ** 53 - 1, 2 ** 32 - 1),
    ]).toMatchInlineSnapshot(`
      [
        0.3638650571756845,
        0.5031508446414372,
        0.41979396788533474,
        0.9604369998063959,
      ]
    `);
  });

  test("do not depend on the order in which they are asked for", () => {
    const forward = take(100, (i) => draws.uniformAt(i, 2));
    const backward = take(100, (i) => draws.uniformAt(99 - i, 2)).reverse();
    expect(backward).toEqual(forward);
  });

  test.each([
    ["along the index", (i: number) => draws.uniformAt(i, 0)],
    ["along the index, beyond 32 bits", (i: number) => draws.uniformAt(2 ** 40 + i, 1)],
    ["along every 2^32nd index", (i: number) => draws.uniformAt((i % 2 ** 21) * 2 ** 32, 1)],
    ["along the draw", (i: number) => draws.uniformAt(7, i)],
    ["along draws that share their lower bits", (i: number) => draws.uniformAt(7, i * 2048)],
    ["along both at once", (i: number) => draws.uniformAt(i, i)],
  ])("are uniform and unrelated %s", (_, at) => {
    const samples = take(N, at);
    expect(Math.abs(uniformExcess(samples, 1000))).toBeLessThan(4);
    expect(ksDistance(samples, (x) => x)).toBeLessThan(KS_LIMIT);
    expect(Math.abs(correlation(samples.slice(1), samples.slice(0, -1)))).toBeLessThan(4 / Math.sqrt(N));
  });

  test("differ between names, entities and from draw to draw", () => {
    const other = streams.draws("tasks", "x");
    const replicated = new Streams(1, 1).draws("tasks");
    const columns = [
      take(20_000, (i) => draws.uniformAt(i, 0)),
      take(20_000, (i) => draws.uniformAt(i, 1)),
      take(20_000, (i) => draws.uniformAt(i, 2048)),
      take(20_000, (i) => draws.uniformAt(i + 2 ** 32, 0)),
      take(20_000, (i) => other.uniformAt(i, 0)),
      take(20_000, (i) => replicated.uniformAt(i, 0)),
    ];
    columns.forEach((xs, i) => {
      for (const ys of columns.slice(0, i))
        expect(Math.abs(correlation(xs, ys))).toBeLessThan(5 / Math.sqrt(20_000));
    });
  });
});
