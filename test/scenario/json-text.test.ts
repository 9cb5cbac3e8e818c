/** Where and why a text is not JSON. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findError, readJson } from "../../src/scenario/json-text.ts";
import { loadScenario } from "../../src/scenario/load.ts";
import { anyPolicy } from "./sample.ts";

test("a text that is not JSON is one problem with line, column and the line itself", () => {
  const text = '{\n  "name": "x",\n  "stop": { "tasks": 3, }\n}';
  expect(loadScenario(text, { policies: anyPolicy })).toEqual({
    ok: false,
    problems: [
      {
        path: "",
        found: '"stop": { "tasks": 3, }',
        message: "not JSON: line 3, column 25: a comma before } has nothing after it",
      },
    ],
  });
});

test.each([
  ["", "the file is empty"],
  ["  \n", "the file is empty"],
  ['{"a": 1', "expected a comma or }"],
  ['{"a": ', "the file ends too early"],
  ['{"a" 1}', "expected a colon after the key"],
  ['{"a": }', "expected a value after the colon"],
  ["{a: 1}", "expected a key in double quotes"],
  ["{'a': 1}", "expected a key in double quotes"],
  ['{"a": 1,}', "a comma before } has nothing after it"],
  ["[1, 2,]", "a comma before ] has nothing after it"],
  ["[1 2]", "expected a comma or ]"],
  ['{"a": "b}', "this text has no closing quote"],
  ['{"a": "b\\x"}', "this text has a backslash or a control character that JSON does not allow"],
  ['{"a": 1} x', "something follows the end of the document"],
  ["// a comment\n{}", "JSON has no comments; use the description"],
  ["[01]", "expected a value: text in double quotes, a number, true, false, null, { or ["],
  ["[NaN]", "expected a value: text in double quotes, a number, true, false, null, { or ["],
])("%j: %s", (text, reason) => {
  expect(findError(text)?.reason).toBe(reason);
});

test("a text nested too deeply for the stack is refused like any other", () => {
  expect(findError("[".repeat(100_000))?.reason).toBe("nested too deeply");
});

test("a byte order mark is no mistake", () => {
  expect(readJson("\uFEFF{}")).toEqual({ ok: true, value: {} });
});

describe("the scanner agrees with the built-in parser", () => {
  test("on every JSON text", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(findError(text)).toBeNull();
      }),
    );
  });

  test("on texts with a character too many, too few or wrong", () => {
    const character = fc.constantFrom(...'{}[]",:\\ 0129.eE+-tn\n\tx');
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.nat(), fc.nat(2), character, (json, at, cut, put) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + put + json.slice(place + cut);
        expect(findError(text) === null).toBe(parses(text));
      }),
      { numRuns: 2000 },
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
