/** `sim schema`: the public file formats, for editors. */
export async function schema(kind: "scenario" | "experiment"): Promise<void> {
  const json =
    kind === "scenario"
      ? (await import("../scenario/json-schema.ts")).scenarioJsonSchema()
      : (await import("../lab/sweep/experiment-file.ts")).experimentJsonSchema();
  process.stdout.write(`${JSON.stringify(json, null, 2)}\n`);
}
