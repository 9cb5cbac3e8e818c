/**
 * Charts of a sweep: along one axis lines with intervals, over two axes a heat map with its numbers written in, and
 * where there are more, or points at random, a panel for each axis.
 */
import type { FieldValue, SweepDocument } from "../lab/result.ts";
import { type Chart, type ChartSpec, chartFrame, faded, legendOf, seriesChannels } from "./chart-style.ts";
import type { ChartSection } from "./charts.ts";
import { heatMap } from "./heat-map.ts";
import {
  fieldText,
  pointInWords,
  type SweepFigure,
  type SweepValue,
  sweepFigures,
  sweepValues,
} from "./sweep-values.ts";

export function sweepSections(document: SweepDocument): readonly ChartSection[] {
  const { axes, design, policies } = document;
  const figures = sweepFigures(document);
  const lines = axes.length === 1 || design === "latin-hypercube" || axes.length > 2;
  const legend = policies.length > 1 && lines ? legendOf("policy", "point", policies) : null;
  const intervals =
    document.replications > 1 ? " Bars are 95 % confidence intervals over the replications." : "";
  if (axes.length === 1)
    return section(
      "lines",
      `Along ${axes[0]!.path}`,
      `One panel a figure.${intervals}`,
      legend,
      figures.map((figure, index) => alongAxis(document, figure, 0, `lines-${index + 1}`, figure.title)),
    );
  return figures.flatMap((figure, index) =>
    lines
      ? section(
          `axes-${index + 1}`,
          capital(figure.title),
          `One panel an axis; at each value all others vary too.${intervals}`,
          legend,
          axes.map((axis, place) =>
            alongAxis(document, figure, place, `axes-${index + 1}-${place + 1}`, axis.path),
          ),
        )
      : section(
          `heat-${index + 1}`,
          capital(figure.title),
          "Darker is more. The numbers are means over the replications.",
          null,
          policies.map((policy, place) => heat(document, figure, policy, `heat-${index + 1}-${place + 1}`)),
        ),
  );
}

function section(
  id: string,
  title: string,
  caption: string,
  legend: ChartSection["legend"],
  charts: readonly Chart[],
): readonly ChartSection[] {
  return charts.length === 0 ? [] : [{ id, title, caption, legend, charts, csv: "sweep.csv" }];
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function heat(document: SweepDocument, figure: SweepFigure, policy: string, id: string): Chart {
  const [columns, rows] = document.axes;
  const values = sweepValues(document, figure.path).filter((value) => value.policy === policy);
  const description = inWords(document, figure, values);
  const spec = heatMap(
    values.map(({ at, estimate }) => ({
      column: fieldText(at[0]!),
      row: fieldText(at[1]!),
      value: estimate.mean,
      text: figure.format(estimate.mean),
    })),
    { path: columns!.path, values: columns!.values.map(fieldText) },
    { path: rows!.path, values: rows!.values.map(fieldText) },
    figure.title,
    description,
  );
  const panel = document.policies.length > 1 ? policy : "";
  return { id, panel, description, note: "", spec, kind: "policy", only: policy };
}

function alongAxis(
  document: SweepDocument,
  figure: SweepFigure,
  axis: number,
  id: string,
  panel: string,
): Chart {
  const { path, values } = document.axes[axis]!;
  const found = sweepValues(document, figure.path);
  const description = inWords(document, figure, found);
  const rows = found.map(({ at, policy, estimate }) => ({
    series: policy,
    at: place(at[axis]!),
    mean: estimate.mean,
    low: estimate.low ?? estimate.mean,
    high: estimate.high ?? estimate.mean,
    value: figure.format(estimate.mean),
    interval:
      estimate.low === null || estimate.high === null
        ? "–"
        : `${figure.format(estimate.low)} to ${figure.format(estimate.high)}`,
    where: pointInWords(
      document.axes.map((entry) => entry.path),
      at,
    ),
  }));
  const numeric = values.every((value) => typeof value === "number");
  const x = numeric
    ? {
        type: "quantitative",
        scale: { zero: false, nice: false, padding: 12 },
        axis: { title: path, tickCount: 6, labelOverlap: "greedy" },
      }
    : {
        type: "ordinal",
        sort: values.map(place),
        axis: { title: path, labelAngle: 0, labelOverlap: "greedy" },
      };
  const spec = lineSpec(rows, document, figure, x, description, document.axes.length === 1);
  return { id, panel, description, note: "", spec, kind: "policy", only: null };
}

function lineSpec(
  rows: readonly { readonly high: number }[],
  document: SweepDocument,
  figure: SweepFigure,
  x: ChartSpec,
  description: string,
  joined: boolean,
): ChartSpec {
  const most = rows.reduce((highest, { high }) => Math.max(highest, high), 0);
  const ticks = figure.ticks(0, most);
  const y = {
    type: "quantitative",
    scale: { zero: true, nice: true },
    axis: {
      title: figure.title,
      labelExpr: figure.label,
      ...(ticks === null ? { tickCount: 5 } : { values: ticks }),
    },
  };
  const { color, strokeDash } = seriesChannels(document.policies, "line");
  const { shape } = seriesChannels(document.policies, "point");
  const several = document.policies.length > 1;
  return {
    ...chartFrame(200, description),
    data: { values: rows },
    layer: [
      ...(joined
        ? [
            {
              mark: { type: "line", strokeWidth: 1.5 },
              encoding: {
                x: { field: "at", ...x },
                y: { field: "mean", ...y },
                color,
                strokeDash,
                opacity: faded(),
              },
            },
          ]
        : []),
      {
        mark: { type: "rule", strokeWidth: 1.5 },
        encoding: {
          x: { field: "at", ...x },
          y: { field: "low", ...y },
          y2: { field: "high" },
          color,
          opacity: faded(0.7),
        },
      },
      {
        mark: { type: "point", filled: true, size: joined ? 50 : 35 },
        encoding: {
          x: { field: "at", ...x },
          y: { field: "mean", ...y },
          color,
          shape,
          opacity: faded(),
          tooltip: [
            { field: "where", title: "at" },
            ...(several ? [{ field: "series", title: "policy" }] : []),
            { field: "value", title: figure.title },
            ...(document.replications > 1 ? [{ field: "interval", title: "95 % interval" }] : []),
          ],
        },
      },
    ],
  };
}

function place(value: FieldValue): string | number {
  return typeof value === "number" ? value : String(value);
}

/** The least and the most of a figure, and where. */
export function inWords(document: SweepDocument, figure: SweepFigure, values: readonly SweepValue[]): string {
  const [first] = values;
  if (first === undefined) return `${capital(figure.title)}: nothing was measured.`;
  const least = values.reduce(
    (best, value) => (value.estimate.mean < best.estimate.mean ? value : best),
    first,
  );
  const most = values.reduce(
    (best, value) => (value.estimate.mean > best.estimate.mean ? value : best),
    first,
  );
  const paths = document.axes.map((axis) => axis.path);
  const at = ({ at, policy }: SweepValue) =>
    `${pointInWords(paths, at)}${document.policies.length > 1 ? ` under ${policy}` : ""}`;
  return `${capital(figure.title)} goes from ${figure.format(least.estimate.mean)} (${at(least)}) to ${figure.format(most.estimate.mean)} (${at(most)}).`;
}
