import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { afterAll, describe, expect, test } from "vitest";
import { renderChartSvg } from "../../src/report/chart-image.ts";
import { causeSections } from "../../src/report/charts.ts";
import { tableParquet } from "../../src/report/parquet.ts";
import { writePlanReport } from "../../src/report/plan.ts";
import { writeSweepReport } from "../../src/report/sweep.ts";
import { tablesOf } from "../../src/report/tables.ts";
import { ReportFolder, writeReport } from "../../src/report/write.ts";
import { sampleDocument } from "./sample.ts";
import { COUNT_AXIS, samplePlan, sampleSweep } from "./sample-sweep.ts";

const root = mkdtempSync(join(tmpdir(), "schedlab-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const document = sampleDocument();
const [percentiles] = causeSections(document);
const svg = await renderChartSvg(percentiles!.charts[2]!, percentiles!, "peak-day, schedlab 0.1.0");

describe("a chart as a picture", () => {
  test("is the same bytes each time, whatever was drawn before", async () => {
    await renderChartSvg(percentiles!.charts[0]!, percentiles!, "");
    expect(await renderChartSvg(percentiles!.charts[2]!, percentiles!, "peak-day, schedlab 0.1.0")).toBe(svg);
  });

  test("has a title, a legend and words for those who do not see it", () => {
    expect(svg).toContain("How long each class waited: 99th percentile</text>");
    expect(svg).toContain(">top-k</text>");
    expect(svg).toContain("<title>Waiting time, 99th percentile. interactive under fifo:");
  });

  test("has plain colours, since programs that show pictures know no theme", () => {
    expect(svg).not.toContain("var(");
    expect(svg).not.toContain("currentColor");
    expect(svg).toContain("#0072b2");
  });

  test("keeps names as text", async () => {
    const evil = sampleDocument({ policies: ["<script>alert(1)</script>", "b"] });
    const [section] = causeSections(evil);
    const text = await renderChartSvg(section!.charts[0]!, section!, "");
    expect(text).not.toContain("<script");
    expect(text).toContain("&lt;script&gt;");
  });
});

describe("Parquet files", () => {
  test("hold what the CSV files hold, with types, and null where nothing was measured", async () => {
    const single = sampleDocument({ replications: 1, policies: ["fifo", "東京"] });
    const [metrics, waits] = tablesOf(single);
    const bytes = tableParquet(metrics!);
    const rows = await parquetReadObjects({ file: bytes.buffer as ArrayBuffer });
    expect(rows).toHaveLength(metrics!.rows.length);
    expect(rows[0]).toEqual({
      policy: "fifo",
      seed: 42,
      group: "all",
      metric: "submitted",
      mean: 1_203_844,
      low: null,
      high: null,
    });
    expect(rows.at(-1)!.policy).toBe("東京");
    const shares = await parquetReadObjects({ file: tableParquet(waits!).buffer as ArrayBuffer });
    expect(shares[0]).toEqual({ policy: "fifo", class: "interactive", seconds: 0, share: 0.7 });
  });

  test("are the same bytes each time", () => {
    const [metrics] = tablesOf(document);
    expect(Buffer.from(tableParquet(metrics!)).equals(Buffer.from(tableParquet(metrics!)))).toBe(true);
  });
});

describe("a report with everything", () => {
  test("holds a picture of each chart and a Parquet file for each table, the same bytes each time", async () => {
    const one = sampleDocument({ policies: ["fifo"], classes: ["a", "b"] });
    const contents = [];
    for (const name of ["first", "second"]) {
      const folder = ReportFolder.open(join(root, name));
      await writeReport(folder, one, { charts: ["svg", "png"], parquet: true });
      folder.commit();
      const files = readdirSync(folder.path).sort();
      contents.push(files.map((file) => [file, readFileSync(join(folder.path, file)).toString("base64")]));
      const charts = causeSections(one).flatMap((section) => section.charts.map(({ id }) => `chart-${id}`));
      expect(files).toEqual(
        [
          ...charts.flatMap((chart) => [`${chart}.svg`, `${chart}.png`]),
          ...["metrics", "timeline", "waits"].flatMap((table) => [`${table}.csv`, `${table}.parquet`]),
          "index.html",
          "result.json",
        ].sort(),
      );
      // The first eight bytes of any PNG.
      expect(
        readFileSync(join(folder.path, `${charts[0]}.png`))
          .subarray(0, 8)
          .toString("hex"),
      ).toBe("89504e470d0a1a0a");
    }
    expect(contents[0]).toEqual(contents[1]);
  });

  test("of a plan has a page, the document and a table, and replaces an older one", async () => {
    for (let time = 0; time < 2; time++) {
      const plan = ReportFolder.open(join(root, "plan"));
      await writePlanReport(plan, samplePlan());
      plan.commit();
    }
    expect(readdirSync(join(root, "plan")).sort()).toEqual(["index.html", "plan.csv", "plan.json"]);
  });

  test("of a sweep has a page, pictures, the document and a table", async () => {
    const sweep = ReportFolder.open(join(root, "sweep"));
    await writeSweepReport(sweep, sampleSweep([COUNT_AXIS]), { charts: ["svg"] });
    sweep.commit();
    expect(readdirSync(join(root, "sweep")).sort()).toEqual([
      ...[1, 2, 3, 4].map((panel) => `chart-lines-${panel}.svg`),
      "index.html",
      "sweep.csv",
      "sweep.json",
    ]);
  });
});
