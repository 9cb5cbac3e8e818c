/** Writes the benchmark's report: a page, a chart a file, and all figures as JSON. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { isReached, type Outcome } from "../harness/outcome.ts";
import { PROJECT } from "../harness/programs.ts";
import { drawChart } from "./charts.ts";
import { type Circumstances, renderPage } from "./page.ts";

export async function writeReport(
  folder: string,
  outcomes: readonly Outcome[],
  options: { readonly rounds: number; readonly smoke: boolean },
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const circumstances: Circumstances = {
    at: `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}`,
    node: process.version,
    version: (JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")) as { version: string }).version,
    load: loadavg()
      .map((load) => load.toFixed(1))
      .join(", "),
    ...options,
  };
  const drawn = new Map<string, string>();
  for (const chart of outcomes.flatMap(({ charts }) => charts)) {
    const svg = await drawChart(chart);
    drawn.set(chart.name, svg);
    writeFileSync(join(folder, `${chart.name}.svg`), svg);
  }
  writeFileSync(join(folder, "index.html"), renderPage(outcomes, drawn, circumstances));
  const rows = outcomes.map((outcome) => ({
    ...outcome,
    floors: outcome.floors.map((floor) => ({ ...floor, reached: isReached(floor) })),
  }));
  writeFileSync(
    join(folder, "bench.json"),
    `${JSON.stringify({ version: 1, circumstances, rows }, null, 2)}\n`,
  );
}
