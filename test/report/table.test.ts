import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderTable } from "../../src/report/table.ts";
import { displayWidth, fitText, printable, wrapText } from "../../src/report/terminal-text.ts";
import { sampleDocument } from "./sample.ts";

const plain = { color: false, width: 80 };

function widest(text: string): number {
  return Math.max(...text.split("\n").map(displayWidth));
}

describe("the table", () => {
  test("of one run", () => {
    expect(renderTable(sampleDocument({ policies: ["fifo"], replications: 1 }), plain)).toMatchSnapshot();
  });

  test("of two policies puts them side by side for each group", () => {
    expect(renderTable(sampleDocument(), plain)).toMatchSnapshot();
  });

  test("of long names and many classes and policies still fits 80 columns", () => {
    const document = sampleDocument({
      policies: [
        "fifo",
        "delay-tolerance",
        "./policies/of/our/own/shortest-remaining-time-first.ts",
        "d",
        "e",
      ],
      classes: Array.from({ length: 30 }, (_, index) => `class-number-${index}-with-a-long-name`),
      tenants: [
        "a tenant whose name goes on and on and on, far beyond what any table could hold",
        "東京の顧客",
        "t",
      ],
    });
    const text = renderTable(document, plain);
    expect(widest(text)).toBeLessThanOrEqual(80);
    expect(text).toContain("… and 10 smaller ones in metrics.csv");
  });

  test("of long names cuts them with an ellipsis", () => {
    const document = sampleDocument({
      policies: ["fifo", "delay-tolerance", "./policies/of/our/own/shortest-remaining-time-first.ts"],
      classes: ["a class whose name goes on and on and on, far beyond what any table could hold"],
      tenants: ["東京の顧客"],
    });
    expect(renderTable(document, plain)).toMatchSnapshot();
  });

  test("never gets wider than asked, whatever the names and widths", () => {
    const names = fc.uniqueArray(fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(
        names,
        names,
        names,
        fc.integer({ min: 70, max: 160 }),
        (policies, classes, tenants, width) => {
          const text = renderTable(sampleDocument({ policies, classes, tenants }), { color: false, width });
          expect(widest(text)).toBeLessThanOrEqual(width);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("shows more columns where there is room", () => {
    const narrow = renderTable(sampleDocument(), plain);
    const wide = renderTable(sampleDocument(), { color: false, width: 140 });
    expect(narrow).not.toContain("slowdown");
    expect(wide).toContain("slowdown");
  });

  test("is coloured only when asked, and only where something is late or lost", () => {
    const colour = "\u001b[";
    expect(renderTable(sampleDocument(), plain)).not.toContain(colour);
    const colored = renderTable(sampleDocument({ policies: ["fifo"] }), { ...plain, color: true });
    const lines = colored.split("\n").filter((line) => line.includes(colour));
    expect(lines.some((line) => line.includes("report"))).toBe(true);
    expect(lines.some((line) => line.includes("backup"))).toBe(false);
  });

  test("lets no name drive the terminal", () => {
    const evil = "\u001b]0;pwned\u0007\u001b[2J\r\n\u202e";
    const document = sampleDocument({ policies: [evil, `${evil}2`], classes: [evil], tenants: [evil] });
    const text = renderTable({ ...document, scenario: evil, description: evil }, plain);
    for (const character of evil.replace("\n", "").match(/[^ -~]/g)!) expect(text).not.toContain(character);
  });

  test("of a document without runs or metrics is still a table", () => {
    const document = sampleDocument();
    expect(renderTable({ ...document, runs: [] }, plain)).toContain("peak-day");
    const bare = document.runs.map((run) => ({
      ...run,
      metrics: {},
      waits: {},
      timeline: { ...run.timeline, points: [] },
    }));
    expect(renderTable({ ...document, runs: bare }, plain)).toContain("top-k");
  });
});

describe("terminal text", () => {
  test("is cut with an ellipsis to exactly its width, wide characters included", () => {
    expect(fitText("abcdef", 4)).toBe("abc…");
    expect(fitText("東京都", 4)).toBe("東… ");
    expect(displayWidth(fitText("東京都", 5))).toBe(5);
    expect(fitText("7", 3, "right")).toBe("  7");
  });

  test("wraps between words and breaks a word that is longer than a line", () => {
    expect(wrapText("one two three", 8)).toEqual(["one two", "three"]);
    expect(wrapText("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
    expect(wrapText("", 10)).toEqual([]);
  });

  test("shows where a control character was", () => {
    expect(printable("a\u001bb")).toBe("a\ufffdb");
  });
});
