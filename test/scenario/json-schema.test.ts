/** The JSON Schema that editors complete from. */
import { describe, expect, test } from "vitest";
import { scenarioJsonSchema } from "../../src/scenario/json-schema.ts";
import { FAULTS, type FaultTraits } from "../../src/scenario/model.ts";
import type { Json } from "./sample.ts";

const schema = scenarioJsonSchema() as Json & { properties: Json; $defs: Record<string, Json> };

test("it is draft 2020-12, and says what it is", () => {
  expect(schema).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:schedlab:scenario:1",
    title: "schedlab scenario",
    required: ["name", "stop", "tenants", "machines"],
  });
});

test("it is plain JSON", () => {
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
});

test("amounts are text with a pattern, or a number", () => {
  const [text, number] = schema.$defs.Duration!.anyOf as [Json, Json];
  expect(number.type).toBe("number");
  const pattern = new RegExp(text.pattern as string, "u");
  for (const written of ["250ms", "1.5h", ".5s"]) expect(written).toMatch(pattern);
  for (const written of ["5", "5x", "-5s"]) expect(written).not.toMatch(pattern);
});

test("a duration that may go backwards has its sign in the pattern", () => {
  const [text, number] = schema.$defs.SignedDuration!.anyOf as [Json, Json];
  expect("-5s").toMatch(new RegExp(text.pattern as string, "u"));
  expect(number.minimum).toBeLessThan(0);
});

test("every kind of fault is offered, with the kinds that take a number named beside it", () => {
  const { kind, factor, chance, by } = schema.$defs.Fault!.properties as Record<string, Json>;
  expect(kind!.enum).toEqual(Object.keys(FAULTS));
  for (const [name, { number }] of Object.entries<FaultTraits>(FAULTS)) {
    const named = Object.entries({ factor, chance, by }).filter(([, field]) =>
      new RegExp(` ${name}(,|$)`).test(String(field!.description)),
    );
    expect([name, named.map(([key]) => key)]).toEqual([name, number === undefined ? [] : [number]]);
  }
});

test("defaults are those that a person would write", () => {
  for (const written of ["80%", "25%", "10s", "1d", "1m"])
    expect(JSON.stringify(schema.properties.control)).toContain(`"default":"${written}"`);
  expect(schema.properties.isolation).toMatchObject({ default: true });
  expect(schema.properties.policy).toMatchObject({ default: "fifo" });
});

describe("in every object", () => {
  const objects = [...objectsIn(schema, "#")];

  test("there are as many as the format has", () => {
    expect(objects.length).toBeGreaterThan(50);
  });

  test("unknown keys are refused, except for a policy's parameters", () => {
    const open = objects.filter(([, object]) => object.additionalProperties !== false).map(([path]) => path);
    expect(open).toEqual(["#/properties/policy/anyOf/1"]);
  });

  test("every field of the top level, workloads, tenants, faults and the control plane is described", () => {
    const { control } = schema.properties as { control: { properties: Record<string, Json> } };
    const parts = Object.values(control.properties).map(({ properties }) => properties as Json);
    const { autoscale } = control.properties.monitor!.properties as Record<string, Json>;
    const { checkpoint, overuse } = schema.$defs.Workload!.properties as Record<string, Json>;
    const defined = ["Workload", "Tenant", "Fault"].map((id) => schema.$defs[id]!);
    const inside = [...defined, control, autoscale!, checkpoint!, overuse!].map(
      ({ properties }) => properties,
    );
    for (const fields of [schema.properties, ...parts, ...(inside as Json[])]) {
      for (const [key, field] of Object.entries(fields)) {
        const { description, $ref } = field as Json;
        const target = typeof $ref === "string" ? schema.$defs[$ref.split("/").at(-1)!] : undefined;
        expect([key, typeof (description ?? target?.description)]).toEqual([key, "string"]);
      }
    }
  });
});

function* objectsIn(value: unknown, path: string): Generator<[string, Json]> {
  if (typeof value !== "object" || value === null) return;
  if ("properties" in value) yield [path, value as Json];
  for (const [key, child] of Object.entries(value)) yield* objectsIn(child, `${path}/${key}`);
}
