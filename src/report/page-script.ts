/**
 * The page's own script: draws each chart into its place, shows what a pointer is at, shows one series alone in all
 * charts, copies tables. Kept as text because it runs in the reader's browser. Names only ever become text.
 */
export const PAGE_SCRIPT = `"use strict";
const views = [];
const picked = {};
const tip = document.getElementById("tooltip");

function showTip(handler, event, item, value) {
  if (value === null || value === undefined || value === "") {
    tip.hidden = true;
    return;
  }
  tip.textContent = "";
  for (const [name, text] of Object.entries(typeof value === "object" ? value : { "": value })) {
    const row = tip.appendChild(document.createElement("div"));
    row.appendChild(document.createElement("span")).textContent = name;
    row.appendChild(document.createElement("b")).textContent = text;
  }
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const left = Math.max(4, Math.min(event.clientX + 14, clientWidth - width - 4));
  const above = event.clientY - height - 14;
  tip.style.left = left + "px";
  tip.style.top = (above < 4 ? event.clientY + 18 : above) + "px";
}

function applyPick(kind) {
  const series = picked[kind] ?? null;
  for (const { view, kind: of } of views) if (of === kind) view.signal("isolated", series).runAsync();
  for (const place of document.querySelectorAll("[data-series]")) {
    if (place.dataset.kind !== kind) continue;
    const mine = series === null || place.dataset.series === series;
    if (place.matches("button")) place.setAttribute("aria-pressed", String(series !== null && mine));
    place.classList.toggle("faded", !mine);
  }
}

async function copyTable(button) {
  const table = button.closest(".table").querySelector("table");
  const rows = [...table.rows].map((row) =>
    [...row.cells].map((cell) => cell.textContent.trim().replace(/\\s+/g, " ")).join("\\t"));
  let copied = true;
  try {
    await navigator.clipboard.writeText(rows.join("\\n") + "\\n");
  } catch {
    getSelection().selectAllChildren(table);
    copied = document.execCommand("copy");
    getSelection().removeAllRanges();
  }
  button.textContent = copied ? "Copied" : "Select it by hand";
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
}

document.addEventListener("click", (event) => {
  const pick = event.target.closest("button.pick");
  if (pick !== null) {
    const { kind, series } = pick.dataset;
    picked[kind] = picked[kind] === series ? null : series;
    applyPick(kind);
  }
  const copy = event.target.closest("button.copy");
  if (copy !== null) copyTable(copy);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  tip.hidden = true;
  for (const kind of Object.keys(picked)) {
    picked[kind] = null;
    applyPick(kind);
  }
});
document.addEventListener("scroll", () => { tip.hidden = true; }, { passive: true });
addEventListener("beforeprint", () => {
  tip.hidden = true;
  for (const details of document.querySelectorAll("details")) details.open = true;
});

async function draw({ id, spec, kind }) {
  const place = document.getElementById(id);
  try {
    const runtime = vega.parse(vegaLite.compile(spec).spec, undefined, { ast: true });
    const view = new vega.View(runtime, { expr: vegaInterpreter, renderer: "svg", hover: true, container: place });
    view.tooltip(showTip);
    await view.runAsync();
    views.push({ view, kind });
  } catch (error) {
    place.textContent = "This chart could not be drawn: " + error.message;
  }
}

(async () => {
  for (const chart of JSON.parse(document.getElementById("chart-data").textContent)) {
    await draw(chart);
    // In between the page answers: a report of many policies has dozens of charts.
    await new Promise((resolve) => setTimeout(resolve));
  }
  for (const kind of Object.keys(picked)) applyPick(kind);
  document.documentElement.dataset.drawn = String(views.length);
})();
`;
