/** Losses and recoveries, in the terminal, on the page, in words and in the chart. */
import { describe, expect, test } from "vitest";
import { renderPage } from "../../src/report/page.ts";
import { causesInWords } from "../../src/report/summary.ts";
import { renderTable } from "../../src/report/table.ts";
import { faultLayers, mergedFaults, timeAxes } from "../../src/report/timeline-layers.ts";
import { sampleDocument } from "./sample.ts";

const PLAIN = { color: false, width: 80 };

describe("where nodes died", () => {
  const document = sampleDocument({ policies: ["fifo"], losses: 9, replications: 1 });

  test("the terminal shows the losses that tell most, within its width", () => {
    const table = renderTable(document, PLAIN);
    const block = table.slice(table.indexOf("losses and recoveries"));
    expect(block).toMatchInlineSnapshot(`
      "losses and recoveries
            at  lost                in flight  noticed after  recovered  last after
      30.0 min  submitter-2                 3         3.10 s      1,234      3.10 s
      40.0 min  manager-1 (leader)          2         4.30 s          –      4.30 s
        6.00 h  m-6                         5         5.20 s          5      5.20 s
        7.00 h  m-7                         6         5.20 s          6      5.20 s
        8.00 h  m-8                         7         5.20 s          7      5.20 s
        9.00 h  m-9                         8         5.20 s          8      5.20 s
      … and 5 more in result.json
      "
    `);
    expect(Math.max(...table.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test("that no task was lost is said, in figures and in words", () => {
    expect(renderTable(document, PLAIN)).toMatch(/^tasks lost +0$/m);
    expect(causesInWords(document).join(" ")).toContain(
      "9 machines, 1 submitter and 1 leader died with 41 attempts and submissions in flight; others had taken over after 5.20\u00a0s at the latest, and no task was lost.",
    );
  });

  test("the page has all of them in a table, names as text", () => {
    const evil = "<img src=x>";
    const [run] = document.runs;
    const marks = run!.recoveries.map((mark, index) => (index === 0 ? { ...mark, target: evil } : mark));
    const page = renderPage({ ...document, runs: [{ ...run!, recoveries: marks }] });
    const section = /<section aria-labelledby="recoveries">.*?<\/section>/s.exec(page)![0];
    expect(section.match(/<tr>/g)).toHaveLength(1 + 11);
    expect(section).not.toContain("<img");
    expect(section).toContain("manager-1 (leader)");
  });

  test("several policies have a table each", () => {
    const both = renderPage(sampleDocument({ losses: 1 }));
    expect(both.match(/aria-label="Losses and recoveries, /g)).toHaveLength(2);
  });
});

test("where none died nothing is said of it", () => {
  const document = sampleDocument({ policies: ["fifo"] });
  expect(renderTable(document, PLAIN)).not.toContain("losses");
  expect(renderTable(document, PLAIN)).not.toContain("tasks lost");
  expect(renderPage(document)).not.toContain('id="recoveries"');
});

describe("faults in the chart", () => {
  const east = Array.from({ length: 10 }, (_, i) => ({
    at: 60,
    until: 120 + i,
    kind: "machine-crash",
    target: `east-${i + 1}`,
  }));
  const stall = { at: 60, until: null, kind: "store-stall", target: "" };

  test("that strike many at once are one mark, which lasts as long as the last of them", () => {
    expect(mergedFaults([...east, stall])).toEqual([
      { at: 60, until: 129, kind: "machine-crash", target: "east-1, east-2, east-3 and 7 more" },
      stall,
    ]);
  });

  test("have a row of bars for each component", () => {
    const document = sampleDocument({ policies: ["fifo"] });
    const timeline = { ...document.runs[0]!.timeline, faults: [...east, stall] };
    expect(faultLayers(timeline, timeAxes(document))).toHaveLength(2 + 1);
  });
});
