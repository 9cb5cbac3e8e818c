/** The page's numbers: cards for the run as a whole and tables by group, as plain tables that copy into a spreadsheet. */
import type { ResultDocument, RunResult } from "../lab/result.ts";
import {
  type Figure,
  formatFigure,
  formatHalfWidth,
  GROUP_FIGURES,
  isAlarming,
  overallFigures,
} from "./figures.ts";
import { type Group, type LabelledRun, shownGroups } from "./groups.ts";
import { type Html, html } from "./html.ts";
import { tableRegion } from "./page-table.ts";
import { formatCount } from "./units.ts";

/** What most want to know first. */
export function keyFigures(document: ResultDocument, runs: readonly LabelledRun[]): Html {
  const figures = [...GROUP_FIGURES, ...overallFigures(document)];
  return cards(
    figures.filter(({ title }) => KEY.test(title)),
    runs,
  );
}

/** Every other figure of the run as a whole. */
export function otherFigures(document: ResultDocument, runs: readonly LabelledRun[]): Html {
  return cards(
    overallFigures(document).filter(({ title }) => !KEY.test(title)),
    runs,
  );
}

function cards(figures: readonly Figure[], runs: readonly LabelledRun[]): Html {
  const items = figures.map((figure) => html`<li><h4>${figure.title}</h4>${cardValue(figure, runs)}</li>\n`);
  return html`<ul class="cards${runs.length === 1 ? " single" : ""}">\n${items}</ul>\n`;
}

/** A table for all and the classes, and one for the tenants. */
export function groupTables(document: ResultDocument, runs: readonly LabelledRun[]): Html {
  const { groups, hidden } = shownGroups(document, GROUPS_SHOWN);
  const tables = TABLES.map(({ title, kinds }) => {
    const rows = groups.filter((group) => kinds.includes(group.kind));
    const left = kinds.reduce((sum, kind) => sum + hidden[kind], 0);
    return rows.length === 0 ? "" : html`${groupTable(title, rows, runs)}${leftOut(left)}`;
  });
  return html`${tables}`;
}

/** Alarms are among them: whoever lost tasks should not find it in a footnote. */
const KEY =
  /^(late|wait, mean|wait, p99|response, mean|utilisation, cpu|queue, mean|cost|fairness .*|tasks lost|effects (doubled|missing))$/;
const GROUPS_SHOWN = 200;
const TABLES: readonly { readonly title: string; readonly kinds: readonly Group["kind"][] }[] = [
  { title: "By class", kinds: ["all", "class", "other"] },
  { title: "By tenant", kinds: ["tenant"] },
];

function cardValue(figure: Figure, runs: readonly LabelledRun[]): Html {
  const only = runs[0];
  if (runs.length === 1 && only !== undefined)
    return html`<div class="big${alarm(figure, only.run, "all")}">${formatFigure(figure, only.run, "all")}</div>${interval(figure, only.run)}`;
  const rows = runs.map(
    ({ label, run }) =>
      html`<dt title="${label}" data-kind="policy" data-series="${label}">${label}</dt><dd data-kind="policy" data-series="${label}"><span class="value${alarm(figure, run, "all")}">${formatFigure(figure, run, "all")}</span> ${interval(figure, run)}</dd>`,
  );
  return html`<dl>${rows}</dl>`;
}

function interval(figure: Figure, run: RunResult): Html | string {
  const half = formatHalfWidth(figure, run, "all");
  return half === "" ? "" : html`<span class="half">± ${half}</span>`;
}

function groupTable(title: string, groups: readonly Group[], runs: readonly LabelledRun[]): Html {
  const headings = GROUP_FIGURES.map((figure) => html`<th scope="col">${figure.title}</th>`);
  const several = runs.length > 1;
  const bodies = several
    ? groups.map(
        (group) =>
          html`<tbody class="group several"><tr><th class="group" scope="rowgroup" colspan="${GROUP_FIGURES.length + 1}">${group.name}</th></tr>\n${runs.map(
            ({ label, run }) => row(label, run, group, label),
          )}</tbody>\n`,
      )
    : [
        html`<tbody>${groups.map((group) => runs.map(({ run }) => row(group.name, run, group, "")))}</tbody>\n`,
      ];
  return tableRegion(
    title,
    html`<table>
<thead><tr><th scope="col">${title}</th>${headings}</tr></thead>
${bodies}</table>`,
  );
}

/** `series`: the policy by which a reader can pick the row; empty where there is only one. */
function row(name: string, run: RunResult, group: Group, series: string): Html {
  const cells = GROUP_FIGURES.map((figure) => {
    const alarming = alarm(figure, run, group.key).trim();
    const text = formatFigure(figure, run, group.key);
    return alarming === "" ? html`<td>${text}</td>` : html`<td class="${alarming}">${text}</td>`;
  });
  const picked = series === "" ? "" : html` data-kind="policy" data-series="${series}"`;
  return html`<tr${picked}><th scope="row" title="${name}">${name}</th>${cells}</tr>\n`;
}

function alarm(figure: Figure, run: RunResult, group: string): string {
  return isAlarming(figure, run, group) ? ` ${figure.alarm}` : "";
}

function leftOut(count: number): Html | string {
  return count === 0
    ? ""
    : html`<p class="note">${formatCount(count)} smaller ones are in metrics.csv.</p>\n`;
}
