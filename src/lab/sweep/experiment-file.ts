/**
 * The experiment file: a scenario, the fields to vary, the policies, how often. It is public, like the scenario file:
 * `sim schema experiment` prints it for editors, and every sweep leaves one behind that makes the same sweep again.
 */
import { z } from "zod";
import { removeHiddenKeys } from "../../scenario/hidden-keys.ts";
import { parseShape } from "../../scenario/issues.ts";
import type { Problem } from "../../scenario/problems.ts";

const AXIS = 'expected a list of values, or a range such as "100..400:50"';
const SCENARIO = "expected the path of a scenario file, or a scenario { … }";
const POLICY = 'expected the name of a policy, or an object such as { "name": "top-k", "k": 10 }';

const experimentFile = z
  .strictObject({
    $schema: z.string().optional().describe("Address of this schema, for editors"),
    name: z.string().min(1, "needs a letter at least").optional().describe("Name of the report's folder"),
    description: z.string().optional().describe("What it asks, in a sentence"),
    scenario: z
      .union([z.string(), z.record(z.string(), z.json())], { error: SCENARIO })
      .describe("Path of a scenario file, seen from this one, or the scenario itself"),
    set: z
      .record(z.string(), z.json())
      .prefault({})
      .describe("Fields of the scenario to change throughout, by path, such as stop.tasks"),
    axes: z
      .record(
        z.string(),
        z.union([z.array(z.json()).min(1, "needs a value at least"), z.string()], { error: AXIS }),
      )
      .prefault({})
      .describe('Fields to vary, by path: a list of values, or a range such as "100..400:50" or "1s..10s"'),
    policies: z
      .array(z.union([z.string(), z.looseObject({ name: z.string() })], { error: POLICY }))
      .min(1, "needs a policy at least; leave it out for that of the scenario")
      .optional()
      .describe("Policies by name or file; that of the scenario where absent"),
    replications: z.int().min(1).optional().describe("How often to repeat each with other chance"),
    seed: z.int().min(0).optional().describe("Seed of all chance, in place of the scenario's"),
    sample: z
      .int()
      .min(1)
      .optional()
      .describe("So many points of a Latin hypercube in place of the whole grid"),
    metrics: z
      .array(z.string())
      .min(1, "needs a figure at least; leave it out for the usual ones")
      .optional()
      .describe("Figures that the table shows, such as wait.p99:class:urgent"),
  })
  .describe("A sweep: which fields of which scenario to vary, under which policies, how often");

export type ExperimentFile = z.output<typeof experimentFile>;

/** A scenario has neither of these keys, an experiment at least one of them. */
export function isExperiment(json: unknown): boolean {
  return typeof json === "object" && json !== null && ("scenario" in json || "axes" in json);
}

export function parseExperiment(
  json: unknown,
):
  | { readonly ok: true; readonly file: ExperimentFile }
  | { readonly ok: false; readonly problems: Problem[] } {
  const hidden = removeHiddenKeys(json);
  const shape = parseShape(experimentFile, json);
  const problems = [...hidden, ...(shape.ok ? [] : shape.problems)];
  return shape.ok && problems.length === 0 ? { ok: true, file: shape.value } : { ok: false, problems };
}

/** Draft 2020-12; the side that users write. */
export function experimentJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(experimentFile, { io: "input", target: "draft-2020-12" });
  return { $schema, $id: "urn:schedlab:experiment:1", title: "schedlab experiment", ...schema };
}
