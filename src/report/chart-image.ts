/**
 * A chart as a picture of its own: an SVG with title, legend and note, in the light colours, for a paper or a slide.
 * Drawn without a browser; the same chart gives the same bytes.
 */
import { parse, resetSVGDefIds, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";
import {
  type Chart,
  type ChartSpec,
  type Legend,
  type LegendEntry,
  legendSample,
  POINTER_LAYER,
} from "./chart-style.ts";
import type { ChartSection } from "./charts.ts";
import { type Html, html, trusted } from "./html.ts";
import { wrapText } from "./terminal-text.ts";

export async function renderChartSvg(chart: Chart, section: ChartSection, about: string): Promise<string> {
  // Vega numbers what it defines with a counter of the whole process. Nothing here is drawn at random.
  resetSVGDefIds();
  const wide = section.charts.length === 1;
  const width = wide ? WIDE : NARROW;
  const layers = chart.spec.layer as readonly ChartSpec[] | undefined;
  // A picture has no pointer.
  const still = layers?.filter((layer) => layer.name !== POINTER_LAYER);
  const spec = {
    ...chart.spec,
    ...(still !== undefined && { layer: still }),
    width: width - 2 * MARGIN,
  } as unknown as TopLevelSpec;
  const runtime = parse(compile(spec).spec, undefined, { ast: true });
  const view = new View(runtime, { renderer: "none", expr: expressionInterpreter } as never);
  const drawn = await view.toSVG();
  view.finalize();
  const size = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(drawn)!;
  return inLightColors(framed(drawn, Number(size[1]), Number(size[2]), chart, section, about));
}

const WIDE = 860;
const NARROW = 480;
const MARGIN = 16;
const LINE = 17;
/** Of a letter of 12 pixels, about: what a legend or a note takes must be known without a font. */
const LETTER = 7;

function framed(
  drawn: string,
  drawnWidth: number,
  drawnHeight: number,
  chart: Chart,
  { title, legend }: ChartSection,
  about: string,
): string {
  const width = Math.max(drawnWidth, 320) + 2 * MARGIN;
  const letters = Math.floor((width - 2 * MARGIN) / LETTER);
  const heading = wrapText(
    chart.panel === "" ? title : `${title}: ${chart.panel}`,
    Math.floor(letters * 0.8),
  );
  const entries = legend === null ? [] : legendRows(legend, width - 2 * MARGIN);
  const notes = wrapText(chart.note, letters);
  const parts: Html[] = [];
  let y = MARGIN;
  const write = (text: string, size: number, advance: number, weight = "normal") => {
    y += advance;
    parts.push(html`<text x="${MARGIN}" y="${y}" font-size="${size}" font-weight="${weight}">${text}</text>`);
  };
  for (const text of heading) write(text, 15, 20, "bold");
  for (const text of wrapText(about, letters).slice(0, 1)) write(text, 11, LINE);
  for (const row of entries) {
    y += LINE + 3;
    for (const { entry, x } of row)
      parts.push(
        html`<g transform="translate(${MARGIN + x} ${y - 10})">${trusted(legendSample(entry, legend!.sign))}<text x="34" y="10" font-size="12">${entry.name}</text></g>`,
      );
  }
  parts.push(html`<g transform="translate(${MARGIN} ${y + 14})">${trusted(drawn)}</g>`);
  y += drawnHeight + 18;
  for (const text of notes) write(text, 12, LINE);
  const height = y + MARGIN;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="DejaVu Sans, Verdana, sans-serif" role="img" color="#1c2024" fill="#1c2024"><title>${chart.description}</title><rect width="100%" height="100%" fill="#ffffff"/>${parts}</svg>
`.text;
}

/** Entries in rows that fit the width. */
function legendRows({ entries }: Legend, width: number): { entry: LegendEntry; x: number }[][] {
  const rows: { entry: LegendEntry; x: number }[][] = [];
  let x = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const takes = 34 + entry.name.length * LETTER + 18;
    if (x + takes > width) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)!.push({ entry, x });
    x += takes;
  }
  return rows;
}

/** What a page's theme would fill in: programs that show pictures know neither its variables nor its ink. */
function inLightColors(svg: string): string {
  return svg
    .replace(/var\(--[\w-]+, (#[0-9a-f]{6})\)/g, "$1")
    .replaceAll("currentColor", "#1c2024")
    .replaceAll('font-family="system-ui, sans-serif"', 'font-family="DejaVu Sans, Verdana, sans-serif"');
}
