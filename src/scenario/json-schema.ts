/** The file format as JSON Schema, for `sim schema` and for completion in editors. */
import { z } from "zod";
import { scenarioFile } from "./schema.ts";

/** Draft 2020-12; the side that users write, before units are read and defaults filled in. */
export function scenarioJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(scenarioFile, { io: "input", target: "draft-2020-12" });
  return {
    $schema,
    $id: "urn:schedlab:scenario:1",
    title: "schedlab scenario",
    description: "Who submits which tasks when, on which machines they run, and what breaks",
    ...schema,
  };
}
