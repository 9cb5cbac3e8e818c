/** The page of a plan: what was asked, the answer and its margin, the curve it rests on, and every choice looked at. */
import type { PlanChoice, PlanDocument } from "../lab/result.ts";
import { planSections, targetPath, UNIT_WORDS, VERDICT_WORDS } from "./chart-plan.ts";
import { type Html, html } from "./html.ts";
import { metricWords } from "./metric-words.ts";
import type { PageExtras } from "./page.ts";
import { chartSection } from "./page-charts.ts";
import { factList, part, renderShell } from "./page-shell.ts";
import { plainTable } from "./page-table.ts";
import { unbroken } from "./summary.ts";
import { fieldText, pointInWords } from "./sweep-values.ts";
import { formatCount, formatDecimal, formatPercent, NOTHING } from "./units.ts";

export function renderPlanPage(document: PlanDocument, { images = [], files = [] }: PageExtras = {}): string {
  const { axes, targets, survive, answer, cheaper, choices } = document;
  const sections = planSections(document);
  const loss =
    survive === null ? "" : `, even when it loses ${survive === "machine" ? "a machine" : `a ${survive}`}`;
  const asked = `What is the cheapest choice of ${axes.join(" and ")} that meets ${targets.join(" and ")}${loss}? Under ${document.policy}, from seed ${document.seed}.`;
  return renderShell({
    title: `${document.scenario} · schedlab plan`,
    tool: document.tool,
    header: html`<p class="eyebrow">schedlab plan</p>
<h1>${document.scenario}</h1>
${document.description === "" ? "" : html`<p class="lede">${document.description}</p>\n`}<section aria-labelledby="asked"><h2 id="asked">What was asked</h2>
<p>${asked}</p>
${factList([
  ["Policy", document.policy],
  ["Seed", String(document.seed)],
  ["Choices looked at", `${formatCount(choices.length)} of ${formatCount(document.size)}`],
  ["Replications in all", formatCount(choices.reduce((sum, { replications }) => sum + replications, 0))],
  ["Version", document.tool],
])}</section>
`,
    main: html`${part(
      "result",
      answer === null ? "The answer: none" : "The answer",
      html`${answer === null ? "" : html`<p class="answer">${pointInWords(axes, answer.at)}</p>\n`}${document.sentences.map((sentence) => html`<p>${unbroken(sentence)}</p>\n`)}${answer === null ? "" : outcomes("How well it meets the targets", answer)}${cheaper === null ? "" : outcomes(`What the next cheaper choice would do: ${pointInWords(axes, cheaper.at)}`, cheaper)}`,
    )}${part("why", "Why", html`${sections.map((section) => chartSection(section, images))}`)}${part(
      "details",
      "Details",
      html`<section aria-labelledby="choices"><h3 id="choices">Every choice</h3>
<p class="caption">Cheapest first.</p>
${plainTable("Every choice", [axes.join(" · "), UNIT_WORDS[document.unit], "replications", ...targets, "verdict"], choices.map(choiceRow), [3 + targets.length])}</section>
`,
    )}`,
    charts: sections.flatMap(({ charts }) => charts),
    files: [
      { name: "plan.json", about: "everything on this page" },
      { name: "plan.csv", about: "every choice and target" },
      ...files.map((name) => ({ name, about: "" })),
    ],
  });
}

function outcomes(title: string, choice: PlanChoice): Html {
  const rows = choice.targets.map(({ target, value, limit, verdict, margin, under }) => {
    const { format } = metricWords(targetPath(target));
    const { mean, low, high } = value;
    return [
      target,
      format(mean),
      low === null || high === null ? NOTHING : `${format(low)} to ${format(high)}`,
      format(limit),
      margin === null ? NOTHING : formatPercent(margin),
      VERDICT_WORDS[verdict],
      under ?? NOTHING,
    ];
  });
  return html`<h3>${title}</h3>
${plainTable(title, ["target", "figure", "interval", "limit", "margin", "verdict", "under the loss of"], rows, [5, 6])}`;
}

function choiceRow(choice: PlanChoice): readonly string[] {
  return [
    choice.at.map(fieldText).join(" · "),
    formatDecimal(choice.cost),
    formatCount(choice.replications),
    ...choice.targets.map(({ target, value }) =>
      metricWords(targetPath(target)).format(value.mean ?? Number.NaN),
    ),
    choice.verdict,
  ];
}
