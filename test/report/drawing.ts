/** Draws charts as the page does, and counts what was drawn. */
import { parse, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";
import { expect } from "vitest";
import type { ChartSpec } from "../../src/report/chart-style.ts";

/** Draws as the page does: with the interpreter, and no warning may come of it. */
export async function draw(spec: ChartSpec): Promise<string> {
  const complaints: string[] = [];
  const complain = (...words: unknown[]): typeof logger => {
    complaints.push(words.join(" "));
    return logger;
  };
  const quiet = (): typeof logger => logger;
  const logger = { level: () => logger, error: complain, warn: complain, info: quiet, debug: quiet } as never;
  const sized = { ...spec, width: 600 } as unknown as TopLevelSpec;
  const runtime = parse(compile(sized, { logger }).spec, undefined, { ast: true });
  const view = new View(runtime, { renderer: "none", expr: expressionInterpreter, logger } as never);
  const svg = await view.toSVG();
  expect(complaints).toEqual([]);
  expect(svg).not.toContain("NaN");
  expect(svg).not.toContain("Infinity");
  return svg;
}

export function marks(svg: string, kind: string): number {
  const group = new RegExp(`class="mark-${kind} role-mark[^"]*"[^>]*(?<!/)>(.*?)</g>`, "gs");
  return [...svg.matchAll(group)].reduce(
    (sum, match) => sum + (match[1]!.match(/<(path|line|text)/g) ?? []).length,
    0,
  );
}
