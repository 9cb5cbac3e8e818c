import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { chartLibraries } from "../../src/report/chart-libraries.ts";
import { html, trusted } from "../../src/report/html.ts";
import { renderJson, scriptJson } from "../../src/report/json.ts";
import { renderPage } from "../../src/report/page.ts";
import { renderPlanPage } from "../../src/report/plan-page.ts";
import { reproduceCommands } from "../../src/report/reproduce.ts";
import { renderSweepPage } from "../../src/report/sweep-page.ts";
import { sampleDocument } from "./sample.ts";
import { sampleComparison } from "./sample-comparison.ts";
import { BATCH_AXIS, COUNT_AXIS, samplePlan, sampleSweep } from "./sample-sweep.ts";

const page = renderPage(sampleDocument());

/** What a browser would run: everything between script tags that is not data. */
function scripts(text: string): string[] {
  return [...text.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1]!);
}

/** Markup without scripts and styles. */
function markup(text: string): string {
  return text.replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, "");
}

function policy(text: string): string {
  return /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)![1]!.replaceAll("&#39;", "'");
}

describe("the page", () => {
  test("is the same bytes for the same document", () => {
    expect(renderPage(sampleDocument())).toBe(page);
  });

  test("lets exactly its own scripts and style run, and nothing be loaded", () => {
    const hashes = scripts(page).map(
      (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
    );
    expect(hashes).toHaveLength(4);
    const rules = policy(page);
    expect(rules).toContain("default-src 'none'");
    expect(rules).toContain(`script-src ${hashes.join(" ")};`);
    expect(rules).not.toContain("unsafe");
    const style = /<style>(.*?)<\/style>/s.exec(page)![1]!;
    expect(rules).toContain(`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`);
  });

  test("asks nothing of any other place", () => {
    expect(markup(page)).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(markup(page)).not.toContain(" style=");
    expect(markup(page)).not.toMatch(/ on\w+=/);
  });

  test("keeps names as text, wherever they stand", () => {
    const evil = `<script>alert(1)</script>"'><img src=x onerror=alert(2)><!--`;
    const document = sampleDocument({ policies: [evil, "fifo"], classes: [evil], tenants: [evil] });
    const text = renderPage({ ...document, scenario: evil, description: evil, tool: evil });
    expect(scripts(text)).toEqual(scripts(page));
    expect(markup(text)).not.toContain("<img");
    expect(markup(text)).not.toContain("<!--");
    expect(markup(text)).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    const data = /<script type="application\/json" id="chart-data">(.*?)<\/script>/s.exec(text)![1]!;
    expect(data).not.toContain("<");
    expect(JSON.stringify(JSON.parse(data))).toContain("alert(1)");
  });

  test("has a place, a text alternative and data for each chart", () => {
    const places = [...page.matchAll(/id="(chart-[\w-]+)" role="img" aria-label="([^"]{20,})"/g)].map(
      (match) => match[1],
    );
    const data = /id="chart-data">(.*?)<\/script>/s.exec(page)![1]!;
    expect(places).toEqual((JSON.parse(data) as { id: string }[]).map((chart) => chart.id));
    // Percentiles, waits of five classes, late, utilisation and queue of two policies, cost, tenants.
    expect(places).toHaveLength(3 + 5 + 1 + 2 + 2 + 1 + 1);
  });

  test("says in words what the numbers say", () => {
    const words = markup(page).replaceAll("\u00a0", " ");
    expect(words).toContain("Each policy met the same arrivals, durations and faults.");
    expect(words).toContain(
      "The smallest share of late tasks: top-k with 1.16 %, then fifo with 2.31 % (the intervals do not overlap).",
    );
    expect(words).toContain("worst in report (8.32 %)");
    const alone = renderPage(sampleDocument({ policies: ["fifo"] })).replaceAll("\u00a0", " ");
    expect(alone).toContain("99 % of the tasks of a class had started within: interactive 24.4 ms");
  });

  test("shows how to make it again", () => {
    expect(page).toContain("sim run peak-day.json --policy fifo,top-k --seed 42 --replications 5");
    const live = renderPage({ ...sampleDocument(), world: "live" });
    expect(live).toContain("sim replay");
    expect(live).not.toContain("sim run");
  });

  test("is made of a document without runs, metrics or tasks as well", () => {
    const document = sampleDocument();
    expect(renderPage({ ...document, runs: [] })).toContain("</html>");
    const bare = document.runs.map((run) => ({
      ...run,
      metrics: {},
      waits: {},
      timeline: { ...run.timeline, points: [], faults: [] },
    }));
    const text = markup(renderPage({ ...document, runs: bare }));
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("says that it was one replication when nothing can be told from it", () => {
    expect(renderPage(sampleDocument({ replications: 1 }))).toContain("no telling how much of it is chance");
  });
});

describe("the page answers in order", () => {
  const headings = (text: string) =>
    [...markup(text).matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map((match) => match[1]);

  test("what was asked, what came out, why, details, for one policy", () => {
    const alone = renderPage(sampleDocument({ policies: ["fifo"] }));
    expect(headings(alone)).toEqual(["What was asked", "What came out", "Why", "Details"]);
    expect(markup(alone)).toContain("How does this scenario fare under fifo?");
  });

  test("who won and by how much, with what to know before believing it, for a comparison", () => {
    const text = markup(renderPage(sampleComparison())).replaceAll("\u00a0", " ");
    expect(headings(text)).toEqual([
      "What was asked",
      "Before you believe it",
      "Who won, and by how much",
      "Why",
      "Details",
    ]);
    expect(text).toContain(
      "<b>top-k</b>, compared with fifo, cuts the p99 wait of interactive tasks by 41% ± 3%",
    );
    expect(text).toContain("<b>top-k, off-peak</b> The queue was still growing");
    expect(text).toContain("corrected for 18 comparisons");
    expect(text.indexOf("Who won")).toBeLessThan(text.indexOf("chart-forest-1"));
    expect(text.indexOf("chart-forest-1")).toBeLessThan(text.indexOf("chart-wait-p50"));
  });

  test("links the numbers of each chart, and its pictures where there are some", () => {
    const figures = [...markup(page).matchAll(/<figure.*?<\/figure>/gs)].map(([figure]) => figure);
    for (const figure of figures)
      expect(figure).toMatch(/<a href="[a-z]+\.csv" title="[a-z]+\.csv">CSV<\/a>/);
    expect(markup(page)).not.toContain(".svg");
    const pictured = markup(renderPage(sampleDocument(), { images: ["svg", "png"] }));
    expect(pictured).toContain('<a href="chart-late.svg" title="chart-late.svg">SVG</a>');
    expect(pictured).toContain('<a href="chart-late.png" title="chart-late.png">PNG</a>');
  });

  test("lets every policy be picked by a button, and every table be copied", () => {
    expect(markup(page)).toContain(
      '<button type="button" class="pick" aria-pressed="false" data-kind="policy" data-series="top-k"',
    );
    const tables = markup(page).match(/<table>/g)!.length;
    expect(markup(page).match(/class="copy"/g)).toHaveLength(tables);
  });
});

describe("the pages of sweeps and plans", () => {
  test("say what was asked, what came out, and link their tables", () => {
    const text = markup(renderSweepPage(sampleSweep([COUNT_AXIS, BATCH_AXIS]))).replaceAll("\u00a0", " ");
    expect(text).toContain(
      "machines.0.count (100 to 300, 5 values) and control.batcher.size (8, 16, 32, 64)",
    );
    expect(text).toContain(
      "P99 wait goes from 32.9 s (machines.0.count = 300, control.batcher.size = 64 under top-k)",
    );
    expect(text).toContain('href="sweep.csv"');
  });

  test("name the answer and what the next cheaper choice would do", () => {
    const text = markup(renderPlanPage(samplePlan())).replaceAll("\u00a0", " ");
    expect(text).toContain('<p class="answer">machines.0.count = 187</p>');
    expect(text).toContain("wait.p99:class:urgent &lt;= 2s and dead == 0, even when it loses a machine?");
    expect(text).toContain("What the next cheaper choice would do: machines.0.count = 175");
    expect(markup(renderPlanPage(samplePlan(false)))).toContain("The answer: none");
  });

  test("keep names as text too", () => {
    const evil = `"><script>alert(1)</script>`;
    const sweep = sampleSweep([{ path: evil, values: [evil, "b"] }], [evil]);
    const plan = { ...samplePlan(), scenario: evil, axes: [evil], sentences: [evil], policy: evil };
    for (const text of [renderSweepPage(sweep), renderPlanPage(plan)]) {
      expect(scripts(text)).toEqual(scripts(page));
      expect(markup(text)).not.toContain("<script>");
    }
  });
});

test("the chart libraries come with the licences that they must come with", () => {
  const [vega, vegaLite, interpreter] = chartLibraries();
  for (const library of [vega!, vegaLite!, interpreter!])
    expect(library.script).toContain("Redistributions in binary form must reproduce the above copyright");
  expect(vega!.script).toContain("Mike Bostock");
});

test("a quotation is escaped in a template and HTML is not", () => {
  expect(html`<p title="${"\"<&>'"}">${[html`<b>${1}</b>`, "<i>"]}${trusted("<hr>")}</p>`.text).toBe(
    '<p title="&quot;&lt;&amp;&gt;&#39;"><b>1</b>&lt;i&gt;<hr></p>',
  );
});

test("a command is quoted where a shell would read it otherwise", () => {
  const document = { ...sampleDocument({ policies: ["it's; rm -rf /"] }), scenario: "a b" };
  expect(reproduceCommands(document)).toEqual([
    "sim run 'a b.json' --policy 'it'\\''s; rm -rf /' --seed 42 --replications 5",
  ]);
});

test("JSON holds null for what is not a number, and ends with a newline", () => {
  const document = sampleDocument({ policies: ["fifo"] });
  const estimate = { mean: Number.NaN, low: Number.NEGATIVE_INFINITY, high: null };
  const text = renderJson({
    ...document,
    runs: [{ ...document.runs[0]!, metrics: { all: { cost: estimate } } }],
  });
  expect(JSON.parse(text).runs[0].metrics.all.cost).toEqual({ mean: null, low: null, high: null });
  expect(text.startsWith('{\n  "version": 1,')).toBe(true);
  expect(text.endsWith("}\n")).toBe(true);
  expect(scriptJson("</script><!--\u2028")).toBe('"\\u003c/script>\\u003c!--\\u2028"');
});
