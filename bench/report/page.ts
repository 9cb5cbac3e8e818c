/** The benchmark's report as one HTML page: floors first, then each row with its table and charts. */
import { type Html, html, trusted } from "../../src/report/html.ts";
import { PAGE_STYLE } from "../../src/report/page-style.ts";
import { figure, isReached, type Outcome, type Table, verdict } from "../harness/outcome.ts";

/** Where and how it was measured. */
export interface Circumstances {
  readonly at: string;
  readonly machine: string;
  readonly node: string;
  readonly version: string;
  readonly rounds: number;
  readonly smoke: boolean;
  /** Processes that wanted to run while it was measured, by minute. */
  readonly load: string;
}

export function renderPage(
  outcomes: readonly Outcome[],
  drawn: ReadonlyMap<string, string>,
  circumstances: Circumstances,
): string {
  const facts: [string, string | number][] = [
    ["Measured", circumstances.at],
    ["Machine", circumstances.machine],
    ["Node", circumstances.node],
    ["schedlab", circumstances.version],
    ["Rounds", circumstances.rounds],
    ["Load of the machine", circumstances.load],
  ];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>schedlab benchmark</title>
<style>${trusted(PAGE_STYLE)}${trusted(OWN_STYLE)}</style>
</head>
<body>
<header>
<p class="eyebrow">schedlab benchmark</p>
<h1>How fast it is, beside others</h1>
<p class="lede">${circumstances.smoke ? "A smoke test: sizes are far too small to say how fast anything is. " : ""}Every run is a process of its own and they take turns; figures are medians, lines on the bars reach from the lowest to the highest. Time is the processor's, user and system. Machines are noisy: trust the ratios.</p>
<dl class="facts">
${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
</header>
<main>
${floors(outcomes, circumstances.smoke)}${outcomes.map((outcome) => section(outcome, drawn))}</main>
<footer><p>All figures are in <a href="bench.json">bench.json</a>. Charts are drawn with Vega-Lite.</p></footer>
</body>
</html>
`.text;
}

const OWN_STYLE = "figure { margin: 1.6rem 0 0; }\n";

function floors(outcomes: readonly Outcome[], smoke: boolean): Html | string {
  const all = outcomes.flatMap(({ row, floors }) => floors.map((floor) => ({ row, floor })));
  if (all.length === 0) return "";
  return html`<section><h2>What must be shown</h2>
<div class="scroll"><table>
<thead><tr><th>what</th><th class="name">row</th><th>asked</th><th>seen</th><th class="name">verdict</th></tr></thead>
<tbody>
${all.map(
  ({ row, floor }) =>
    html`<tr><th scope="row">${floor.what}</th><td class="name">${row}</td><td>${
      floor.bound
    } ${figure(floor.asked)} ${floor.unit}</td><td>${figure(floor.seen)}</td><td class="name ${
      smoke || isReached(floor) ? "" : "late"
    }">${smoke ? "not judged" : verdict(floor)}</td></tr>\n`,
)}</tbody></table></div></section>
`;
}

function section({ title, notes, tables, charts }: Outcome, drawn: ReadonlyMap<string, string>): Html {
  return html`<section><h2>${title}</h2>
${notes.map((note) => html`<p class="caption">${note}</p>\n`)}${tables.map(table)}${charts.map(
  (chart) =>
    html`<figure><h3>${chart.title}</h3><div class="chart" role="img" aria-label="${chart.title}: ${chart.y}">${trusted(drawn.get(chart.name) ?? "")}</div></figure>\n`,
)}</section>
`;
}

function table({ head, lines }: Table): Html {
  return html`<div class="scroll"><table>
<thead><tr>${head.map((name) => html`<th>${name}</th>`)}</tr></thead>
<tbody>
${lines.map(([first, ...rest]) => html`<tr><th scope="row">${first!}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div>
`;
}
