/**
 * What all charts share: colours, dashes, configuration. Charts are drawn as SVG inside a page, so ink is
 * currentColor and series are CSS variables: the page's theme, dark mode and print included, reaches into a drawn
 * chart without drawing it again. Each variable carries the light colour as its fallback for use outside the page.
 */

/** A chart and what is said of it to those who do not see it. */
export interface Chart {
  /** Unique in a document, and fit for an HTML id. */
  readonly id: string;
  /** What this panel shows among its siblings: a policy, a class; empty where the chart has none. */
  readonly panel: string;
  readonly description: string;
  /** What a reader would otherwise miss in the chart; empty where there is nothing of the kind. */
  readonly note: string;
  readonly spec: ChartSpec;
}

/** A Vega-Lite specification. */
export type ChartSpec = Readonly<Record<string, unknown>>;

/** After Okabe and Ito, told apart with any colour vision; darker yellow and sky, which vanish on white. */
export const SERIES_LIGHT = ["#0072b2", "#d55e00", "#007d5c", "#b3578f", "#8a6d00", "#3f7fae", "#5b5b5b"];
export const SERIES_DARK = ["#56b4e9", "#f08a3c", "#2fc79a", "#dd94c1", "#e3cf57", "#9cc9ee", "#b8b8b8"];

export function seriesColor(index: number): string {
  const place = index % SERIES_LIGHT.length;
  return `var(--series-${place + 1}, ${SERIES_LIGHT[place]})`;
}

/** A second sign beside colour; it goes on where the colours begin anew. */
function seriesDash(index: number): number[] {
  return DASHES[(index + Math.floor(index / SERIES_LIGHT.length)) % DASHES.length]!;
}

/** What a legend shows of a series. Legends are the page's: they wrap on a phone, and one serves all its panels. */
export interface LegendEntry {
  readonly name: string;
  readonly color: string;
  readonly dash: readonly number[];
}

export function legendOf(names: readonly string[]): readonly LegendEntry[] {
  return names.map((name, index) => ({ name, color: seriesColor(index), dash: seriesDash(index) }));
}

/** Colour of a series by its name, in the order given. */
export function colorScale(names: readonly string[]): ChartSpec {
  return { domain: names, range: names.map((_, index) => seriesColor(index)) };
}

export function dashScale(names: readonly string[]): ChartSpec {
  return { domain: names, range: names.map((_, index) => seriesDash(index)) };
}

/** The frame of every chart: as wide as its place in the page, no background of its own. */
export function chartFrame(height: number, description: string): ChartSpec {
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    description,
    width: "container",
    height,
    autosize: { type: "fit-x", contains: "padding" },
    background: "transparent",
    config: CHART_CONFIG,
  };
}

/** Shares on an axis read as in the tables. */
export const PERCENT_LABEL = "format(datum.value * 100, '~r') + ' %'";
export const WARNING_COLOR = "var(--warning, #b3261e)";
export const PEAK_COLOR = "var(--peak, #e69f00)";

const DASHES = [
  [1, 0],
  [6, 3],
  [2, 2],
  [8, 3, 2, 3],
  [12, 3],
  [4, 2, 1, 2],
];
const INK = "currentColor";

const CHART_CONFIG = {
  font: "system-ui, sans-serif",
  view: { stroke: null },
  axis: {
    labelColor: INK,
    titleColor: INK,
    labelOpacity: 0.8,
    titleOpacity: 0.8,
    titleFontWeight: "normal",
    labelFontSize: 11,
    titleFontSize: 12,
    titlePadding: 8,
    labelPadding: 5,
    domain: false,
    ticks: false,
    gridColor: INK,
    gridOpacity: 0.12,
  },
  line: { strokeWidth: 2, strokeCap: "butt", strokeJoin: "round" },
  text: { color: INK },
} as const;
