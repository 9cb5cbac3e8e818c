/** The charts of a report as files: SVG always, PNG where the optional package that draws it is installed. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { renderChartSvg } from "./chart-image.ts";
import type { ChartSection } from "./charts.ts";
import { type ImageKind, imageName } from "./page-charts.ts";

/** Writes them. `about`: where they come from, in a line under the title. */
export async function writeCharts(
  folder: { write(name: string, content: string | Uint8Array): void },
  sections: readonly ChartSection[],
  about: string,
  kinds: readonly ImageKind[],
): Promise<void> {
  const png = kinds.includes("png") ? await pngRenderer() : null;
  for (const section of sections)
    for (const chart of section.charts) {
      const svg = await renderChartSvg(chart, section, about);
      if (kinds.includes("svg")) folder.write(imageName(chart, "svg"), svg);
      if (png !== null) folder.write(imageName(chart, "png"), png(svg));
    }
}

/** null when pictures can be drawn, else why not and what to do. */
export async function missingForPng(): Promise<string | null> {
  return (await pngRenderer()) === null
    ? "PNG charts need the optional packages @resvg/resvg-js and dejavu-fonts-ttf: npm install @resvg/resvg-js dejavu-fonts-ttf"
    : null;
}

/** Twice as fine as a screen's pixels, which is what print and slides want. */
const SCALE = 2;

let renderer: Promise<((svg: string) => Uint8Array) | null> | null = null;

function pngRenderer(): Promise<((svg: string) => Uint8Array) | null> {
  renderer ??= loadRenderer();
  return renderer;
}

async function loadRenderer(): Promise<((svg: string) => Uint8Array) | null> {
  try {
    const { Resvg } = await import("@resvg/resvg-js");
    const { resolve } = createRequire(import.meta.url);
    // Without a font of our own all text would vanish, or look otherwise on each machine.
    const fontFiles = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((name) =>
      resolve(`dejavu-fonts-ttf/ttf/${name}`),
    );
    if (!fontFiles.every((file) => existsSync(file))) return null;
    const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: "DejaVu Sans" };
    return (svg) => new Resvg(svg, { font, fitTo: { mode: "zoom", value: SCALE } }).render().asPng();
  } catch (error) {
    if (error instanceof Error && "code" in error && MISSING.includes(String(error.code))) return null;
    throw error;
  }
}

const MISSING = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND", "ERR_DLOPEN_FAILED"];
