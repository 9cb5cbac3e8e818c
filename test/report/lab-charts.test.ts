import { describe, expect, test } from "vitest";
import type { ResultDocument } from "../../src/lab/result.ts";
import { fairnessCharts } from "../../src/report/chart-fairness.ts";
import { forestCharts } from "../../src/report/chart-forest.ts";
import { type Gantt, ganttCharts } from "../../src/report/chart-gantt.ts";
import { paretoCharts } from "../../src/report/chart-pareto.ts";
import { percentileCharts } from "../../src/report/chart-percentiles.ts";
import { planSections } from "../../src/report/chart-plan.ts";
import type { Chart, ChartSpec } from "../../src/report/chart-style.ts";
import { sweepSections } from "../../src/report/chart-sweep.ts";
import { draw, marks } from "./drawing.ts";
import { sampleDocument } from "./sample.ts";
import { sampleComparison } from "./sample-comparison.ts";
import { BATCH_AXIS, COUNT_AXIS, samplePlan, sampleSweep } from "./sample-sweep.ts";

const two = sampleDocument();

/** The rows of the layer that answers to a pointer. */
function rowsOf(chart: Chart): Record<string, unknown>[] {
  const layers = chart.spec.layer as readonly { data: { values: Record<string, unknown>[] } }[];
  return layers.at(-1)!.data.values;
}

function withMetric(
  document: ResultDocument,
  group: string,
  name: string,
  means: readonly number[],
): ResultDocument {
  return {
    ...document,
    runs: document.runs.map((run, index) => ({
      ...run,
      metrics: {
        ...run.metrics,
        [group]: { ...run.metrics[group], [name]: { mean: means[index]!, low: null, high: null } },
      },
    })),
  };
}

describe("percentiles", () => {
  test("have a panel each on one axis, with a point and an interval for each class and policy", async () => {
    const charts = percentileCharts(two);
    expect(charts.map(({ panel }) => panel)).toEqual(["median", "95th percentile", "99th percentile"]);
    for (const { spec } of charts) {
      const svg = await draw(spec);
      expect(marks(svg, "symbol")).toBe(10);
      expect(marks(svg, "rule")).toBe(10);
    }
    expect(charts[2]!.description).toContain("training under fifo: 15.6 min.");
  });

  test("that are zero stand at the left edge of the logarithmic axis, which says so", async () => {
    const [median] = percentileCharts(withMetric(two, "class:query", "wait.p50", [0, 0]));
    const svg = await draw(median!.spec);
    expect(svg).toContain("≤ 1 ms");
    expect(median!.description).toContain("query under fifo: 0 s.");
  });
});

describe("the forest plot", () => {
  const { comparison } = sampleComparison();
  const charts = forestCharts(comparison!);

  test("has a panel for each metric and a row for each pair with its interval", async () => {
    expect(charts.map(({ panel }) => panel)).toEqual([
      "p99 wait of interactive",
      "mean wait",
      "share of late tasks",
      "cpu utilisation",
      "fairness (Jain)",
      "dead",
    ]);
    for (const { spec } of charts) {
      const svg = await draw(spec);
      expect(marks(svg, "symbol")).toBe(3);
      expect(marks(svg, "rule")).toBe(1 + 3);
    }
  });

  test("names no winner where an interval crosses zero: the point is hollow", () => {
    const undecided = charts.flatMap(rowsOf).filter((row) => row.verdict === "undecided");
    expect(undecided.length).toBeGreaterThan(0);
    for (const row of undecided) {
      expect(row.low as number).toBeLessThan(0);
      expect(row.high as number).toBeGreaterThan(0);
      expect(row.words).toBe("cannot be told apart");
    }
  });

  test("says which side is better", () => {
    expect(JSON.stringify(charts[0]!.spec)).toContain("left is better");
    expect(JSON.stringify(charts[4]!.spec)).toContain("right is better");
    expect(charts[3]!.description).not.toContain("better)");
  });
});

describe("cost against p99", () => {
  test("shows who is on the front: those that no other beats on both", () => {
    const three = sampleDocument({ policies: ["dear", "cheap", "bad"] });
    const priced = withMetric(withMetric(three, "all", "cost", [20, 10, 15]), "all", "wait.p99", [1, 5, 6]);
    expect(paretoCharts(priced)[0]!.note).toBe("On the front, beaten by no other on both: dear, cheap.");
  });

  test("is drawn with a point and a name for each policy, and not for one policy or without prices", async () => {
    const svg = await draw(paretoCharts(two)[0]!.spec);
    expect(marks(svg, "symbol")).toBe(2);
    expect(marks(svg, "text")).toBe(2);
    expect(paretoCharts(sampleDocument({ policies: ["fifo"] }))).toEqual([]);
    expect(paretoCharts(withMetric(two, "all", "cost", [0, 0]))).toEqual([]);
  });
});

describe("tenants", () => {
  test("have a point each and Jain's index in words", async () => {
    const [chart] = fairnessCharts(two);
    expect(marks(await draw(chart!.spec), "symbol")).toBe(6);
    expect(chart!.note).toBe("Jain's index over all tenants: fifo 0.964, top-k 0.964.");
  });

  test("are not compared where there is only one", () => {
    expect(fairnessCharts(sampleDocument({ tenants: ["acme"] }))).toEqual([]);
  });
});

describe("what ran where", () => {
  const attempt = { class: "job", tenant: "t", task: "1", outcome: "done" };
  const gantt: Gantt = {
    policy: "fifo",
    machines: ["m-1", "m-2"],
    attempts: [
      { ...attempt, machine: "m-1", started: 0, ended: 4 },
      { ...attempt, machine: "m-1", started: 2, ended: 6 },
      { ...attempt, machine: "m-1", started: 4, ended: 9, outcome: "lost" },
      { ...attempt, machine: "m-2", started: 0, ended: 0.01, class: "<b>" },
    ],
  };

  test("has a bar for each attempt, and a letter where there is room", async () => {
    const [chart] = ganttCharts([gantt], ["job", "<b>"]);
    const svg = await draw(chart!.spec);
    expect(marks(svg, "rect")).toBe(4);
    expect(marks(svg, "text")).toBe(3);
    expect(chart!.note).toContain("did not end as done");
  });

  test("puts attempts that overlap on one machine below each other, and fills a lane that is free again", () => {
    const [chart] = ganttCharts([gantt], ["job", "<b>"]);
    const layers = chart!.spec.layer as readonly { data: { values: { lane: number }[] } }[];
    expect(layers[0]!.data.values.map(({ lane }) => lane)).toEqual([0, 0, 1, 0]);
  });
});

describe("a sweep", () => {
  test("along one axis draws lines with intervals, a panel for each figure that changes", async () => {
    const [section, ...more] = sweepSections(sampleSweep([COUNT_AXIS]));
    expect(more).toEqual([]);
    expect(section!.charts.map(({ panel }) => panel)).toEqual([
      "p99 wait",
      "mean wait",
      "share of late tasks",
      "cpu utilisation",
    ]);
    for (const { spec } of section!.charts) {
      const svg = await draw(spec);
      expect(marks(svg, "line")).toBe(2);
      expect(marks(svg, "symbol")).toBe(10);
      expect(marks(svg, "rule")).toBe(10);
    }
  });

  test("over two axes draws a heat map for each policy with its numbers in the cells", async () => {
    const sections = sweepSections(sampleSweep([COUNT_AXIS, BATCH_AXIS]));
    expect(sections.map(({ title }) => title)[0]).toBe("P99 wait");
    expect(sections[0]!.charts.map(({ panel }) => panel)).toEqual(["fifo", "top-k"]);
    const svg = await draw(sections[0]!.charts[0]!.spec);
    expect(marks(svg, "rect")).toBe(20);
    expect(marks(svg, "text")).toBe(20);
    expect(svg).toContain("min</text>");
  });

  test("over three axes, or at random, draws a panel for each axis", async () => {
    const words = { path: "policy.name", values: ["a", true, null] };
    const sections = sweepSections(sampleSweep([COUNT_AXIS, BATCH_AXIS, words], ["fifo"], "latin-hypercube"));
    expect(sections[0]!.charts.map(({ panel }) => panel)).toEqual([
      COUNT_AXIS.path,
      BATCH_AXIS.path,
      words.path,
    ]);
    for (const { spec } of sections[0]!.charts) expect(marks(await draw(spec), "symbol")).toBe(60);
  });
});

describe("a plan", () => {
  test("has a capacity curve for each target, with its limit and the answer ringed", async () => {
    const [section] = planSections(samplePlan());
    expect(section!.charts.map(({ panel }) => panel)).toEqual(["wait.p99:class:urgent <= 2s", "dead == 0"]);
    for (const { spec } of section!.charts) {
      const svg = await draw(spec);
      expect(marks(svg, "symbol")).toBe(1 + 6);
      expect(marks(svg, "rule")).toBe(1 + 6);
    }
    expect(section!.charts[0]!.description).toContain(
      "At 175 machines (machines.0.count = 175): 2.76 s, undecided.",
    );
  });

  test("without an answer rings nothing", async () => {
    const [section] = planSections(samplePlan(false));
    expect(marks(await draw(section!.charts[0]!.spec), "symbol")).toBe(6);
  });
});

test("whoever picks a series sees the others fade in every chart that has it", async () => {
  const pick = (spec: ChartSpec) => ({ ...spec, params: [{ name: "isolated", value: "fifo" }] });
  for (const { spec } of [...percentileCharts(two), ...paretoCharts(two), ...fairnessCharts(two)]) {
    const opacities = [
      ...(await draw(pick(spec))).matchAll(
        /<path aria-label="[^"]*(fifo|top-k)[^"]*"[^>]*opacity="([\d.]+)"/g,
      ),
    ];
    expect(opacities.length).toBeGreaterThan(0);
    for (const [, policy, opacity] of opacities)
      expect([policy, Number(opacity) >= 0.4]).toEqual([policy, policy === "fifo"]);
  }
});
