/** What a comparison concluded, in its own sentences, and what a reader should know before believing a figure. */
import type { Comparison, Verdict, Warning } from "../lab/result.ts";
import { isHollow, signed, VERDICT_COLORS, VERDICT_SIGNS } from "./chart-forest.ts";
import { type Html, html, trusted } from "./html.ts";
import { metricWords } from "./metric-words.ts";
import { plainTable } from "./page-table.ts";
import { unbroken } from "./summary.ts";
import { formatCount, formatDecimal, formatPercent, NOTHING } from "./units.ts";

/** The sentences with a winner first, in the order of the metrics; the others follow, folded where they are many. */
export function verdictList(comparison: Comparison): Html {
  const all = comparison.metrics.flatMap(({ pairs }) => pairs);
  const shown =
    all.length <= SENTENCES_SHOWN
      ? all
      : [...all.filter(isDecided), ...all.filter((pair) => !isDecided(pair))];
  const item = ({ verdict, sentence, policy }: (typeof all)[number]) =>
    html`<li data-kind="policy" data-series="${policy}">${verdictSign(verdict)}<span>${unbroken(sentence)}</span></li>\n`;
  const rest = shown.slice(SENTENCES_SHOWN);
  const folded =
    rest.length === 0
      ? ""
      : html`<details><summary>${formatCount(rest.length)} more</summary><ul class="verdicts">${rest.map(item)}</ul></details>\n`;
  return html`<ul class="verdicts">
${shown.slice(0, SENTENCES_SHOWN).map(item)}</ul>
${folded}<p class="note">${howSure(comparison)}</p>
<ul class="signs">${VERDICT_SIGNS.filter(({ verdict }) => all.some((pair) => pair.verdict === verdict)).map(
    ({ verdict, words }) => html`<li>${verdictSign(verdict)}${words}</li>`,
  )}</ul>
`;
}

/** Every pair with its numbers. */
export function comparisonTable(comparison: Comparison): Html {
  const rows = comparison.metrics.flatMap(({ path, pairs }) =>
    pairs.map((pair) => {
      const { format } = metricWords(path);
      const { difference, relative } = pair;
      return [
        path,
        pair.policy,
        pair.against,
        signed(difference.mean, format),
        range(difference.low, difference.high, format),
        relative === null ? NOTHING : signed(relative.mean, formatPercent),
        pair.pValue === null ? NOTHING : pair.pValue < 0.0001 ? "< 0.0001" : pair.pValue.toFixed(4),
        VERDICT_SIGNS.find(({ verdict }) => verdict === pair.verdict)!.words,
        pair.pairingGain === null ? NOTHING : `${formatDecimal(pair.pairingGain)} ×`,
      ];
    }),
  );
  return html`<section aria-labelledby="pairs"><h3 id="pairs">Pair by pair</h3>
<p class="caption">Differences over the replications, which were paired. The gain of pairing says how many times as many unpaired replications it would have taken.</p>
${plainTable("Pair by pair", HEADINGS, rows, [1, 2, 7])}</section>
`;
}

export function warningList(warnings: readonly Warning[]): Html | string {
  if (warnings.length === 0) return "";
  const item = ({ policy, text }: Warning) => html`<li><b>${policy}</b> ${unbroken(text)}</li>\n`;
  const rest = warnings.slice(WARNINGS_SHOWN);
  const folded =
    rest.length === 0
      ? ""
      : html`<details><summary>${formatCount(rest.length)} more</summary><ul>${rest.map(item)}</ul></details>\n`;
  return html`<aside class="warnings" aria-labelledby="warnings"><h2 id="warnings">Before you believe it</h2>
<ul>
${warnings.slice(0, WARNINGS_SHOWN).map(item)}</ul>
${folded}</aside>
`;
}

const SENTENCES_SHOWN = 12;
const WARNINGS_SHOWN = 6;
const HEADINGS = [
  "metric",
  "policy",
  "against",
  "difference",
  "interval",
  "relative",
  "p",
  "verdict",
  "gain of pairing",
];

function isDecided({ verdict }: { readonly verdict: Verdict }): boolean {
  return verdict !== "undecided" && verdict !== "equal";
}

function howSure({ confidence, comparisons, ended, metrics }: Comparison): string {
  const sure = `Intervals hold at ${formatPercent(confidence).replace(/\.0+ %/, " %")} confidence${comparisons > 1 ? `, corrected for ${formatCount(comparisons)} comparisons` : ""}.`;
  const gains = metrics
    .flatMap(({ pairs }) => pairs.map(({ pairingGain }) => pairingGain))
    .filter((gain) => gain !== null)
    .sort((a, b) => a - b);
  const middle = gains[gains.length >> 1];
  const gain =
    middle === undefined
      ? ""
      : ` Pairing made each replication worth ${formatDecimal(middle)} unpaired ones (median over the comparisons).`;
  return unbroken(sure + gain + ENDED[ended]);
}

const ENDED: Readonly<Record<Comparison["ended"], string>> = {
  replications: "",
  precise: " Replications were added until the interval was as narrow as asked.",
  budget: " Replications were added until the budget ended, before the interval was as narrow as asked.",
};

function range(low: number | null, high: number | null, format: (value: number) => string): string {
  return low === null || high === null ? NOTHING : `${signed(low, format)} to ${signed(high, format)}`;
}

/** The sign that the forest plot gives the verdict. */
function verdictSign(verdict: Verdict): Html {
  const fill = isHollow(verdict) ? "none" : VERDICT_COLORS[verdict];
  return trusted(
    `<svg class="sign" width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true"><path d="${SIGNS[verdict]}" fill="${fill}" stroke="${VERDICT_COLORS[verdict]}" stroke-width="1.6"/></svg>`,
  );
}

const SIGNS: Readonly<Record<Verdict, string>> = {
  better: "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z",
  worse: "M-4 -4h8v8h-8Z",
  different: "M0 -5L5 0L0 5L-5 0Z",
  undecided: "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z",
  equal: "M-5 -1h10v2h-10Z",
};
