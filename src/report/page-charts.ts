/** Charts in a page: the place of each, its legend whose entries can be picked, and where its numbers are. */
import { type Chart, type Legend, legendSample } from "./chart-style.ts";
import type { ChartSection } from "./charts.ts";
import { type Html, html, trusted } from "./html.ts";

/** Forms in which a report may hold its charts beside the page. */
export type ImageKind = "svg" | "png";

export function chartSection(section: ChartSection, images: readonly ImageKind[]): Html {
  const { id, title, caption, charts } = section;
  return html`<section aria-labelledby="about-${id}"><h3 id="about-${id}">${title}</h3>
<p class="caption">${caption}</p>
${section.legend === null ? "" : legend(section.legend)}<div class="panels${charts.length === 1 ? " single" : ""}">
${charts.map((chart) => chartFigure(chart, section, images))}</div></section>
`;
}

export function chartId(id: string): string {
  return `chart-${id}`;
}

/** Of the image of a chart, in the report's folder. */
export function imageName(chart: Chart, kind: ImageKind): string {
  return `${chartId(chart.id)}.${kind}`;
}

/** Buttons: pressed, one shows its series alone in all charts of its kind. */
function legend({ kind, sign, entries }: Legend): Html {
  const items = entries.map(
    (entry) =>
      html`<li><button type="button" class="pick" aria-pressed="false" data-kind="${kind}" data-series="${entry.name}" title="Show ${entry.name} alone"><svg width="28" height="12" viewBox="0 0 28 12" aria-hidden="true">${trusted(legendSample(entry, sign))}</svg><span>${entry.name}</span></button></li>`,
  );
  return html`<ul class="legend">${items}</ul>\n`;
}

function chartFigure(chart: Chart, { csv }: ChartSection, images: readonly ImageKind[]): Html {
  const heading = chart.panel === "" ? "" : html`<h4>${chart.panel}</h4>`;
  const files = [
    { text: "CSV", name: csv },
    ...images.map((kind) => ({ text: kind.toUpperCase(), name: imageName(chart, kind) })),
  ];
  const links = files.map(({ text, name }) => html` <a href="${name}" title="${name}">${text}</a>`);
  const series =
    chart.only === null ? "" : html` data-kind="${chart.kind ?? ""}" data-series="${chart.only}"`;
  return html`<figure${series}>${heading}<div class="chart" id="${chartId(chart.id)}" role="img" aria-label="${chart.description}"></div><figcaption>${chart.note === "" ? "" : html`<span class="note">${chart.note}</span>`}<span class="links">${links}</span></figcaption></figure>\n`;
}
