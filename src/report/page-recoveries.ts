/** The page's section on losses and recoveries; nothing where nothing was lost. */
import type { LabelledRun } from "./groups.ts";
import { type Html, html } from "./html.ts";
import { plainTable } from "./page-table.ts";
import { RECOVERY_CAPTION, RECOVERY_HEADINGS, recoveryRow, tellingRecoveries } from "./recovery-rows.ts";
import { formatCount } from "./units.ts";

export function recoverySection(runs: readonly LabelledRun[]): Html | string {
  const struck = runs.filter(({ run }) => run.recoveries.length > 0);
  if (struck.length === 0) return "";
  return html`<section aria-labelledby="recoveries"><h3 id="recoveries">Losses and recoveries</h3>
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
  const title = several ? `Losses and recoveries, ${label}` : "Losses and recoveries";
  return html`${several ? html`<h4>${label}</h4>` : ""}${plainTable(title, RECOVERY_HEADINGS, shown.map(recoveryRow), [1])}${left > 0 ? html`<p class="note">${formatCount(left)} more, of machines that had less in hand, are in result.json.</p>\n` : ""}`;
}
