import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random, Streams } from "../../src/engine/random.ts";
import {
  chiSquareExcess,
  correlation,
  KS_LIMIT,
  ksDistance,
  mean,
  normalCdf,
  uniformExcess,
  variance,
} from "./goodness-of-fit.ts";

const N = 200_000;
const streams = new Streams(1, 0);
const take = (n: number, draw: (index: number) => number) => Array.from({ length: n }, (_, i) => draw(i));

describe("a random stream", () => {
  test("gives the same numbers on every machine and in every version", () => {
    const random = streams.stream("golden", "one");
    expect(take(4, () => random.int32())).toMatchInlineSnapshot(`
      [
        1538629343,
        1009106148,
        1730341413,
        -1027465074,
      ]
    `);
    expect(take(3, () => random.uniform())).toMatchInlineSnapshot(`
      [
        0.3212774031115324,
        0.03565322634520873,
        0.38123791107491234,
      ]
    `);
    expect(take(3, () => random.positive())).toMatchInlineSnapshot(`
      [
        0.8319625324408813,
        0.21197568400382671,
        0.36035041806115153,
      ]
    `);
    expect(take(6, () => random.below(1000))).toMatchInlineSnapshot(`
      [
        932,
        42,
        466,
        510,
        958,
        449,
      ]
    `);
    expect(take(3, () => random.below(1e12))).toMatchInlineSnapshot(`
      [
        611805095212,
        624271980873,
        788977612719,
      ]
    `);
    expect(take(3, () => random.exponential())).toMatchInlineSnapshot(`
      [
        1.4648333947905923,
        0.20519736159482696,
        0.5278897589354821,
      ]
    `);
    expect(take(3, () => random.normal())).toMatchInlineSnapshot(`
      [
        -0.3620382067119913,
        2.0693818125817582,
        -3.336635976143906,
      ]
    `);
  });

  test("still gives the same numbers after a million draws that reach every edge and tail", () => {
    const random = streams.stream("golden", "long");
    let exponentials = 0;
    let normals = 0;
    for (let i = 0; i < 1_000_000; i++) {
      exponentials += random.exponential();
      normals += random.normal();
    }
    expect([exponentials, normals, random.int32()]).toMatchInlineSnapshot(`
      [
        1000306.7923858344,
        -1569.704778103692,
        -1528044790,
      ]
    `);
  });

  test("is sfc32: its first words from a known state are those of the published generator", () => {
    // By hand from the definition, after the 16 rounds that the constructor discards.
    let [a, b, c, counter] = [1n, 2n, 3n, 4n];
    const mask = 0xffffffffn;
    const round = () => {
      const result = (a + b + counter) & mask;
      counter = (counter + 1n) & mask;
      a = b ^ (b >> 9n);
      b = (c + (c << 3n)) & mask;
      c = ((((c << 21n) & mask) | (c >> 11n)) + result) & mask;
      return Number(result);
    };
    for (let i = 0; i < 16; i++) round();
    const random = new Random(1, 2, 3, 4);
    expect(take(1000, () => random.int32() >>> 0)).toEqual(take(1000, round));
  });

  test("begins anew each time it is asked for", () => {
    const first = streams.stream("again", "x");
    const second = new Streams(1, 0).stream("again", "x");
    expect(take(100, () => first.int32())).toEqual(take(100, () => second.int32()));
  });

  test("is unlike the stream of any other seed, replication, name or entity", () => {
    const others = [
      new Streams(1, 0).stream("a", "b"),
      new Streams(2, 0).stream("a", "b"),
      new Streams(0, 1).stream("a", "b"),
      new Streams(1, 1).stream("a", "b"),
      new Streams(10, 0).stream("a", "b"),
      new Streams(1, 0).stream("a"),
      new Streams(1, 0).stream("a", ""),
      new Streams(1, 0).stream("b", "a"),
      new Streams(1, 0).stream("ab"),
      new Streams(1, 0).stream('a","b'),
      new Streams(1, 0).stream("a", "bb"),
      new Streams(1, 0).stream("a", "\u00e9"),
      // seedrandom alone would read these three as one: it looks at the lower byte only.
      new Streams(1, 0).stream("a", "\u01e9"),
      new Streams(1, 0).stream("a", "\u02e9"),
      new Streams(1, 0).stream("a", "x".repeat(300)),
      new Streams(1, 0).stream("a", `${"x".repeat(299)}y`),
    ].map((random) => take(2_000, () => random.uniform()));
    others.forEach((xs, i) => {
      for (const ys of others.slice(0, i)) {
        // Five standard deviations.
        expect(Math.abs(correlation(xs, ys))).toBeLessThan(5 / Math.sqrt(2_000));
        expect(xs[0]).not.toBe(ys[0]);
      }
    });
  });

  test("starts anywhere, over a thousand entities with similar names", () => {
    const firsts = take(4_000, (i) => streams.stream("tenant", `t${i}`).uniform());
    expect(ksDistance(firsts, (x) => x)).toBeLessThan(KS_LIMIT);
    expect(Math.abs(correlation(firsts.slice(1), firsts.slice(0, -1)))).toBeLessThan(5 / Math.sqrt(4_000));
  });

  test("leaves Math.random alone", () => {
    const before = Math.random;
    streams.stream("anything").uniform();
    expect(Math.random).toBe(before);
    expect("seedrandom" in Math).toBe(false);
  });
});

describe("uniform", () => {
  const random = streams.stream("uniform");
  const samples = take(N, () => random.uniform());

  test("fills [0, 1) evenly", () => {
    expect(Math.abs(uniformExcess(samples, 1000))).toBeLessThan(4);
    expect(ksDistance(samples, (x) => x)).toBeLessThan(KS_LIMIT);
    expect(samples.every((x) => x >= 0 && x < 1)).toBe(true);
  });

  test("uses all of its 53 bits evenly", () => {
    for (let bit = 1; bit <= 53; bit++) {
      const scale = 2 ** bit;
      let ones = 0;
      for (const x of samples) ones += Math.floor(x * scale) - 2 * Math.floor((x * scale) / 2);
      expect(Math.abs(ones - N / 2), `bit ${bit}`).toBeLessThan(4.5 * Math.sqrt(N / 4));
    }
  });

  test("has no memory of the draws before", () => {
    for (const lag of [1, 2, 3, 7]) {
      expect(Math.abs(correlation(samples.slice(lag), samples.slice(0, -lag)))).toBeLessThan(
        4 / Math.sqrt(N),
      );
    }
    const pairs = take(N / 2, (i) => Math.floor(samples[2 * i]! * 30) + samples[2 * i + 1]!).map(
      (x) => x / 30,
    );
    expect(Math.abs(uniformExcess(pairs, 900))).toBeLessThan(4);
  });
});

test("positive never gives 0 and may be divided by", () => {
  const random = streams.stream("positive");
  expect(take(N, () => random.positive()).every((x) => x > 0 && x <= 1)).toBe(true);
});

describe("below", () => {
  test("gives each number equally often, also where n does not divide 2^32", () => {
    for (const n of [1, 2, 3, 7, 100, 1000]) {
      const random = streams.stream("below", String(n));
      const counts: number[] = new Array(n).fill(0);
      for (let i = 0; i < N; i++) counts[random.below(n)]!++;
      if (n > 1)
        expect(
          Math.abs(
            chiSquareExcess(
              counts,
              counts.map(() => N / n),
            ),
          ),
        ).toBeLessThan(4);
    }
  });

  test("is not biased for an n so large that a remainder would show", () => {
    // With 3/4 of 2^53, taking a remainder would put half of the draws below a third of n.
    const random = streams.stream("below", "large");
    const n = 0.75 * 2 ** 53;
    const samples = take(50_000, () => random.below(n) / n);
    expect(ksDistance(samples, (x) => x)).toBeLessThan(KS_LIMIT);
  });

  test("stays in range and whole for every n", () => {
    const random = streams.stream("below", "range");
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (n) => {
        const x = random.below(n);
        return Number.isInteger(x) && x >= 0 && x < n;
      }),
    );
    expect(() => random.below(0)).toThrow("whole number");
    expect(() => random.below(1.5)).toThrow("whole number");
  });
});

describe("exponential", () => {
  const random = streams.stream("exponential");
  const samples = take(N, () => random.exponential());

  test("follows its distribution function", () => {
    expect(ksDistance(samples, (x) => 1 - Math.exp(-x))).toBeLessThan(KS_LIMIT);
    expect(samples.every((x) => x >= 0)).toBe(true);
  });

  test("has its moments", () => {
    expect(Math.abs(mean(samples) - 1)).toBeLessThan(4 / Math.sqrt(N));
    expect(Math.abs(variance(samples) - 1)).toBeLessThan(4 * Math.sqrt(8 / N));
    expect(Math.abs(mean(samples.map((x) => x ** 3)) - 6)).toBeLessThan(4 * Math.sqrt((720 - 36) / N));
  });

  test("reaches into the tail beyond the lowest layer as often as it should", () => {
    const long = streams.stream("exponential", "tail");
    let beyond = 0;
    let sum = 0;
    for (let i = 0; i < 2_000_000; i++) {
      const x = long.exponential();
      if (x > 7.69711747013105) {
        beyond += 1;
        sum += x - 7.69711747013105;
      }
    }
    const expected = 2_000_000 * Math.exp(-7.69711747013105);
    expect(Math.abs(beyond - expected)).toBeLessThan(4 * Math.sqrt(expected));
    expect(Math.abs(sum / beyond - 1)).toBeLessThan(4 / Math.sqrt(expected));
  });
});

describe("normal", () => {
  const random = streams.stream("normal");
  const samples = take(N, () => random.normal());

  test("follows its distribution function", () => {
    expect(ksDistance(samples, normalCdf)).toBeLessThan(KS_LIMIT);
  });

  test("has its moments", () => {
    expect(Math.abs(mean(samples))).toBeLessThan(4 / Math.sqrt(N));
    expect(Math.abs(variance(samples) - 1)).toBeLessThan(4 * Math.sqrt(2 / N));
    expect(Math.abs(mean(samples.map((x) => x ** 3)))).toBeLessThan(4 * Math.sqrt(15 / N));
    expect(Math.abs(mean(samples.map((x) => x ** 4)) - 3)).toBeLessThan(4 * Math.sqrt(96 / N));
  });

  test("reaches into both tails beyond the lowest layer as often as it should", () => {
    const long = streams.stream("normal", "tail");
    let above = 0;
    let below = 0;
    for (let i = 0; i < 4_000_000; i++) {
      const x = long.normal();
      if (x > 3.654152885361009) above += 1;
      if (x < -3.654152885361009) below += 1;
    }
    const expected = 4_000_000 * (1 - normalCdf(3.654152885361009));
    expect(Math.abs(above - expected)).toBeLessThan(4 * Math.sqrt(expected));
    expect(Math.abs(below - expected)).toBeLessThan(4 * Math.sqrt(expected));
  });
});
