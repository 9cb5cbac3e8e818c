/** What `sim compare` concludes from figures that are given: verdicts, winners, and the words for them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare } from "../../src/lab/compare/compare.ts";
import type { PolicyReplicas } from "../../src/lab/compare/policy-replicas.ts";
import type { Comparison } from "../../src/lab/result.ts";
import { made } from "./compare-sample.ts";

function compared(policies: readonly PolicyReplicas[], chosen?: readonly string[]): Comparison {
  return compare(policies, { baseline: policies[0]!.policy, chosen, ended: "replications", ending: "" });
}

const NOISE = [0, 3, -2, 1, -1, 2, -3, 0, 1, -1];
const about = (mean: number, step: number) => NOISE.map((noise) => mean + noise * step);

describe("a verdict", () => {
  const slow = made("fifo", {
    "wait.p99:class:urgent": about(10, 0.2),
    fairness: about(0.9, 0.001),
    "utilization.cpu": about(0.6, 0.001),
    cost: about(100, 1),
    dead: about(0, 0),
  });
  const quick = made("off-peak", {
    "wait.p99:class:urgent": [...about(5.9, 0.05)].reverse(),
    fairness: about(0.8, 0.001),
    "utilization.cpu": about(0.5, 0.002),
    cost: [...about(100, 1)].reverse(),
    dead: about(0, 0),
  });
  const paths = ["wait.p99:class:urgent", "fairness", "utilization.cpu", "cost", "dead"];
  const { metrics, sentences, comparisons, intervalConfidence } = compared([slow, quick], paths);
  const sentence = (path: string) => metrics.find((metric) => metric.path === path)!.pairs[0]!.sentence;

  test("is better, worse, different, undecided or equal, by which way the figure is better", () => {
    expect(metrics.map(({ pairs }) => pairs[0]!.verdict)).toEqual([
      "better",
      "worse",
      "different",
      "undecided",
      "equal",
    ]);
  });

  test("is given in a sentence, with the interval; a winner that the data does not support is refused in words", () => {
    expect(sentence("wait.p99:class:urgent")).toMatch(
      /^off-peak cuts the p99 wait of urgent tasks by 41% ± \d+%$/,
    );
    expect(sentence("fairness")).toMatch(/^off-peak cuts fairness by 11\.1\d% ± 0\.\d\d%$/);
    expect(sentence("cost")).toMatch(
      /^on cost, off-peak and fifo cannot be told apart: the difference is between −\d+% and \+\d+%$/,
    );
    expect(sentence("dead")).toBe(
      "off-peak and fifo have the same number of dead tasks in every replication",
    );
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(
      /^off-peak, compared with fifo, cuts the p99 wait of urgent tasks by 41% ± \d+%, but it cuts fairness by .*, and it cuts cpu utilisation by .*; on cost the two cannot be told apart$/,
    );
  });

  test("is corrected for all the comparisons of the document", () => {
    expect(comparisons).toBe(5);
    expect(intervalConfidence).toBeCloseTo(0.99, 12);
    const alone = compared([slow, quick], ["cost"]).metrics[0]!.pairs[0]!.difference;
    const among = metrics[3]!.pairs[0]!.difference;
    expect(among.mean).toBe(alone.mean);
    expect(among.high! - among.low!).toBeGreaterThan(1.4 * (alone.high! - alone.low!));
  });

  test("agrees with its interval and with the p value, on any figures", () => {
    const values = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 6, maxLength: 6 });
    const seen = new Set<string>();
    fc.assert(
      fc.property(values, values, values, fc.double({ min: 0, max: 20, noNaN: true }), (a, b, c, shift) => {
        const one = made("one", { "wait.mean": a, fairness: b });
        const two = made("two", { "wait.mean": c.map((value) => value + shift), fairness: b });
        for (const { pairs } of compared([one, two], ["wait.mean", "fairness"]).metrics)
          for (const { verdict, difference, pValue } of pairs) {
            seen.add(verdict);
            const decided = difference.low! > 0 || difference.high! < 0;
            expect(["better", "worse"].includes(verdict)).toBe(decided);
            if (decided) expect(pValue).toBeLessThan(0.05);
          }
      }),
    );
    expect([...seen].sort()).toEqual(["equal", "undecided", "worse"]);
  });

  test("is refused with one replication", () => {
    const { metrics } = compared([made("a", { cost: [1] }), made("b", { cost: [5] })], ["cost"]);
    expect(metrics[0]!.pairs[0]).toMatchObject({ verdict: "undecided", pValue: null });
    expect(metrics[0]!.winner).toBeNull();
  });

  test("uses the replications in which both have the figure", () => {
    const a = made("a", { "wait.mean:class:rare": [1, undefined, 3, 5], cost: [1, 1, 1, 1] });
    const b = made("b", { "wait.mean:class:rare": [2, 7, undefined, 7], cost: [1, 1, 1, 1] });
    const { pairs } = compared([a, b], ["wait.mean:class:rare"]).metrics[0]!;
    expect(pairs[0]!.difference.mean).toBe(1.5);
    expect(pairs[0]).toMatchObject({ lower: 0, higher: 2 });
  });
});

describe("the words", () => {
  const words = (path: string, a: readonly number[], b: readonly number[]) =>
    compared([made("a", { [path]: a }), made("b", { [path]: b })], [path]).metrics[0]!.pairs[0]!.sentence;

  test("say how many times as much, where that is easier to read", () => {
    expect(words("wait.mean:tenant:free", about(1, 0.001), about(8, 0.001))).toBe(
      "b makes the mean wait of tasks of free 8 ± 0.00915 times as large",
    );
  });

  test("give amounts where a share of nothing would be none", () => {
    expect(words("dead", about(0, 0), about(5, 0.1))).toBe("b raises the number of dead tasks by 5 ± 0.131");
    expect(words("lateRatio:class:x", about(0, 0), about(0.2, 0.01))).toMatch(
      /^b raises the share of late x tasks by 20% ± 1\.\d+%$/,
    );
    expect(words("wait.p50", about(0, 0), about(0.25, 0.01))).toMatch(
      /^b raises the median wait by 250 ms ± \d+(\.\d+)? ms$/,
    );
  });

  test("tell of one that was ahead every time though the means cannot be told apart", () => {
    const outlier = [1, 1, 1, 1, 1, 1, 1, 1, 1, 90];
    expect(words("wait.mean", outlier, about(0.01, 0))).toMatch(
      /cannot be told apart: .*, though b was lower in all of 10 replications$/,
    );
  });
});

describe("the winner of a figure", () => {
  const policies = (third: readonly number[]) => [
    made("a", { "wait.mean": about(10, 0.1) }),
    made("b", { "wait.mean": about(5, 0.1) }),
    made("c", { "wait.mean": third }),
  ];

  test("is the one that is better than each other, baseline or not", () => {
    const { metrics } = compared(policies(about(7, 0.1)), ["wait.mean"]);
    expect(metrics[0]).toMatchObject({ winner: "b", contenders: ["b"] });
    expect(metrics[0]!.sentence).toBe(
      "b has the lowest mean wait (5 s), and each of the others has been shown to be worse",
    );
  });

  test("is nobody where the best two cannot be told apart, though both beat the baseline", () => {
    const { metrics } = compared(policies([...about(5.05, 0.1)].reverse()), ["wait.mean"]);
    expect(metrics[0]!.pairs.map(({ verdict }) => verdict)).toEqual(["better", "better"]);
    expect(metrics[0]).toMatchObject({ winner: null, contenders: ["b", "c"] });
    expect(metrics[0]!.sentence).toBe(
      "no winner on mean wait: b has the lowest (5 s), but c cannot be told apart from it",
    );
  });

  test("is nobody where neither more nor less is better, or nothing was measured", () => {
    const used = ["a", "b"].map((name, i) => made(name, { "utilization.cpu": about(0.5 + i / 10, 0.001) }));
    expect(compared(used, ["utilization.cpu"]).metrics[0]).toMatchObject({ winner: null, contenders: [] });
    expect(compared(used, ["wait.mean:class:x"]).metrics[0]!.sentence).toBe(
      "nothing was measured of the mean wait of x tasks",
    );
  });
});

describe("what is compared when nobody says", () => {
  test("is what differs: of all, and of each class where there are several", () => {
    const figures = (wait: number) => ({
      "wait.mean": about(wait, 0.1),
      "wait.p99:class:x": about(wait, 0.1),
      "wait.p99:class:y": about(3, 0.1),
      cost: about(7, 0),
      machineHours: about(wait, 0),
    });
    const { metrics } = compared([made("a", figures(2)), made("b", figures(3))]);
    expect(metrics.map(({ path }) => path)).toEqual(["wait.mean", "wait.p99:class:x"]);
  });

  test("is nothing where all is the same, and that is said", () => {
    const same = ["a", "b"].map((name) => made(name, { "wait.mean": about(2, 0.1), cost: about(1, 0) }));
    const { metrics, sentences, pairingGain } = compared(same);
    expect(metrics).toEqual([]);
    expect(sentences).toEqual(["b and a are the same in every figure that was compared"]);
    expect(pairingGain).toBeNull();
  });
});
