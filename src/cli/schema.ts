/** `sim schema` */
import { scenarioJsonSchema } from "../scenario/json-schema.ts";

export function schema(): void {
  process.stdout.write(`${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`);
}
