/** `--charts` and `--parquet`: in which further forms a report is written. Checked before the run. */
import type { ReportForms } from "../report/write.ts";
import { EXIT_INPUT, Failure } from "./failure.ts";

export interface FormOptions {
  /** Comma-separated: svg, png. */
  readonly charts?: string;
  readonly parquet?: boolean;
}

/** Says so on stderr, and goes on without, when PNG cannot be drawn here. */
export async function reportForms({ charts, parquet = false }: FormOptions): Promise<ReportForms> {
  const kinds = [...new Set(charts?.split(",").map((kind) => kind.trim()) ?? [])];
  const wrong = kinds.filter((kind) => kind !== "svg" && kind !== "png");
  if (wrong.length > 0)
    throw new Failure(
      EXIT_INPUT,
      `--charts: found ${wrong.join(", ")}; expected svg, png or both, as in svg,png`,
    );
  let images = kinds as ("svg" | "png")[];
  if (images.includes("png")) {
    const { missingForPng } = await import("../report/chart-files.ts");
    const missing = await missingForPng();
    if (missing !== null) {
      process.stderr.write(
        `${missing}. Without them: ${images.includes("svg") ? "SVG only" : "no pictures"}.\n`,
      );
      images = images.filter((kind) => kind !== "png");
    }
  }
  return { charts: images, parquet };
}
