/** The report of a sweep: what programs read, what spreadsheets do, and the page for people. */
import type { SweepDocument, SweepRun } from "../lab/result.ts";
import { type Cell, toCsv } from "./csv.ts";
import { figureOf, figurePath } from "./sweep-figures.ts";
import { type ReportFiles, type ReportForms, writePictures } from "./write.ts";

export async function writeSweepReport(
  folder: ReportFiles,
  document: SweepDocument,
  { charts: images = [] }: Pick<ReportForms, "charts"> = {},
): Promise<void> {
  folder.write("sweep.json", renderSweepJson(document));
  folder.write("sweep.csv", await sweepCsv(document));
  // Loaded here so that a shard, which has no page, does not pay for it.
  const [{ sweepSections }, { renderSweepPage }] = await Promise.all([
    import("./chart-sweep.ts"),
    import("./sweep-page.ts"),
  ]);
  await writePictures(folder, sweepSections(document), document, images);
  folder.write("index.html", renderSweepPage(document, { images }));
}

/** Equal documents give equal bytes; JSON itself turns NaN into null. */
export function renderSweepJson(document: SweepDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** One row a point and policy: the figures that were asked for, then every other one of all tasks together. */
export function sweepCsv(document: SweepDocument): Promise<string> {
  const { axes, metrics, points, seed, replications } = document;
  const runs = points.flatMap((point) => point.runs);
  const others = runs.flatMap((run) => Object.keys(run.metrics["all"] ?? {}));
  const figures = [...new Set([...metrics.map(figurePath), ...others])];
  const headers = [
    ...axes.map(({ path }) => path),
    ...["policy", "seed", "replications", "digest", "events"],
    ...figures.flatMap((path) => [path, `${path}.low`, `${path}.high`]),
  ];
  const rows = points.flatMap(({ at, runs: here }) =>
    here.map((run): Cell[] => [
      ...at.map((value) => (typeof value === "boolean" ? String(value) : value)),
      ...[run.policy, seed, replications, run.digest, run.events],
      ...figures.flatMap((path) => cells(run, path)),
    ]),
  );
  return toCsv(headers, rows);
}

function cells(run: SweepRun, path: string): Cell[] {
  const { mean, low, high } = figureOf(run, path) ?? { mean: null, low: null, high: null };
  return [mean, low, high];
}
