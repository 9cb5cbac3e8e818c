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
h2 { font-size: 1.35rem; margin: 3.2rem 0 0.6rem; }
h3 { font-size: 0.95rem; margin: 0 0 0.3rem; }
p { max-width: 44rem; margin: 0 0 0.8rem; overflow-wrap: anywhere; }
a { color: var(--accent); }
a:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.eyebrow { margin: 0 0 0.4rem; color: var(--quiet); font-size: 0.85rem; letter-spacing: 0.02em; }
.lede { font-size: 1.15rem; color: var(--quiet); }
.caption, .note { color: var(--quiet); font-size: 0.9rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.5rem 2.2rem; margin: 1.6rem 0 0; padding: 1rem 0 0; border-top: 1px solid var(--line); }
.facts dt { color: var(--quiet); font-size: 0.8rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 0.8rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.cards.single { grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); }
.cards li { background: var(--panel); border-radius: 0.6rem; padding: 0.9rem 1.1rem; min-width: 0; }
.cards h3 { color: var(--quiet); font-weight: 400; font-size: 0.85rem; }
.cards .big { font-size: 1.55rem; line-height: 1.25; font-variant-numeric: tabular-nums; letter-spacing: -0.01em; }
.cards .half { color: var(--quiet); font-size: 0.85rem; font-variant-numeric: tabular-nums; }
.note { margin: 0.9rem 0 0; }
.cards dl { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.1rem 0.8rem; margin: 0; }
.cards dt { color: var(--quiet); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.cards dd .half { font-weight: 400; font-size: 0.8rem; }
.cards dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; font-weight: 500; }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.3rem; margin: 0.8rem 0 0; padding: 0; list-style: none; font-size: 0.9rem; }
.legend li { display: flex; align-items: center; gap: 0.5rem; min-width: 0; overflow-wrap: anywhere; }
.legend svg { flex: none; }
.panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: 1.6rem 2rem; margin: 1rem 0 0; }
.panels > :only-child { grid-column: 1 / -1; }
figure { margin: 0; min-width: 0; break-inside: avoid; }
.chart { width: 100%; overflow: hidden; }
.chart svg { display: block; max-width: 100%; height: auto; }
.scroll { overflow-x: auto; margin: 1rem 0 0; }
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
@media (max-width: 32rem) { body { padding: 1.6rem 1rem 3rem; } h2 { margin-top: 2.4rem; } }
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
  h2 { break-after: avoid; }
  .panels { grid-template-columns: 1fr 1fr; }
}
`;

function seriesVariables(colors: readonly string[]): string {
  return colors.map((color, index) => `--series-${index + 1}: ${color};`).join(" ");
}
