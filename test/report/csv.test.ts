import fc from "fast-check";
import { parseString } from "fast-csv";
import { describe, expect, test } from "vitest";
import type { ResultDocument } from "../../src/lab/result.ts";
import { tableCsv } from "../../src/report/csv.ts";
import { csvText, neutralized } from "../../src/report/csv-cell.ts";
import { tablesOf } from "../../src/report/tables.ts";
import { sampleDocument } from "./sample.ts";

function csv(document: ResultDocument, name: string): Promise<string> {
  return tableCsv(tablesOf(document).find((table) => table.name === name)!);
}

function parsed(text: string): Promise<Record<string, string>[]> {
  return new Promise((resolve, reject) => {
    const rows: Record<string, string>[] = [];
    parseString(text, { headers: true })
      .on("data", (row: Record<string, string>) => rows.push(row))
      .on("error", reject)
      .on("end", () => resolve(rows));
  });
}

describe("the CSV files", () => {
  test("hold every metric of every group of every policy", async () => {
    const document = sampleDocument();
    const rows = await parsed(await csv(document, "metrics"));
    const metrics = document.runs.flatMap((run) => Object.values(run.metrics).flatMap(Object.keys));
    expect(rows).toHaveLength(metrics.length);
    expect(rows[0]).toEqual({
      policy: "fifo",
      seed: "42",
      group: "all",
      metric: "submitted",
      mean: "1203844",
      low: "1203844",
      high: "1203844",
    });
  });

  test("hold the waits and the timeline as they are", async () => {
    const document = sampleDocument();
    const waits = await parsed(await csv(document, "waits"));
    expect(waits[0]).toEqual({ policy: "fifo", class: "interactive", seconds: "0", share: "0.7" });
    const timeline = await parsed(await csv(document, "timeline"));
    expect(timeline).toHaveLength(300);
    expect(Number(timeline[1]!.utilization)).toBe(document.runs[0]!.timeline.points[1]!.utilization);
  });

  test("leave a cell empty where nothing was measured", async () => {
    const document = sampleDocument({ replications: 1 });
    const [run] = document.runs;
    const odd = {
      ...document,
      runs: [{ ...run!, metrics: { all: { cost: { mean: Number.NaN, low: null, high: null } } } }],
    };
    expect(await csv(odd, "metrics")).toBe("policy,seed,group,metric,mean,low,high\nfifo,42,all,cost,,,\n");
  });

  test("have their heading even without rows", async () => {
    const document = { ...sampleDocument(), runs: [] };
    expect(await csv(document, "waits")).toBe("policy,class,seconds,share\n");
  });

  test("are the same bytes each time", async () => {
    expect(await csv(sampleDocument(), "metrics")).toBe(await csv(sampleDocument(), "metrics"));
  });

  test("give a spreadsheet nothing to run", async () => {
    const names = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\tx", "\rx"];
    const document = sampleDocument({ policies: names, classes: names, tenants: names });
    const rows = [
      ...(await parsed(await csv(document, "metrics"))),
      ...(await parsed(await csv(document, "waits"))),
    ];
    for (const row of rows)
      for (const cell of [row.policy!, row.class ?? "", row.group ?? ""])
        expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    expect(rows.some((row) => row.policy === "'=cmd|' /C calc'!A0")).toBe(true);
  });

  test("leave a negative number a number", async () => {
    const document = sampleDocument({ policies: ["fifo"], replications: 1 });
    const negative = { mean: -2.5, low: -3, high: -2 };
    const odd = { ...document, runs: [{ ...document.runs[0]!, metrics: { all: { cost: negative } } }] };
    expect(await csv(odd, "metrics")).toContain("fifo,42,all,cost,-2.5,-3,-2\n");
  });
});

test("any name survives the way through a CSV cell, but for the quote in front", async () => {
  // fast-csv reads a cell of blanks alone as an empty one.
  const names = fc.string({ minLength: 1 }).filter((name) => name.trim() !== "");
  await fc.assert(
    fc.asyncProperty(names, async (name) => {
      const [row] = await parsed(`a,b\n${csvText(name)},end\n`);
      expect(row).toEqual({ a: neutralized(name), b: "end" });
    }),
  );
});
