/** What the fuzzer has found, or a look for more of its kind, made small: each of these broke an invariant once. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkedRun, readScenario } from "../../src/lab/fuzz/checked-run.ts";
import type { Json } from "../../src/lab/fuzz/dice.ts";
import type { Scenario } from "../../src/scenario/model.ts";

const FOLDER = new URL("./found/", import.meta.url);

test.each(readdirSync(FOLDER))("%s breaks nothing any more", (name) => {
  const json = JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as Json;
  const scenario = readScenario(json);
  expect(scenario).toBeTypeOf("object");
  expect(checkedRun(scenario as Scenario).failed).toBeNull();
});
