/** Rules of the house that no compiler knows. Each failure says what to do instead. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import {
  cycles,
  MAY_IMPORT,
  nodeImports,
  PURE,
  roomOf,
  valuesFromTypesOnly,
  wrongWay,
} from "./tidy/imports.ts";
import { EVERYWHERE, PURITY, TESTS, violations } from "./tidy/rules.ts";
import { filesIn, sourceFile, sourceFiles } from "./tidy/source-files.ts";

const src = sourceFiles("src");
const tests = sourceFiles("test");
const all = [...src, ...tests, ...sourceFiles("bench")];
const pure = src.filter(({ path }) => PURE.includes(roomOf(path)));
const documents = [...readdirSync(".").filter((name) => name.endsWith(".md")), ...filesIn(["docs"], [".md"])];

test("there is something to look at", () => {
  expect(src.length).toBeGreaterThan(100);
  expect(pure.length).toBeGreaterThan(40);
  expect(tests.length).toBeGreaterThan(30);
});

describe("the pure rooms", () => {
  test.each(PURITY)("are free of $name", (rule) => {
    expect(violations(pure, [rule])).toEqual([]);
  });

  test("import nothing of Node", () => {
    expect(nodeImports(pure)).toEqual([]);
  });
});

describe("imports", () => {
  test("go from a room to those below it, as in ARCHITECTURE.md", () => {
    expect(wrongWay(src)).toEqual([]);
  });

  test("of the report from the lab are types of the result, and nothing that runs", () => {
    expect(valuesFromTypesOnly(src, "report", "lab/result.ts")).toEqual([]);
  });

  test("make no circle", () => {
    const advice = "Move what they share into a file of its own:";
    expect(cycles(src).map((circle) => `${advice} ${circle.join(" → ")}`)).toEqual([]);
  });

  test("name files that exist, with their ending", () => {
    const missing = src.flatMap(({ path, imports }) =>
      imports.flatMap(({ file }) =>
        file === null || existsSync(file) ? [] : [`${path} imports ${file}, which is not there.`],
      ),
    );
    expect(missing).toEqual([]);
  });

  test("are drawn in ARCHITECTURE.md for every room that there is", () => {
    const map = readFileSync("ARCHITECTURE.md", "utf8");
    const rooms = new Set(src.map(({ path }) => roomOf(path)).filter((room) => !room.endsWith(".ts")));
    expect([...rooms].filter((room) => !map.includes(`| \`src/${room}/\` |`))).toEqual([]);
  });
});

describe("every file", () => {
  /** A file that passes 400 lines is two ideas. These are known; they may shrink and not grow. */
  const LONGER: Readonly<Record<string, number>> = {
    "src/cluster/scheduler.ts": 540,
    "test/cluster/scheduler.test.ts": 440,
  };

  test("stays under 400 lines", () => {
    const long = all.flatMap(({ path, text }) => {
      const lines = text.split("\n").length - 1;
      const limit = LONGER[path] ?? 400;
      return lines <= limit
        ? []
        : [`${path} has ${lines} lines, at most ${limit}: it is two ideas. Give one a file of its own.`];
    });
    expect(long).toEqual([]);
  });

  test("is named in kebab-case, for its idea", () => {
    const named = filesIn(["src", "test", "bench", "scenarios"], [".ts", ".json"]).filter(
      (path) => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.test)?\.(?:ts|json)$/.test(basename(path)),
    );
    const vague = all.filter(({ path }) => /^(?:utils?|helpers?|misc|common|stuff)\b/.test(basename(path)));
    expect([...named, ...vague.map(({ path }) => path)]).toEqual([]);
  });

  test("of the source opens with what it is", () => {
    const silent = src.filter(({ text }) => !/^(?:#!.*\n)?\/\*\*/.test(text)).map(({ path }) => path);
    expect(silent, "Begin with a sentence or two in /** */: what it is, why it is so.").toEqual([]);
  });

  test("has no note to do something later", () => {
    // Written in two parts, so that this file is not found.
    const note = new RegExp(`\\b(?:${["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"].join("|")})\\b`);
    const left = all.filter(({ text }) => note.test(text)).map(({ path }) => path);
    expect(left, "Do it now, or say in the issue tracker what is missing.").toEqual([]);
  });

  test("has no branch on which world it runs in", () => {
    expect(violations(src, EVERYWHERE)).toEqual([]);
  });

  test("of the tests runs, and not alone", () => {
    expect(violations(tests, TESTS)).toEqual([]);
  });

  test("works on every machine: no path of one person's computer", () => {
    const HOMES = ["home", "Users", "root", "work", "mnt", "opt"].join("|");
    const personal = new RegExp(`(?<![\\w.~}])/(?:${HOMES})/[\\w.-]+|[A-Z]:\\\\\\\\?Users`);
    const texts = [...filesIn(["src", "test", "bench", "scenarios"], [".ts", ".json"]), ...documents];
    const found = texts.flatMap((path) => {
      const match = personal.exec(readFileSync(path, "utf8"));
      return match === null
        ? []
        : [`${path} names ${match[0]}. Instead: a path relative to the project or a temporary folder.`];
    });
    expect(found).toEqual([]);
  });
});

describe("documents", () => {
  test("name files that exist in their commands and links", () => {
    const missing = documents.flatMap((path) => {
      const text = readFileSync(path, "utf8");
      const commands = [...text.matchAll(/\bsim (?:run|live|compare|sweep|plan) (\S+\.json)/g)];
      const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)];
      const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
      return [
        ...commands.map(([, file]) => file!).filter((file) => !existsSync(file)),
        ...links.map(([, file]) => folder + file!).filter((file) => !existsSync(file)),
      ].map((file) => `${path} names ${file}, which is not there.`);
    });
    expect(documents).toContain("README.md");
    expect(missing).toEqual([]);
  });
});

describe("the rules themselves", () => {
  const rules = [...PURITY, ...EVERYWHERE, ...TESTS];

  test.each(rules)("find $name where it is, and nothing where it is not", ({ find, wrong, right }) => {
    for (const code of wrong) expect([code, find(code).length > 0]).toEqual([code, true]);
    for (const code of right) expect([code, find(code).map(String)]).toEqual([code, []]);
  });

  test("look at code, not at what is written about it", () => {
    const { code } = sourceFile(
      "src/engine/x.ts",
      [
        "/** Not Date, see Math.random. */",
        'const a = "await"; // Promise',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code in a string
        "const b = `process.env ${Date.now()} ${`${Intl}`} async`;",
        "const c = x![0]! / y; const d = /Date\\/[/]async/; const e = 'it\\'s Date';",
        "const f = Math.log(2);",
      ].join("\n"),
    );
    expect(
      violations([{ path: "x", text: "", code, imports: [] }], PURITY).map((line) => line.split(" ")[0]),
    ).toEqual(["x:3", "x:5", "x:3"]);
    expect(code.split("\n")).toHaveLength(5);
    expect(code).toContain("const c = x![0]! / y; const d =");
  });

  test("see imports of every form", () => {
    const { imports } = sourceFile(
      "src/lab/x.ts",
      [
        'import { a } from "../engine/a.ts";',
        'import type { B } from "./b.ts";',
        "import {\n  type C,\n  type D,\n} from './c.ts';",
        'export { e, type E } from "../sim/e.ts";',
        'import "node:fs";',
        'const f = await import("./f.ts");',
        '// import { no } from "./no.ts";',
      ].join("\n"),
    );
    expect(
      imports.map(({ file, specifier, typeOnly }) => `${file ?? specifier}${typeOnly ? " types" : ""}`),
    ).toEqual([
      "src/engine/a.ts",
      "src/lab/b.ts types",
      "src/lab/c.ts types",
      "src/sim/e.ts",
      "node:fs",
      "src/lab/f.ts",
    ]);
  });

  test("find imports that go up, values where types are due, and circles", () => {
    const file = (path: string, ...specifiers: string[]) =>
      sourceFile(path, specifiers.map((specifier) => `import { x } from "${specifier}";`).join("\n"));
    expect(wrongWay([file("src/engine/a.ts", "../cluster/b.ts")])).toHaveLength(1);
    expect(wrongWay([file("src/policies/a.ts", "../cluster/fleet.ts", "../cluster/policy.ts")])).toHaveLength(
      1,
    );
    expect(wrongWay([file("src/report/a.ts", "../lab/combine.ts")])).toHaveLength(1);
    expect(wrongWay([file("src/cellar/a.ts")])).toHaveLength(1);
    expect(wrongWay([file("src/sim/a.ts", "../cluster/b.ts", "./c.ts", "zod")])).toEqual([]);
    expect(
      valuesFromTypesOnly([file("src/report/a.ts", "../lab/result.ts")], "report", "lab/result.ts"),
    ).toHaveLength(1);
    expect(nodeImports([file("src/engine/a.ts", "node:fs")])).toHaveLength(1);
    const circle = [
      file("src/sim/a.ts", "./b.ts"),
      file("src/sim/b.ts", "./c.ts"),
      file("src/sim/c.ts", "./b.ts"),
    ];
    expect(cycles(circle)).toEqual([["src/sim/b.ts", "src/sim/c.ts", "src/sim/b.ts"]]);
    expect(cycles(circle.slice(0, 2))).toEqual([]);
    expect(Object.keys(MAY_IMPORT)).toEqual(expect.arrayContaining(PURE));
  });
});
