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
  /** What its series are: whoever picks one in a legend sees it alone in every chart of that kind. */
  readonly kind: SeriesKind | null;
  /** The one series to which the whole panel belongs, if it is so. */
  readonly only: string | null;
}

export type SeriesKind = "policy" | "class";

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

/** A third sign, for charts of points. */
function seriesShape(index: number): string {
  return SHAPES[(index + Math.floor(index / SERIES_LIGHT.length)) % SHAPES.length]!;
}

/** What a legend shows of a series. Legends are the page's: they wrap on a phone, and one serves all its panels. */
export interface LegendEntry {
  readonly name: string;
  readonly color: string;
  readonly dash: readonly number[];
  readonly shape: string;
  /** Where the charts write a letter on what they draw. */
  readonly letter?: string;
}

/** How a legend's sample looks: as its charts draw the series. */
export type LegendSign = "line" | "point" | "block";

export interface Legend {
  readonly kind: SeriesKind;
  readonly sign: LegendSign;
  readonly entries: readonly LegendEntry[];
}

export function legendOf(kind: SeriesKind, sign: LegendSign, names: readonly string[]): Legend {
  const entries = names.map((name, index) => ({
    name,
    color: seriesColor(index),
    dash: seriesDash(index),
    shape: seriesShape(index),
  }));
  return { kind, sign, entries };
}

/** A legend's sample as SVG, 28 by 12. Every value in it is ours. */
export function legendSample({ color, dash, shape, letter = "" }: LegendEntry, sign: LegendSign): string {
  if (sign === "block")
    return `<rect x="5" y="0" width="18" height="12" fill="${color}"/><text x="14" y="9.5" text-anchor="middle" font-size="9" font-weight="bold" fill="var(--paper, #ffffff)">${letter}</text>`;
  const line = `<line x1="0" y1="6" x2="28" y2="6" stroke="${color}" stroke-width="${sign === "line" ? 2.5 : 1.5}"${sign === "line" ? ` stroke-dasharray="${dash.join(" ")}"` : ""}/>`;
  return sign === "line"
    ? line
    : `${line}<path d="${SHAPE_PATHS[shape]}" transform="translate(14 6)" fill="${color}"/>`;
}

/** Colour of a series by its name, in the order given. */
export function colorScale(names: readonly string[]): ChartSpec {
  return { domain: names, range: names.map((_, index) => seriesColor(index)) };
}

export function dashScale(names: readonly string[]): ChartSpec {
  return { domain: names, range: names.map((_, index) => seriesDash(index)) };
}

export function shapeScale(names: readonly string[]): ChartSpec {
  return { domain: names, range: names.map((_, index) => seriesShape(index)) };
}

/** Channels by which a point or line says to which series it belongs; no legend of its own. */
export function seriesChannels(names: readonly string[], sign: "line" | "point"): ChartSpec {
  const field = { field: "series", type: "nominal", legend: null };
  return {
    color: { ...field, scale: colorScale(names) },
    ...(sign === "line"
      ? { strokeDash: { ...field, scale: dashScale(names) } }
      : { shape: { ...field, scale: shapeScale(names) } }),
  };
}

/** Name of a layer that only answers to a pointer. */
export const POINTER_LAYER = "pointer";

/** The series that a reader picked; null shows all. The page sets it. */
const ISOLATED = { name: "isolated", value: null };

/** An opacity by which all but the picked series fade. */
export function faded(full = 1): ChartSpec {
  return {
    condition: { test: "isolated === null || isolated === datum.series", value: full },
    value: full * 0.08,
  };
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
    params: [ISOLATED],
    config: CHART_CONFIG,
  };
}

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
const SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right"];
const SHAPE_PATHS: Readonly<Record<string, string>> = {
  circle: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z",
  square: "M-4.5 -4.5h9v9h-9Z",
  "triangle-up": "M0 -5.5L5.5 4.5H-5.5Z",
  diamond: "M0 -6L6 0L0 6L-6 0Z",
  cross: "M-5.5 -2h3.5v-3.5h4v3.5h3.5v4h-3.5v3.5h-4v-3.5h-3.5Z",
  "triangle-down": "M0 5.5L5.5 -4.5H-5.5Z",
  "triangle-right": "M5.5 0L-4.5 5.5V-5.5Z",
};
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
