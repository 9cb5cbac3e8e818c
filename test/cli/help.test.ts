/** What `sim` tells about itself: help, version, policies, schema. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { PLACEMENTS } from "../../src/cluster/policy.ts";
import { BUILT_IN } from "../../src/policies/index.ts";
import { sim } from "../support/sim.ts";
import { shipped } from "./folder.ts";

function said(...args: string[]): string {
  const { status, stdout, stderr } = sim(args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

describe("sim --help", () => {
  const help = said("--help");

  test("names every command with what it does, in 80 columns", () => {
    for (const command of ["run", "policies", "schema"])
      expect(help).toMatch(new RegExp(`^  ${command}.* \\w+`, "m"));
    expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("of run names every shared flag", () => {
    const run = said("run", "--help");
    const flags = "policy seed replications set out json tasks timeline quiet";
    for (const flag of flags.split(" ")) expect(run).toContain(`--${flag}`);
  });
});

test("sim --version prints the version of the package and nothing else", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(said("--version")).toBe(`${version}\n`);
});

test("sim without a command shows the help on stderr, since that is no answer", () => {
  const { status, stdout, stderr } = sim([]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain("Usage: sim");
});

describe("sim policies", () => {
  test("names every policy, every parameter and every placement, in 80 columns", () => {
    const listed = said("policies");
    for (const { name, parameters } of BUILT_IN) {
      expect(listed).toMatch(new RegExp(`^  ${name}$`, "m"));
      for (const parameter of Object.keys(parameters)) expect(listed).toContain(`· ${parameter} = `);
    }
    for (const placement of PLACEMENTS) expect(listed).toMatch(new RegExp(`^  ${placement} `, "m"));
    expect(listed.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("--json is one document with names, summaries and parameters with their defaults", () => {
    const document = JSON.parse(said("policies", "--json")) as {
      policies: { name: string; summary: string; parameters: object }[];
      placements: Record<string, string>;
    };
    expect(document.policies.map((policy) => policy.name)).toEqual(BUILT_IN.map((policy) => policy.name));
    for (const { summary } of document.policies) expect(summary).toMatch(/^[A-Z].+\.$/);
    expect(document.policies.find((policy) => policy.name === "top-k")).toMatchObject({
      parameters: { boost: { default: 60 } },
    });
    expect(Object.keys(document.placements)).toEqual([...PLACEMENTS]);
  });
});

describe("sim schema", () => {
  const schema = JSON.parse(said("schema")) as Parameters<typeof z.fromJSONSchema>[0];
  // An independent reader of JSON Schema, as an editor has one.
  const reader = z.fromJSONSchema(schema);
  const smoke = () => JSON.parse(readFileSync(shipped("smoke"), "utf8"));

  const files = readdirSync("scenarios", { recursive: true, encoding: "utf8" });
  test.each(files.filter((file) => file.endsWith(".json")))("accepts %s", (file) => {
    const found = reader.safeParse(JSON.parse(readFileSync(`scenarios/${file}`, "utf8")));
    expect(found.error?.issues ?? []).toEqual([]);
  });

  test("refuses an unknown key, a wrong type and a missing field", () => {
    expect(reader.safeParse(smoke()).success).toBe(true);
    expect(reader.safeParse({ ...smoke(), tenantz: [] }).success).toBe(false);
    expect(reader.safeParse({ ...smoke(), seed: "one" }).success).toBe(false);
    expect(reader.safeParse({ ...smoke(), machines: undefined }).success).toBe(false);
  });
});
