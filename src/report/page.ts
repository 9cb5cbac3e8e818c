/**
 * The report as one HTML file that opens anywhere, offline, for as long as browsers exist: style, data and the
 * libraries that draw are all inside. Its content policy lets only these very scripts run, by their hashes, and
 * nothing load. Nothing in it depends on when or where it was made: the same document gives the same bytes.
 */
import { createHash } from "node:crypto";
import type { ResultDocument } from "../lab/result.ts";
import { chartLibraries } from "./chart-libraries.ts";
import type { Chart, LegendEntry } from "./chart-style.ts";
import { type ChartSection, chartSections } from "./charts.ts";
import { type LabelledRun, labelledRuns } from "./groups.ts";
import { type Html, html, trusted } from "./html.ts";
import { scriptJson } from "./json.ts";
import { recoverySection } from "./page-recoveries.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { groupTables, keyFigures } from "./page-tables.ts";
import { reproduceCommands } from "./reproduce.ts";
import { summarize } from "./summary.ts";
import { formatCount } from "./units.ts";

export function renderPage(document: ResultDocument): string {
  const runs = labelledRuns(document);
  const sections = chartSections(document);
  const charts = sections.flatMap((section) => section.charts);
  const scripts = [...chartLibraries().map((library) => library.script), PAGE_SCRIPT];
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(scripts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="schedlab ${document.tool}">
<title>${document.scenario} · schedlab report</title>
<style>${trusted(PAGE_STYLE)}</style>
</head>
<body>
${header(document, runs)}
<main>
<section aria-labelledby="summary"><h2 id="summary">In words</h2>
${summarize(document).map((paragraph) => html`<p>${paragraph}</p>\n`)}</section>
<section aria-labelledby="figures"><h2 id="figures">Key figures</h2>
${keyFigures(document, runs)}${intervalNote(document)}</section>
<noscript><p class="note">The charts are drawn by a script inside this page; scripts are switched off. All numbers are in the tables.</p></noscript>
${sections.map(chartSection)}${recoverySection(runs)}<section aria-labelledby="groups"><h2 id="groups">All groups</h2>
${groupTables(document, runs)}</section>
${reproduction(document, runs)}</main>
<footer><p>Made by schedlab ${document.tool}. Charts are drawn with Vega and Vega-Lite, whose licences stand in this file. In the folder of this report: <a href="result.json">result.json</a>, <a href="metrics.csv">metrics.csv</a>, <a href="waits.csv">waits.csv</a>, <a href="timeline.csv">timeline.csv</a>${explained(document)}</p></footer>
<script type="application/json" id="chart-data">${trusted(scriptJson(charts.map(({ id, spec }) => ({ id: chartId(id), spec }))))}</script>
${scripts.map((script) => html`<script>${trusted(script)}</script>\n`)}</body>
</html>
`;
  return page.text;
}

/** Enough to tell two results apart at a glance; the whole of it stands at the end of the page. */
const DIGEST_SHOWN = 12;

function contentPolicy(scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(sourceHash).join(" ")}`,
    `style-src ${sourceHash(PAGE_STYLE)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function sourceHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}

function header(document: ResultDocument, runs: readonly LabelledRun[]): Html {
  const facts: [string, string][] = [
    [runs.length === 1 ? "Policy" : "Policies", runs.map(({ label }) => label).join(", ")],
    ["Seed", distinct(document.runs.map((run) => String(run.seed)))],
    ["Replications", distinct(document.runs.map((run) => formatCount(run.replications)))],
    ["Events", formatCount(document.runs.reduce((sum, run) => sum + run.events, 0))],
    ["World", document.world === "live" ? "live" : "simulated"],
    ["Version", document.tool],
    [
      runs.length === 1 ? "Digest" : "Digests",
      runs.map(({ run }) => run.digest.slice(0, DIGEST_SHOWN)).join(", "),
    ],
  ];
  return html`<header>
<p class="eyebrow">schedlab report</p>
<h1>${document.scenario}</h1>
${document.description === "" ? "" : html`<p class="lede">${document.description}</p>\n`}<dl class="facts">
${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
</header>`;
}

function intervalNote(document: ResultDocument): Html | string {
  return document.runs.some((run) => run.replications > 1)
    ? html`<p class="note">± is half the width of the 95 % confidence interval over the replications.</p>\n`
    : "";
}

function chartSection(section: ChartSection): Html {
  return html`<section aria-labelledby="about-${section.id}"><h2 id="about-${section.id}">${section.title}</h2>
<p class="caption">${section.caption}</p>
${legend(section.legend)}<div class="panels">
${section.charts.map(chartFigure)}</div></section>
`;
}

function legend(entries: readonly LegendEntry[]): Html | string {
  if (entries.length === 0) return "";
  const items = entries.map(
    ({ name, color, dash }) =>
      html`<li><svg width="28" height="10" aria-hidden="true"><line x1="0" y1="5" x2="28" y2="5" stroke="${color}" stroke-width="${dash.length === 0 ? 10 : 2.5}" stroke-dasharray="${dash.join(" ")}"/></svg>${name}</li>`,
  );
  return html`<ul class="legend">${items}</ul>\n`;
}

function chartFigure(chart: Chart): Html {
  const heading = chart.panel === "" ? "" : html`<h3>${chart.panel}</h3>`;
  return html`<figure>${heading}<div class="chart" id="${chartId(chart.id)}" role="img" aria-label="${chart.description}"></div>${chart.note === "" ? "" : html`<figcaption class="note">${chart.note}</figcaption>`}</figure>\n`;
}

function chartId(id: string): string {
  return `chart-${id}`;
}

function reproduction(document: ResultDocument, runs: readonly LabelledRun[]): Html {
  const digests = html`<dl class="facts">
${runs.map(({ label, run }) => html`<div><dt>Digest, ${label}</dt><dd class="digest">${run.digest}</dd></div>\n`)}</dl>\n`;
  const how =
    document.world === "live"
      ? html`<p>This result was recorded live. Its journal, fed to <code>sim replay</code>, reproduces every decision and must give the same digest.</p>\n`
      : html`<p>With the scenario file (its name stands for its path here) and the same <code>--set</code> flags, if there were any:</p>
<pre><code>${reproduceCommands(document).join("\n")}</code></pre>
<p>The same version must give the same digest, on any machine and with any number of threads.</p>\n`;
  return html`<section aria-labelledby="reproduce"><h2 id="reproduce">Do it again</h2>
${how}${digests}</section>
`;
}

function explained(document: ResultDocument): Html {
  return document.world === "live"
    ? html`.`
    : html`, <a href="run.json">run.json</a>, from which <code>sim explain</code> tells the story of any one task.`;
}

function distinct(values: readonly string[]): string {
  return [...new Set(values)].join(", ");
}
