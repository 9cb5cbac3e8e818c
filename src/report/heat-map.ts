/** A heat map that can be read without colours too: lightness says how much, and every cell has its number. */
import { type ChartSpec, chartFrame } from "./chart-style.ts";

export interface HeatCell {
  readonly column: string;
  readonly row: string;
  readonly value: number;
  readonly text: string;
}

interface HeatAxis {
  readonly path: string;
  readonly values: readonly string[];
}

/** From light to dark in even steps of lightness; the same in both themes, since light cells on dark paper read as less. */
const COLORS = ["#f3f6e8", "#cfe6cf", "#96cfc4", "#56acc0", "#2f7fae", "#25508f", "#1b2762"];
/** From this share of the range on the cell is dark, and its number light. */
const DARK = 0.52;

export function heatMap(
  cells: readonly HeatCell[],
  columns: HeatAxis,
  rows: HeatAxis,
  title: string,
  description: string,
): ChartSpec {
  const least = cells.reduce((low, cell) => Math.min(low, cell.value), Number.POSITIVE_INFINITY);
  const most = cells.reduce((high, cell) => Math.max(high, cell.value), Number.NEGATIVE_INFINITY);
  // Where the largest is many times the least, even steps of logarithms show more.
  const log = least > 0 && most / least > 20;
  const share = (value: number) => {
    if (!(most > least)) return 0;
    return log ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
  };
  const values = cells.map((cell) => ({ ...cell, dark: share(cell.value) >= DARK }));
  const axis = { labelAngle: 0, labelOverlap: "greedy", labelLimit: 90, grid: false };
  const position = {
    x: { field: "column", type: "ordinal", sort: columns.values, axis: { ...axis, title: columns.path } },
    y: {
      field: "row",
      type: "ordinal",
      sort: [...rows.values].reverse(),
      axis: { ...axis, title: rows.path },
    },
  };
  return {
    ...chartFrame(Math.max(90, rows.values.length * 30), description),
    data: { values },
    encoding: {
      ...position,
      tooltip: [
        { field: "column", title: columns.path },
        { field: "row", title: rows.path },
        { field: "text", title },
      ],
    },
    layer: [
      {
        mark: { type: "rect", stroke: "var(--paper, #ffffff)", strokeWidth: 1 },
        encoding: {
          color: {
            field: "value",
            type: "quantitative",
            scale: {
              type: log ? "log" : "linear",
              domain: most > least ? [least, most] : [least, least + 1],
              range: COLORS,
              interpolate: "lab",
            },
            legend: null,
          },
        },
      },
      {
        mark: { type: "text", fontSize: 10.5 },
        encoding: {
          text: { field: "text" },
          color: { condition: { test: "datum.dark", value: "#ffffff" }, value: "#1c2024" },
        },
      },
    ],
  };
}
