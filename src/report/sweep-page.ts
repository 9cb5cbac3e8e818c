/** The page of a sweep: what was asked, what came out, how figures change along the axes, and every point. */
import type { SweepDocument } from "../lab/result.ts";
import { inWords, sweepSections } from "./chart-sweep.ts";
import { html } from "./html.ts";
import type { PageExtras } from "./page.ts";
import { chartSection } from "./page-charts.ts";
import { factList, paragraphs, part, renderShell } from "./page-shell.ts";
import { plainTable } from "./page-table.ts";
import { unbroken } from "./summary.ts";
import { figureOf } from "./sweep-figures.ts";
import { fieldText, sweepFigures, sweepValues } from "./sweep-values.ts";
import { formatCount, NOTHING } from "./units.ts";

export function renderSweepPage(
  document: SweepDocument,
  { images = [], files = [] }: PageExtras = {},
): string {
  const { axes, policies, replications, seed, points } = document;
  const sections = sweepSections(document);
  const figures = sweepFigures(document);
  const ranges = axes.map(({ path, values }) => `${path} (${valuesInWords(values.map(fieldText))})`);
  const design = document.design === "grid" ? "every combination" : "a Latin hypercube";
  const asked = `How do the figures change with ${ranges.join(" and ")}? ${formatCount(points.length)} points, ${design}, each under ${policies.join(", ")}, ${replications === 1 ? "once" : `${formatCount(replications)} times`} from seed ${seed}.`;
  const words = figures
    .slice(0, SENTENCES)
    .map((figure) => unbroken(inWords(document, figure, sweepValues(document, figure.path))));
  const rows = points.slice(0, ROWS_SHOWN).flatMap(({ at, runs }) =>
    runs.map((run) => [
      at.map(fieldText).join(" · "),
      run.policy,
      ...figures.map(({ path, format }) => {
        const estimate = figureOf(run, path);
        return estimate === undefined ? NOTHING : format(estimate.mean ?? Number.NaN);
      }),
    ]),
  );
  const headings = [axes.map(({ path }) => path).join(" · "), "policy", ...figures.map(({ title }) => title)];
  const left = points.length - Math.min(points.length, ROWS_SHOWN);
  return renderShell({
    title: `${document.scenario} · schedlab sweep`,
    tool: document.tool,
    header: html`<p class="eyebrow">schedlab sweep</p>
<h1>${document.scenario}</h1>
${document.description === "" ? "" : html`<p class="lede">${document.description}</p>\n`}<section aria-labelledby="asked"><h2 id="asked">What was asked</h2>
<p>${asked}</p>
${factList([
  ["Points", formatCount(points.length)],
  [policies.length === 1 ? "Policy" : "Policies", policies.join(", ")],
  ["Replications", formatCount(replications)],
  ["Seed", String(seed)],
  ["Runs", formatCount(points.length * policies.length * replications)],
  ["Version", document.tool],
])}</section>
`,
    main: html`${part("result", "What came out", html`${paragraphs(words.length === 0 ? ["No figure changed along the axes."] : words)}`)}${part(
      "why",
      "How it changes",
      html`${sections.map((section) => chartSection(section, images))}`,
    )}${part(
      "details",
      "Details",
      html`<section aria-labelledby="points"><h3 id="points">Every point</h3>
${plainTable("Every point", headings, rows, [1])}${left > 0 ? html`<p class="note">${formatCount(left)} more are in sweep.csv.</p>\n` : ""}</section>
`,
    )}`,
    charts: sections.flatMap(({ charts }) => charts),
    files: [
      { name: "sweep.json", about: "everything on this page" },
      { name: "sweep.csv", about: "every figure of every point" },
      ...files.map((name) => ({ name, about: "" })),
    ],
  });
}

const SENTENCES = 4;
const ROWS_SHOWN = 300;

function valuesInWords(values: readonly string[]): string {
  return values.length <= 4
    ? values.join(", ")
    : `${values[0]} to ${values.at(-1)}, ${formatCount(values.length)} values`;
}
