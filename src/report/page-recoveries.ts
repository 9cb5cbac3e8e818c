/** The page's section on losses and recoveries; nothing where nothing was lost. */
import type { LabelledRun } from "./groups.ts";
import { type Html, html } from "./html.ts";
import { RECOVERY_CAPTION, RECOVERY_HEADINGS, recoveryRow, tellingRecoveries } from "./recovery-rows.ts";
import { formatCount } from "./units.ts";

export function recoverySection(runs: readonly LabelledRun[]): Html | string {
  const struck = runs.filter(({ run }) => run.recoveries.length > 0);
  if (struck.length === 0) return "";
  return html`<section aria-labelledby="recoveries"><h2 id="recoveries">Losses and recoveries</h2>
<p class="caption">${RECOVERY_CAPTION}</p>
${struck.map((labelled) => recoveryTable(labelled, runs.length > 1))}</section>
`;
}

/** A long run has hundreds; those that tell most are enough for a page. */
const ROWS_SHOWN = 60;

function recoveryTable({ label, run }: LabelledRun, several: boolean): Html {
  const { recoveries } = run;
  const shown = tellingRecoveries(recoveries, ROWS_SHOWN);
  const left = recoveries.length - shown.length;
  const rows = shown.map((mark) => {
    const [at, name, ...numbers] = recoveryRow(mark);
    return html`<tr><th scope="row">${at!}</th><td class="name">${name!}</td>${numbers.map((cell) => html`<td>${cell}</td>`)}</tr>\n`;
  });
  const title = several ? `Losses and recoveries, ${label}` : "Losses and recoveries";
  return html`${several ? html`<h3>${label}</h3>` : ""}<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table>
<thead><tr>${RECOVERY_HEADINGS.map((heading, column) => html`<th scope="col"${column === 1 ? html` class="name"` : ""}>${heading}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>
${left > 0 ? html`<p class="note">${formatCount(left)} more, of machines that had less in hand, are in result.json.</p>\n` : ""}`;
}
