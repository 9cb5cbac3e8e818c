/** The page's style sheet: system fonts, one measure, light and dark by the reader's own setting, fit for print. */
import { SERIES_DARK, SERIES_LIGHT } from "./chart-style.ts";

export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ink: #1c2024; --quiet: #5c656e; --paper: #fdfdfc; --panel: #f4f5f4; --line: #dfe2e0;
  --accent: #0b5c8f; --warning: #b3261e; --late: #8a5a00; --peak: #e69f00;
  ${seriesVariables(SERIES_LIGHT)}
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e3e6e8; --quiet: #9aa4ad; --paper: #14171a; --panel: #1d2125; --line: #333a40;
    --accent: #7cc0ee; --warning: #ff8a80; --late: #f0bd5c; --peak: #f0b83c;
    ${seriesVariables(SERIES_DARK)}
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 3rem 1.5rem 4rem; max-width: 68rem;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  color: var(--ink); background: var(--paper);
}
h1, h2, h3 { line-height: 1.2; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: clamp(1.8rem, 5vw, 2.6rem); margin: 0 0 0.6rem; }
h2 { font-size: 1.55rem; margin: 0 0 0.8rem; }
h3 { font-size: 1.12rem; margin: 2.6rem 0 0.4rem; }
h4 { font-size: 0.95rem; font-weight: 600; margin: 0 0 0.3rem; overflow-wrap: anywhere; }
.part { margin: 3.4rem 0 0; padding: 1.6rem 0 0; border-top: 2px solid var(--ink); }
header h2 { font-size: 1.2rem; margin: 1.6rem 0 0.4rem; }
p { max-width: 44rem; margin: 0 0 0.8rem; overflow-wrap: anywhere; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.eyebrow { margin: 0 0 0.4rem; color: var(--quiet); font-size: 0.85rem; letter-spacing: 0.02em; }
.lede { font-size: 1.15rem; color: var(--quiet); }
.caption, .note { color: var(--quiet); font-size: 0.9rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.5rem 2.2rem; margin: 1.6rem 0 0; padding: 1rem 0 0; border-top: 1px solid var(--line); }
.facts dt { color: var(--quiet); font-size: 0.8rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 0.8rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.cards.single { grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); }
.cards li { background: var(--panel); border-radius: 0.6rem; padding: 0.9rem 1.1rem; min-width: 0; }
.cards h4 { color: var(--quiet); font-weight: 400; font-size: 0.85rem; }
.cards .big { font-size: 1.55rem; line-height: 1.25; font-variant-numeric: tabular-nums; letter-spacing: -0.01em; }
.cards .half { color: var(--quiet); font-size: 0.85rem; font-variant-numeric: tabular-nums; }
.note { margin: 0.9rem 0 0; }
.cards dl { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.1rem 0.8rem; margin: 0; }
.cards dt { color: var(--quiet); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.cards dd .half { font-weight: 400; font-size: 0.8rem; }
.cards dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; font-weight: 500; }
.legend, .signs, .files { display: flex; flex-wrap: wrap; gap: 0.2rem 0.6rem; margin: 0.8rem 0 0; padding: 0; list-style: none; font-size: 0.9rem; }
.legend li { min-width: 0; max-width: 100%; }
button { font: inherit; color: inherit; background: none; border: 1px solid transparent; border-radius: 0.4rem; cursor: pointer; }
.pick { display: flex; align-items: center; gap: 0.5rem; max-width: 100%; min-height: 2rem; padding: 0.1rem 0.5rem; text-align: left; overflow-wrap: anywhere; }
.pick svg, .sign { flex: none; }
.pick:hover { background: var(--panel); }
.pick[aria-pressed="true"] { border-color: var(--ink); background: var(--panel); font-weight: 600; }
.faded { opacity: 0.25; }
.signs { gap: 0.2rem 1.2rem; margin-top: 0.4rem; color: var(--quiet); font-size: 0.85rem; }
.signs li { display: flex; align-items: center; gap: 0.4rem; }
.files { gap: 0.2rem 1.2rem; }
.verdicts { margin: 0 0 0.8rem; padding: 0; list-style: none; font-size: 1.08rem; max-width: 48rem; }
.verdicts li { margin: 0 0 0.6rem; overflow-wrap: anywhere; }
.answer { font-size: 1.5rem; font-weight: 600; max-width: none; letter-spacing: -0.01em; }
.warnings { margin: 2rem 0 0; padding: 1rem 1.2rem; border: 1px solid var(--late); border-left-width: 6px; border-radius: 0.5rem; background: var(--panel); }
.warnings h2 { font-size: 1.05rem; margin: 0 0 0.4rem; }
.warnings ul { margin: 0; padding: 0 0 0 1.1rem; }
.warnings li { margin: 0.2rem 0; overflow-wrap: anywhere; max-width: 52rem; }
summary { cursor: pointer; color: var(--accent); margin: 0.3rem 0; }
.panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: 1.6rem 2rem; margin: 1rem 0 0; }
.panels.single { grid-template-columns: minmax(0, 1fr); }
figure { margin: 0; min-width: 0; break-inside: avoid; }
.chart { width: 100%; overflow: hidden; }
.chart svg { display: block; max-width: 100%; height: auto; }
figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin: 0.2rem 0 0; font-size: 0.85rem; }
figcaption .note { margin: 0; flex: 1 1 12rem; }
.links { margin-left: auto; font-size: 0.8rem; white-space: nowrap; }
.links a { margin-left: 0.5rem; }
.table { position: relative; margin: 1.4rem 0 0; }
.copy { position: absolute; right: 0; top: -1.6rem; padding: 0.1rem 0.6rem; color: var(--accent); font-size: 0.8rem; border-color: var(--line); background: var(--paper); }
.scroll { overflow-x: auto; padding-top: 0.3rem; }
#tooltip { position: fixed; z-index: 9; max-width: min(22rem, 94vw); padding: 0.45rem 0.7rem; border: 1px solid var(--line); border-radius: 0.4rem; background: var(--paper); box-shadow: 0 2px 10px rgb(0 0 0 / 0.25); font-size: 0.82rem; line-height: 1.4; pointer-events: none; font-variant-numeric: tabular-nums; }
#tooltip[hidden] { display: none; }
#tooltip div { display: flex; gap: 0.9rem; justify-content: space-between; }
#tooltip span { color: var(--quiet); white-space: nowrap; }
#tooltip b { font-weight: 600; overflow-wrap: anywhere; text-align: right; }
table { border-collapse: collapse; font-size: 0.86rem; font-variant-numeric: tabular-nums; min-width: 100%; }
th, td { padding: 0.32rem 0.55rem; text-align: right; white-space: nowrap; unicode-bidi: isolate; }
thead th { color: var(--quiet); font-weight: 500; border-bottom: 1px solid var(--line); vertical-align: bottom; white-space: normal; }
tbody th { text-align: left; font-weight: 400; max-width: 18rem; overflow: hidden; text-overflow: ellipsis; }
th.name, td.name { text-align: left; }
th:first-child { padding-left: 0; text-align: left; }
tbody.group { border-top: 1px solid var(--line); }
tbody th.group { font-weight: 600; padding-top: 0.6rem; }
tbody.group.several th[scope="row"] { padding-left: 1rem; color: var(--quiet); }
.late { color: var(--late); font-weight: 500; }
.lost { color: var(--warning); font-weight: 500; }
pre { background: var(--panel); border-radius: 0.6rem; padding: 1rem 1.2rem; margin: 1rem 0; overflow-x: auto; user-select: all; }
code, pre, .digest { font: 0.88em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
.digest { overflow-wrap: anywhere; user-select: all; }
footer { margin-top: 3.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.85rem; }
@media (max-width: 32rem) { body { padding: 1.6rem 1rem 3rem; } .part { margin-top: 2.4rem; } }
@media print {
  :root {
    --ink: #000; --quiet: #444; --paper: #fff; --panel: #fff; --line: #bbb; --accent: #000; --warning: #b3261e; --late: #8a5a00; --peak: #e69f00;
    ${seriesVariables(SERIES_LIGHT)}
  }
  body { padding: 0; max-width: none; font-size: 10pt; }
  .cards li { border: 1px solid var(--line); }
  .scroll { overflow: visible; }
  table { font-size: 7.5pt; }
  th, td { padding: 0.2rem 0.3rem; }
  tr { break-inside: avoid; }
  h2, h3, h4, .caption, .legend { break-after: avoid; }
  .copy, .links, #tooltip { display: none; }
  .faded { opacity: 1; }
  .part { margin-top: 1.6rem; padding-top: 0.8rem; }
  .verdicts { font-size: 10.5pt; }
  .cards { grid-template-columns: repeat(3, 1fr); }
  .cards li, .warnings { break-inside: avoid; }
  .panels { grid-template-columns: 1fr 1fr; }
  .panels.single { grid-template-columns: 1fr; }
}
`;

function seriesVariables(colors: readonly string[]): string {
  return colors.map((color, index) => `--series-${index + 1}: ${color};`).join(" ");
}
