/** What is not to be found in code, and what to do instead. */
import type { SourceFile } from "./source-files.ts";

export interface Rule {
  readonly name: string;
  readonly instead: string;
  /** Offending places in a file's code. */
  find(code: string): RegExpMatchArray[];
  /** Code that it must find, and code that it must not: a rule that finds nothing keeps nothing tidy. */
  readonly wrong: readonly string[];
  readonly right: readonly string[];
}

function rule(name: string, pattern: RegExp, instead: string, examples: Pick<Rule, "wrong" | "right">): Rule {
  const all = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`);
  return { name, instead, find: (code) => [...code.matchAll(all)], ...examples };
}

/** For rooms whose decisions must be the same in every world, on every machine, on every run. */
export const PURITY: readonly Rule[] = [
  rule(
    "the wall clock",
    /\bDate\b|(?<![.\w])performance\s*\./,
    "take the time from the input that carries `now`",
    {
      wrong: ["const t = Date.now();", "new Date()", "performance.now()"],
      right: ["const upDate = 1;", "const update = dated;"],
    },
  ),
  rule(
    "chance without a name",
    /\bMath\.random\b|\bcrypto\b/,
    "draw from a named stream of engine/random.ts",
    {
      wrong: ["Math.random()", "crypto.randomUUID()"],
      right: ["this.random.below(3)"],
    },
  ),
  rule(
    "a timer",
    /\b(?:setTimeout|setInterval|setImmediate|queueMicrotask)\b/,
    "ask the world through Effects.wakeAt and answer in wake()",
    { wrong: ["setTimeout(() => {}, 1)", "queueMicrotask(f)"], right: ["timers.schedule(at)"] },
  ),
  rule(
    "the process or the console",
    /(?<![.\w])process\s*[.[]|\b(?:console|globalThis|fetch)\b/,
    "hand it in as a value, or put it in the room of a world",
    {
      wrong: ["process.env.X", "console.log(1)", "globalThis.x = 1"],
      right: ["{ process: 1 }", "spec.process.length"],
    },
  ),
  rule("waiting", /\b(?:await|async|Promise)\b/, "return at once; answers come back as later inputs", {
    wrong: ["async function f() {}", "await x", "Promise.all([])"],
    right: ["awaited", "asynchronous"],
  }),
  rule(
    "a Math function that differs between engines",
    /\bMath\.(?:a?(?:sin|cos|tan)h?|atan2|log(?:2|10|1p)?|exp(?:m1)?|pow|cbrt|hypot)\b|\bMath\b(?!\s*\.)/,
    "use engine/portable-math.ts, which gives the same bits everywhere",
    {
      wrong: [
        "Math.log(x)",
        "Math.exp(x)",
        "Math.atan2(1, 2)",
        "Math.log1p(x)",
        "const { log } = Math;",
        "Math['pow'](2, x)",
      ],
      right: ["Math.floor(x)", "Math.sqrt(x)", "Math.max(1, 2)", "Math.imul(1, 2)", "Math.fround(x)"],
    },
  ),
  rule(
    "the power operator on other than whole literals",
    /(?<!(?:^|[^\w.)\]])-?\d+\s?)\*\*|\*\*(?!\s?-?\d+\b(?!\.\d))|\*\*=/m,
    "multiply, or use engine/portable-math.ts: engines differ in the last bit of powers",
    {
      wrong: ["x ** 2", "2 ** n", "2 ** 0.5", "x **= 2", "a[1] ** 2", "f(2) ** 2"],
      right: ["2 ** 24", "2 ** -54", "(2 ** 3)", "= 2 ** 53 - 1"],
    },
  ),
  rule(
    "for-in",
    /\bfor\s*\(\s*(?:const|let|var)\s+[^;()]*?\sin\s/,
    "use for-of over an array, a Map or Object.entries: their order is the order of insertion",
    {
      wrong: ["for (const key in object) {}"],
      right: ["for (const key of keys) {}", "for (let i = 0; i < n; i++) {}"],
    },
  ),
  rule(
    "the language of a machine",
    /\bIntl\b|\.(?:localeCompare|toLocale\w*)\b/,
    "compare with < and format by hand: locales differ between machines",
    { wrong: ["a.localeCompare(b)", "n.toLocaleString()"], right: ["a < b"] },
  ),
  rule(
    "garbage collection as a signal",
    /\b(?:WeakRef|FinalizationRegistry)\b/,
    "keep what is needed, drop what is not",
    {
      wrong: ["new WeakRef(x)"],
      right: ["new WeakMap()"],
    },
  ),
];

/** For all source code. */
export const EVERYWHERE: readonly Rule[] = [
  rule(
    "a branch on which world it is",
    /\bif\s*\(\s*!?\s*(?:[\w#]+\??\.)*(?:is)?(?:simulat(?:ed|ing|ion)|live|virtual)\b\s*(?:\(\s*\)\s*)?\)/i,
    "let the two worlds differ behind Effects, so that they run the same code",
    {
      wrong: ["if (simulated) {", "if (!this.isSimulated()) {", "if (world.live) x"],
      right: ["if (alive) {", "if (lives) {", "if (simulatedTasks > 3) {"],
    },
  ),
];

/** For tests. */
export const TESTS: readonly Rule[] = [
  rule(
    "a test that runs alone or never",
    /\b(?:describe|test|it)(?:\.\w+)*\.(?:only|skip|todo)\b/,
    "remove it; a test that depends on the machine says so with skipIf",
    {
      wrong: ["test.only(", "describe.skip(", "test.concurrent.only(", "it.todo("],
      right: ["test.skipIf(x)(", "test.each([])("],
    },
  ),
];

/** A line a place: where it is and what to do. */
export function violations(files: readonly SourceFile[], rules: readonly Rule[]): string[] {
  return files.flatMap(({ path, code }) =>
    rules.flatMap(({ name, instead, find }) =>
      find(code).map((match) => {
        const line = code.slice(0, match.index).split("\n").length;
        return `${path}:${line} has ${name} (${match[0].trim()}). Instead: ${instead}.`;
      }),
    ),
  );
}
