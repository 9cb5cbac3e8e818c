/** What a comparison concluded, in its own sentences, and what a reader should know before believing a figure. */
import type { Comparison, Verdict, Warning } from "../lab/result.ts";
import { isHollow, signed, VERDICT_COLORS, VERDICT_SIGNS } from "./chart-forest.ts";
import { type Html, html, trusted } from "./html.ts";
import { metricWords } from "./metric-words.ts";
import { plainTable } from "./page-table.ts";
import { unbroken } from "./summary.ts";
import { formatCount, formatDecimal, formatPercent, NOTHING } from "./units.ts";

/** What each policy did to the figures, and who is best in each of them. */
export function verdictList(comparison: Comparison): Html {
  const policies = others(comparison);
  const item = (sentence: string, index: number) => {
    const name = policies[index] ?? "";
    const text = ended(sentence);
    const named = text.startsWith(`${name},`) ? html`<b>${name}</b>${text.slice(name.length)}` : text;
    return html`<li data-kind="policy" data-series="${name}">${named}</li>\n`;
  };
  return html`<ul class="verdicts">
${comparison.sentences.map(item)}</ul>
<p class="note">${howSure(comparison)}</p>
`;
}

/** The signs of the forest plot. */
export function verdictSigns(comparison: Comparison): Html {
  const found = comparison.metrics.flatMap(({ pairs }) => pairs.map(({ verdict }) => verdict));
  const items = VERDICT_SIGNS.filter(({ verdict }) => found.includes(verdict)).map(
    ({ verdict, words }) => html`<li>${verdictSign(verdict)}${words}</li>`,
  );
  return html`<ul class="signs">${items}</ul>\n`;
}

/** Who is best in each figure, and who may be. */
export function winnerTable({ metrics }: Comparison): Html {
  const rows = metrics
    .filter(({ better }) => better !== "neither")
    .map(({ path, winner, contenders, better }) => [
      metricWords(path).title,
      better,
      winner ?? "no winner",
      winner === null ? contenders.join(", ") : "",
    ]);
  return html`<section aria-labelledby="winners"><h3 id="winners">Who is best in each figure</h3>
<p class="caption">A winner has been shown to be better than every other policy. Where there is none, those that may be the best are named.</p>
${plainTable("Who is best", ["figure", "better is", "winner", "cannot be told apart"], rows, [1, 2, 3])}</section>
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
        `${formatCount(pair.lower)} / ${formatCount(pair.higher)}`,
        pair.pValue === null ? NOTHING : pair.pValue < 0.0001 ? "< 0.0001" : pair.pValue.toFixed(4),
        VERDICT_SIGNS.find(({ verdict }) => verdict === pair.verdict)!.words,
        pair.pairingGain === null ? NOTHING : `${formatDecimal(pair.pairingGain)} ×`,
      ];
    }),
  );
  return html`<section aria-labelledby="pairs"><h3 id="pairs">Pair by pair</h3>
<p class="caption">Differences over the replications, which were paired; in how many the policy had less and in how many more; the chance of such a difference if there were none, corrected for many comparisons. The gain of pairing says how many times as many unpaired replications it would have taken.</p>
${plainTable("Pair by pair", HEADINGS, rows, [1, 2, 8])}</section>
`;
}

/** `runs`: what concerns all of them names none. */
export function warningList(warnings: readonly Warning[], runs: number): Html | string {
  if (warnings.length === 0) return "";
  const item = ({ policies, text }: Warning) =>
    html`<li>${policies.length === runs ? "" : html`<b>${policies.join(", ")}</b> `}${unbroken(text)}</li>\n`;
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

const WARNINGS_SHOWN = 6;
const HEADINGS = [
  "metric",
  "policy",
  "against",
  "difference",
  "interval",
  "relative",
  "lower / higher in",
  "p",
  "verdict",
  "gain of pairing",
];

/** The compared policies, in the order of the sentences. */
function others({ metrics, baseline }: Comparison): readonly string[] {
  const names = metrics.flatMap(({ pairs }) => pairs.map(({ policy }) => policy));
  return [...new Set(names)].filter((name) => name !== baseline);
}

function howSure({ confidence, comparisons, ending, pairingGain }: Comparison): string {
  const sure = `All intervals hold together with ${formatPercent(confidence).replace(/\.0+ %/, " %")} confidence${comparisons > 1 ? `, corrected for ${formatCount(comparisons)} comparisons` : ""}.`;
  const gain =
    pairingGain === null
      ? ""
      : ` Without pairing, as narrow intervals would have taken ${formatDecimal(pairingGain)} times as many replications (median over the pairs).`;
  return unbroken(sure + gain + (ending === "" ? "" : ` ${ended(ending)}`));
}

function ended(sentence: string): string {
  return unbroken(/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
}

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
