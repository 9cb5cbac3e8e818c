/** The scenarios that come with schedlab are right, and each says what it teaches. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { BUILT_IN, makePolicy } from "../../src/policies/index.ts";
import { loadScenario } from "../../src/scenario/load.ts";
import { FAULTS } from "../../src/scenario/model.ts";
import { renderProblems } from "../../src/scenario/problems.ts";
import { anyPolicy } from "./sample.ts";

const folder = new URL("../../scenarios/", import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replaceAll("\\", "/"));

test("there are some", () => {
  expect(files).toEqual(expect.arrayContaining(["mm1.json", "mmc.json", "peak.json", "smoke.json"]));
});

test("there is one for every kind of fault, and it has that fault", () => {
  const kinds = Object.keys(FAULTS);
  expect(files.filter((file) => file.startsWith("faults/")).sort()).toEqual(
    kinds.map((kind) => `faults/${kind}.json`).sort(),
  );
  for (const kind of kinds) {
    const file = JSON.parse(readFileSync(new URL(`faults/${kind}.json`, folder), "utf8")) as {
      readonly faults: readonly { readonly kind: string }[];
    };
    expect(file.faults.map((fault) => fault.kind)).toContain(kind);
  }
});

describe.each(files)("%s", (file) => {
  const loaded = loadScenario(readFileSync(new URL(file, folder), "utf8"), { policies: anyPolicy });

  test("has no problems", () => {
    expect(loaded.ok ? "" : renderProblems(file, loaded.problems)).toBe("");
  });

  test("is named like its file and says in a sentence what it teaches", () => {
    if (!loaded.ok) return;
    expect(`${loaded.scenario.name}.json`).toBe(file.split("/").at(-1));
    expect(loaded.scenario.description).toMatch(/^[A-Z].{20,}\.$/);
  });

  test("names a policy that there is", () => {
    if (!loaded.ok) return;
    const { name, parameters } = loaded.scenario.policy;
    const definition = BUILT_IN.find((policy) => policy.name === name);
    expect(definition && makePolicy(definition, parameters).name).toBe(name);
  });
});
