/**
 * `run.json` in a report: all that it takes to run it again, so that a report can be asked questions later. The
 * scenario stands in it as it was given, since the file it came from may have changed since.
 */
import { isAbsolute, relative, resolve } from "node:path";
import { z } from "zod";
import { type ChosenPolicy, isPolicyFile } from "./policy-files.ts";

const runFile = z.object({
  version: z.literal(1),
  tool: z.string(),
  scenario: z.string(),
  set: z.array(z.string()),
  seed: z.number().int().min(0),
  replications: z.number().int().min(1),
  policies: z
    .array(
      z.object({
        name: z.string(),
        parameters: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
        /** Of a policy file: the folder from which its path is given, seen from the report. */
        folder: z.string().optional(),
      }),
    )
    .min(1),
});

/** Policies as they can be chosen again. */
export interface RecordedRun {
  readonly tool: string;
  readonly scenario: string;
  readonly set: readonly string[];
  readonly seed: number;
  readonly replications: number;
  readonly policies: readonly ChosenPolicy[];
}

/** `report`: the folder that the file goes to. */
export function renderRunFile(run: RecordedRun, report: string): string {
  const policies = run.policies.map(({ name, parameters, folder = "." }) => ({
    name,
    parameters,
    // A path within the report's surroundings, so that they can move together.
    ...(isPolicyFile(name) && { folder: relative(resolve(report), resolve(folder)) }),
  }));
  return `${JSON.stringify({ version: 1, ...run, policies }, null, 2)}\n`;
}

/** Null when the text is not what renderRunFile writes. */
export function parseRunFile(text: string, report: string): RecordedRun | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = runFile.safeParse(json);
  if (!parsed.success) return null;
  const { policies, ...run } = parsed.data;
  return {
    ...run,
    policies: policies.map(({ name, parameters, folder }) => ({
      name,
      parameters: parameters as ChosenPolicy["parameters"],
      ...(folder !== undefined && { folder: isAbsolute(folder) ? folder : resolve(report, folder) }),
    })),
  };
}
