/**
 * Everything that can be wrong with a policy file. Node itself has to load the files, not the test runner, so one
 * child process tries them all with the built code.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { Folder } from "../cli/folder.ts";
import { queue } from "../support/queue.ts";

const folder = new Folder();

interface Tried {
  /** Why it cannot be loaded. */
  readonly refused?: string;
  /** How the run with it failed. */
  readonly failed?: { readonly code: string; readonly message: string };
}

/** Loads each file and, where that works, runs a few tasks with it. */
function tryAll(sources: readonly (readonly [file: string, source: string])[]): ReadonlyMap<string, Tried> {
  for (const [file, source] of sources) folder.write(file, source);
  const arrivals = { process: "fixed", every: "1s" };
  folder.write("scenario.json", queue({ servers: 1, arrivals, duration: "3s", tasks: 20, warmup: 0 }));
  const built = (module: string) => JSON.stringify(pathToFileURL(resolve("dist", module)).href);
  const script = `
    import { readFileSync } from "node:fs";
    import { PolicyCatalogue } from ${built("lab/policy-files.js")};
    import { runReplica } from ${built("lab/replica.js")};
    import { loadScenario } from ${built("scenario/load.js")};
    const catalogue = new PolicyCatalogue();
    const { scenario } = loadScenario(readFileSync("scenario.json", "utf8"), { policies: catalogue });
    const tried = [];
    for (const name of process.argv.slice(1)) {
      const [problem] = await catalogue.load(name);
      if (problem) { tried.push([name, { refused: problem.message }]); continue; }
      try {
        runReplica({ scenario, policy: catalogue.make({ name, parameters: {} }), seed: 1, replication: 0 });
        tried.push([name, {}]);
      } catch ({ code, message }) { tried.push([name, { failed: { code, message } }]); }
    }
    console.log(JSON.stringify(tried));`;
  const files = sources.map(([file]) => `./${file}`);
  const child = spawnSync(process.execPath, ["--input-type=module", "-e", script, ...files], {
    cwd: folder.path,
    encoding: "utf8",
  });
  expect(child.stderr).toBe("");
  return new Map(JSON.parse(child.stdout) as [string, Tried][]);
}

describe("a policy file is refused, with the reason,", () => {
  const mistakes = [
    ["for a syntax error", "syntax.js", "const a = 1;\n\nexport default { name: 'x' ", "(syntax.js:3)"],
    [
      "for a syntax error in TypeScript",
      "syntax.ts",
      "const a: number = ;\nexport default {}",
      "(syntax.ts:1)",
    ],
    ["for TypeScript that is more than types", "enum.ts", "enum A { B }\nexport default {}", "enum"],
    ["for an error while it loads", "load.js", "let a;\na.b.c = 1;\nexport default {}", "(load.js:2)"],
    ["for an import of nothing", "import.js", "import './nothing.js';\nexport default {}", "nothing.js"],
    [
      "for an import that schedlab does not have",
      "part.js",
      'import { nope } from "schedlab";',
      "named 'nope'",
    ],
    ["without a default export", "none.js", "export const policy = {};", "export a policy as its default"],
    [
      "with a function as its default",
      "function.js",
      "export default () => 1;",
      "export a policy as its default",
    ],
    ["without a name", "nameless.js", "export default { rank: () => 1 };", "needs a name"],
    [
      "with a hook that is no function",
      "hook.js",
      "export default { name: 'x', rank: 3 };",
      "its rank must be",
    ],
    ["with a mistyped hook", "typo.js", "export default { name: 'x', rnak: () => 1 };", "did you mean rank?"],
    ["with an unknown placement", "place.js", "export default { name: 'x', placement: 'best' };", "best-fit"],
    ["with a make that is none", "make.js", "export default { make: 3 };", "make must be a function"],
    [
      "with a make that makes nothing",
      "null.js",
      "export default { make: () => null };",
      "make must return a policy",
    ],
    [
      "with a parameter without a default",
      "default.js",
      "export default { parameters: { a: {} }, make: () => ({ name: 'x' }) };",
      "its parameter a needs a default",
    ],
  ] as const;
  const tried = tryAll([
    ...mistakes.map(([, file, source]) => [file, source] as const),
    ["right.js", "export default { name: 'x' };"],
  ]);

  test.each(mistakes)("%s", (_, file, _source, reason) => {
    expect(tried.get(`./${file}`)!.refused).toContain(reason);
  });

  test("and not where it is right", () => {
    expect(tried.get("./right.js")).toEqual({});
  });
});

describe("a run ends, with the question and the answer, when a policy", () => {
  const broken = [
    ["ranks with NaN", "rank: () => NaN", "rank is not a number"],
    ["forgets to return", "rank: () => {}", "rank must return a number, and returned undefined"],
    ["wants to wait", "rank: async () => 1", "rank must return a number, and returned a promise"],
    ["throws", "rank: () => { throw new Error('no') }", "rank failed: no (throws.js:3)"],
    ["throws what is no error", "rank: () => { throw 'no' }", "rank failed: no"],
    ["invents a lane", 'lane: () => "fast"', '"fast" is not a lane (urgent, periodic, delayable, off-peak)'],
    ["batches words", 'batch: () => "all"', 'batch must return a number, and returned "all"'],
    ["batches NaN", "batch: () => NaN", "batch is not a number"],
    ["serves with a number", "serves: () => 1", "serves must return a boolean, and returned 1"],
    ["is urgent at no time", "urgentAt: () => NaN", "urgentAt is not a number"],
    [
      "chooses a machine that is not there",
      "placement: () => 99",
      "placement chose machine 99, which has no room",
    ],
    ["chooses a machine below zero", "placement: () => -2", "placement chose machine -2, which has no room"],
    [
      "chooses half a machine",
      "placement: () => 0.5",
      "placement must return a machine's number or -1, and returned 0.5",
    ],
    [
      "chooses no number",
      "placement: () => undefined",
      "placement must return a machine's number or -1, and returned undefined",
    ],
    ["chooses a machine that is full", "placement: () => 0", "placement chose machine 0, which has no room"],
  ] as const;
  const fileOf = (what: string) => `${what.replaceAll(" ", "-")}.js`;
  const tried = tryAll([
    ...broken.map(
      ([what, hook]) => [fileOf(what), `export default {\n  name: "mine",\n  ${hook},\n};`] as const,
    ),
    [
      "keeps-its-promises.js",
      `export default { name: "mine", rank: () => Infinity, placement: (_, m) => (m.fits(0) ? 0 : -1) };`,
    ],
  ]);

  test.each(broken)("%s", (what, _, message) => {
    expect(tried.get(`./${fileOf(what)}`)!.failed).toEqual({
      code: "POLICY",
      message: `policy mine: ${message}`,
    });
  });

  test("and not when it keeps its promises", () => {
    expect(tried.get("./keeps-its-promises.js")).toEqual({});
  });
});
