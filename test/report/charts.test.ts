import { describe, expect, test } from "vitest";
import type { ResultDocument } from "../../src/lab/result.ts";
import { lateCharts } from "../../src/report/chart-late.ts";
import type { Chart } from "../../src/report/chart-style.ts";
import { queueCharts, utilizationCharts } from "../../src/report/chart-timeline.ts";
import { waitCharts } from "../../src/report/chart-waits.ts";
import { causeSections } from "../../src/report/charts.ts";
import { draw, marks } from "./drawing.ts";
import { sampleDocument } from "./sample.ts";

const one = sampleDocument({ policies: ["fifo"] });
const many = sampleDocument({ policies: ["fifo", "top-k", "delay-tolerance", "fair"] });

function valuesOf(chart: Chart): Record<string, unknown>[] {
  const layers = chart.spec.layer as readonly { data: { values: Record<string, unknown>[] } }[];
  return layers[0]!.data.values;
}

function withWaits(document: ResultDocument, waits: ResultDocument["runs"][number]["waits"]): ResultDocument {
  return { ...document, runs: document.runs.map((run) => ({ ...run, waits })) };
}

describe("waiting times", () => {
  test("with one policy are one chart with a curve for each class", async () => {
    const charts = waitCharts(one);
    expect(charts).toHaveLength(1);
    expect(marks(await draw(charts[0]!.spec), "line")).toBe(5);
  });

  test("with several policies are a chart for each class with a curve for each policy, on the same axes", async () => {
    const charts = waitCharts(many);
    expect(charts.map((chart) => chart.panel)).toEqual([
      "interactive",
      "query",
      "report",
      "backup",
      "training",
    ]);
    for (const chart of charts) expect(marks(await draw(chart.spec), "line")).toBe(4);
    const axes = charts.map((chart) => {
      const { x, y } = chart.spec.encoding as Record<"x" | "y", { scale: unknown }>;
      return JSON.stringify([x.scale, y.scale]);
    });
    expect(new Set(axes).size).toBe(1);
  });

  test("begin at the share that waited at all and end at the longest wait", () => {
    const [chart] = waitCharts(
      withWaits(one, {
        job: [
          { seconds: 0, share: 0.75 },
          { seconds: 2, share: 0.9 },
          { seconds: 50, share: 1 },
        ],
      }),
    );
    const curve = valuesOf(chart!).filter((row) => row.series === "job");
    expect(curve.map((row) => [row.seconds, row.longer])).toEqual([
      [1, 0.25],
      [2, expect.closeTo(0.1)],
      [50, expect.closeTo(0.1)],
    ]);
    expect(chart!.description).toContain(
      "job: 75.0 % started at once, 99 % within 50.0 s, the longest wait 50.0 s.",
    );
  });

  test("never reach a log scale as zero, even when nobody waited", async () => {
    const [chart] = waitCharts(withWaits(one, { job: [{ seconds: 0, share: 1 }] }));
    expect(valuesOf(chart!)).toEqual([]);
    expect(chart!.description).toContain("job: no task waited.");
    expect(waitCharts(withWaits(many, { job: [{ seconds: 0, share: 1 }] })).at(-1)!.note).toBe(
      "No task waited.",
    );
    await draw(chart!.spec);
  });

  test("shorter than six decades below the longest stand at the left edge", () => {
    const [chart] = waitCharts(
      withWaits(one, {
        job: [
          { seconds: 1e-6, share: 0.2 },
          { seconds: 1e-3, share: 0.5 },
          { seconds: 5000, share: 1 },
        ],
      }),
    );
    const seconds = valuesOf(chart!).map((row) => row.seconds as number);
    expect(Math.min(...seconds)).toBe(1e-3);
    expect(valuesOf(chart!)[0]!.longer).toBe(0.5);
  });

  test("of a single task still make a curve", async () => {
    const [chart] = waitCharts(withWaits(one, { job: [{ seconds: 10, share: 1 }] }));
    expect(valuesOf(chart!).map((row) => [row.seconds, row.longer])).toEqual([
      [1, 1],
      [10, 1],
    ]);
    await draw(chart!.spec);
  });
});

describe("over time", () => {
  test("each policy has its own utilisation and queue with its own peak bands", async () => {
    for (const charts of [utilizationCharts(many), queueCharts(many)]) {
      expect(charts.map((chart) => chart.panel)).toEqual(["fifo", "top-k", "delay-tolerance", "fair"]);
      for (const chart of charts) {
        const svg = await draw(chart.spec);
        expect(marks(svg, "area")).toBe(1);
        expect(marks(svg, "line")).toBe(1);
        expect(marks(svg, "rect")).toBeGreaterThan(0);
        expect(marks(svg, "rule")).toBeGreaterThan(0);
      }
    }
  });

  test("faults are marked where they begin and barred for as long as they last", async () => {
    const [chart] = queueCharts(one);
    expect(marks(await draw(chart!.spec), "rule")).toBe(4);
    expect(chart!.description).toContain("2 faults: machine-crash (12 of rack-b) at 9.50 h");
  });

  test("a day is drawn in hours and a short run in seconds", () => {
    const title = (document: ResultDocument): string =>
      JSON.stringify((queueCharts(document)[0]!.spec.encoding as { x: { axis: object } }).x.axis);
    expect(title(one)).toContain("time (h)");
    const point = { time: 0, utilization: 0.5, queue: 1, peak: 0 };
    const short = { every: 1, peakAt: 0.8, points: [point, { ...point, time: 60 }], faults: [] };
    expect(title({ ...one, runs: [{ ...one.runs[0]!, timeline: short }] })).toContain("time (s)");
  });

  test("a run without a timeline draws an empty chart and says so", async () => {
    const timeline = { every: 60, peakAt: 0.8, points: [], faults: [] };
    const empty = { ...one, runs: one.runs.map((run) => ({ ...run, timeline })) };
    for (const chart of [...utilizationCharts(empty), ...queueCharts(empty)]) {
      expect(chart.description).toContain("nothing was recorded");
      await draw(chart.spec);
    }
  });
});

describe("late tasks", () => {
  test("have a point for each class and policy, and an interval where there are replications", async () => {
    const svg = await draw(lateCharts(many)[0]!.spec);
    expect(marks(svg, "symbol")).toBe(20);
    // A stem to each point, and an interval for each that is not nothing.
    expect(marks(svg, "rule")).toBe(20 + 16);
    const single = await draw(lateCharts(sampleDocument({ policies: ["fifo"], replications: 1 }))[0]!.spec);
    expect(marks(single, "symbol")).toBe(5);
    expect(marks(single, "rule")).toBe(5);
  });

  test("are drawn for a single class, for none, and for no late task at all", async () => {
    const single = sampleDocument({ policies: ["fifo"], classes: ["job"] });
    expect(marks(await draw(lateCharts(single)[0]!.spec), "symbol")).toBe(1);
    const none = sampleDocument({ classes: [] });
    expect(lateCharts(none)[0]!.description).toContain("nothing was measured");
    await draw(lateCharts(none)[0]!.spec);
    const punctual = sampleDocument({ classes: ["a", "b", "c", "backup"] });
    const quiet = {
      ...punctual,
      runs: punctual.runs.map((run) => ({
        ...run,
        metrics: { "class:backup": run.metrics["class:backup"]! },
      })),
    };
    expect(lateCharts(quiet)[0]!.description).toContain("no task of any class was late");
    await draw(lateCharts(quiet)[0]!.spec);
  });
});

test("every chart has an id of its own, words for those who do not see it, and the same bytes each time", () => {
  const charts = causeSections(many).flatMap((section) => section.charts);
  expect(new Set(charts.map((chart) => chart.id)).size).toBe(charts.length);
  for (const chart of charts) expect(chart.description.length).toBeGreaterThan(20);
  expect(JSON.stringify(causeSections(many))).toBe(JSON.stringify(causeSections(many)));
});
