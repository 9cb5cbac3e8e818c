/** The page of a result, in the order of a reader's questions: what was asked, who won, why, and then the details. */
import type { ResultDocument } from "../lab/result.ts";
import type { Gantt } from "./chart-gantt.ts";
import { causeSections, ganttSections, verdictSections } from "./charts.ts";
import { type LabelledRun, labelledRuns } from "./groups.ts";
import { type Html, html } from "./html.ts";
import { chartSection, type ImageKind } from "./page-charts.ts";
import { recoverySection } from "./page-recoveries.ts";
import { factList, paragraphs, part, renderShell } from "./page-shell.ts";
import { groupTables, keyFigures, otherFigures } from "./page-tables.ts";
import { comparisonTable, verdictList, verdictSigns, warningList, winnerTable } from "./page-verdicts.ts";
import { reproduceCommands } from "./reproduce.ts";
import { causesInWords, outcomesInWords, questionInWords, rankingInWords } from "./summary.ts";
import { formatCount } from "./units.ts";

export interface PageExtras {
  /** Attempts of runs that are small enough to draw each. */
  readonly gantts?: readonly Gantt[];
  /** The forms in which the charts lie beside the page. */
  readonly images?: readonly ImageKind[];
  /** Further files of the report. */
  readonly files?: readonly string[];
}

export function renderPage(document: ResultDocument, extras: PageExtras = {}): string {
  const { gantts = [], images = [], files = [] } = extras;
  const runs = labelledRuns(document);
  const won = verdictSections(document);
  const why = causeSections(document);
  const where = ganttSections(document, gantts);
  const drawn = (sections: typeof why) => sections.map((section) => chartSection(section, images));
  const { comparison } = document;
  const ranking = comparison === undefined ? rankingInWords(document) : [];
  const outcomes = outcomesInWords(document);
  const compared = comparison !== undefined || runs.length > 1;
  const main = html`${warningList(document.warnings ?? [], runs.length)}${part(
    "result",
    compared ? "Who won, and by how much" : "What came out",
    html`${comparison === undefined ? "" : verdictList(comparison)}${paragraphs(ranking)}${compared ? "" : paragraphs(outcomes)}${drawn(won)}${comparison === undefined ? "" : html`${verdictSigns(comparison)}${winnerTable(comparison)}`}`,
    html`<section aria-labelledby="figures"><h3 id="figures">Key figures</h3>
${keyFigures(document, runs)}${intervalNote(document)}</section>\n`,
  )}${part("why", "Why", html`${paragraphs(causesInWords(document))}${drawn(why)}`)}${part(
    "details",
    "Details",
    html`${drawn(where)}${recoverySection(runs)}<section aria-labelledby="others"><h3 id="others">More figures of the whole run</h3>
${otherFigures(document, runs)}</section>
<section aria-labelledby="groups"><h3 id="groups">All groups</h3>
${groupTables(document, runs)}</section>
${comparison === undefined ? "" : comparisonTable(comparison)}${reproduction(document, runs)}`,
  )}`;
  return renderShell({
    title: `${document.scenario} · schedlab report`,
    tool: document.tool,
    header: header(document, runs),
    main,
    charts: [...won, ...why, ...where].flatMap((section) => section.charts),
    files: [
      { name: "result.json", about: "everything on this page" },
      { name: "metrics.csv", about: "every metric of every group" },
      { name: "waits.csv", about: "how waits are distributed" },
      { name: "timeline.csv", about: "how the run went over time" },
      ...(comparison === undefined ? [] : [{ name: "comparison.csv", about: "differences pair by pair" }]),
      ...(gantts.length === 0 ? [] : [{ name: "attempts.csv", about: "what ran where" }]),
      ...files.map((name) => ({ name, about: "" })),
      ...(document.world === "live"
        ? []
        : [{ name: "run.json", about: "from which sim explain tells the story of any one task" }]),
    ],
  });
}

/** Enough to tell two results apart at a glance; the whole of it stands at the end of the page. */
const DIGEST_SHOWN = 12;

function header(document: ResultDocument, runs: readonly LabelledRun[]): Html {
  const facts: [string, string][] = [
    [runs.length === 1 ? "Policy" : "Policies", runs.map(({ label }) => label).join(", ")],
    ["Seed", distinct(document.runs.map((run) => String(run.seed)))],
    ["Replications", distinct(document.runs.map((run) => formatCount(run.replications)))],
    ["Events", formatCount(document.runs.reduce((sum, run) => sum + run.events, 0))],
    ["World", document.world === "live" ? "live" : "simulated"],
    ["Version", document.tool],
    ...(runs.length === 1
      ? ([["Digest", runs.map(({ run }) => run.digest.slice(0, DIGEST_SHOWN)).join(", ")]] as [
          string,
          string,
        ][])
      : []),
  ];
  return html`<p class="eyebrow">schedlab report</p>
<h1>${document.scenario}</h1>
${document.description === "" ? "" : html`<p class="lede">${document.description}</p>\n`}<section aria-labelledby="asked"><h2 id="asked">What was asked</h2>
<p>${questionInWords(document)}</p>
${factList(facts)}</section>
`;
}

function intervalNote(document: ResultDocument): Html | string {
  return document.runs.some((run) => run.replications > 1)
    ? html`<p class="note">± is half the width of the 95 % confidence interval over the replications.</p>\n`
    : "";
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
  return html`<section aria-labelledby="reproduce"><h3 id="reproduce">Do it again</h3>
${how}${digests}</section>
`;
}

function distinct(values: readonly string[]): string {
  return [...new Set(values)].join(", ");
}
