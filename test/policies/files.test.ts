/** A policy of the user's own: one file, JavaScript or TypeScript, given by its path. */
import { beforeAll, describe, expect, test } from "vitest";
import type { ResultDocument, RunResult } from "../../src/lab/result.ts";
import { Folder, shipped, taskLines } from "../cli/folder.ts";

const folder = new Folder();

/** Last in, first out, as the two languages say it. */
folder.write(
  "newest.js",
  `import { definePolicy, SECOND } from "schedlab";
   export default definePolicy({ name: "newest", rank: (task) => -task.submittedAt / SECOND });`,
);
folder.write(
  "newest.ts",
  `import { definePolicy, SECOND, type TaskView } from "schedlab";
   import { age } from "./parts/age.ts";
   interface Scale { readonly by: number }
   const scale = { by: 1 / SECOND } satisfies Scale;
   export default definePolicy({
     name: "newest",
     rank: (task: TaskView): number => -age(task) * (scale as Scale).by,
   });`,
);
folder.write(
  "parts/age.ts",
  `import type { Tick, TaskView } from "schedlab";
   export const age = (task: TaskView): Tick => task.submittedAt;`,
);
folder.write("crowded.json", {
  name: "crowded",
  stop: { tasks: 20_000 },
  tenants: [
    {
      name: "t",
      workloads: [
        {
          class: "job",
          arrivals: { process: "poisson", rate: "95/s" },
          duration: { dist: "exponential", mean: "100ms" },
        },
      ],
    },
  ],
  machines: [{ name: "m", count: 10, cpu: 1 }],
});

function runs(...args: string[]): readonly RunResult[] {
  const { status, stdout, stderr } = folder.sim("run", ...args, "--json");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return (JSON.parse(stdout) as ResultDocument).runs;
}

function failure(status: number, ...args: string[]): string {
  const before = folder.listing();
  const run = folder.sim("run", ...args);
  expect({ status: run.status, stdout: run.stdout }, run.stderr).toEqual({ status, stdout: "" });
  expect(run.stderr).not.toMatch(/^ {4}at |node:internal|\[object/m);
  expect(folder.listing()).toEqual(before);
  return run.stderr;
}

/** Long enough for threads to pay, as the policy that breaks only on a thread shows below. */
const REPLICATED = ["--replications", "4"];
let onOneThread: RunResult;
beforeAll(() => {
  onOneThread = runs("crowded.json", "--policy", "./newest.ts", ...REPLICATED, "--threads", "1")[0]!;
});

describe("a policy file", () => {
  test("in JavaScript and in TypeScript with types and imports decides, and both decide alike", () => {
    const [fifo, javascript, typescript] = runs(
      "crowded.json",
      "--set",
      "stop.tasks=5000",
      "--policy",
      "fifo,./newest.js,newest.ts",
    );
    expect(javascript!.policy).toBe("./newest.js");
    expect(typescript!.policy).toBe("newest.ts");
    expect(typescript!.digest).toBe(javascript!.digest);
    expect(javascript!.digest).not.toBe(fifo!.digest);
    expect(javascript!.drawn).toBe(fifo!.drawn);
    // Last come, first served: most wait less than in a fair line, the unlucky very long.
    const wait = (run: RunResult, part: string) => run.metrics.all![`wait.${part}`]!.mean;
    expect(wait(javascript!, "p50")).toBeLessThan(wait(fifo!, "p50"));
    expect(wait(javascript!, "max")).toBeGreaterThan(wait(fifo!, "max"));
  });

  test("decides the same in replications on several threads as on one", () => {
    const [several] = runs("crowded.json", "--policy", "./newest.ts", ...REPLICATED, "--threads", "3");
    expect(several).toEqual(onOneThread);
  });

  test("with parameters takes them from the scenario, and its defaults elsewhere", () => {
    folder.write(
      "boosted.js",
      `export default {
         parameters: { sign: { default: -1, meaning: "1 for oldest first, -1 for newest first" } },
         make: ({ sign }) => ({ name: "boosted", rank: (task) => sign * task.submittedAt }),
       };`,
    );
    const [newest, byDefault] = runs(
      "crowded.json",
      "--set",
      "stop.tasks=2000",
      "--policy",
      "./newest.js,./boosted.js",
    );
    expect(byDefault!.digest).toBe(newest!.digest);
    const [oldest] = runs(
      "crowded.json",
      "--set",
      "stop.tasks=2000",
      "--set",
      'policy={"name":"./boosted.js","sign":1}',
    );
    expect(oldest!.digest).not.toBe(newest!.digest);
    const wrong = failure(2, "crowded.json", "--set", 'policy={"name":"./boosted.js","sing":1}');
    expect(wrong).toContain("policy.sing: found 1");
    expect(wrong).toMatch(/Did you mean "?sign"?\?/);
  });

  test("may be an object of a class, whose methods know it", () => {
    folder.write(
      "stateless.js",
      `class Newest { name = "newest"; #sign = -1; rank(task) { return this.#sign * task.submittedAt; } }
       export default new Newest();`,
    );
    const [one, other] = runs(
      "crowded.json",
      "--set",
      "stop.tasks=2000",
      "--policy",
      "./stateless.js,./newest.js",
    );
    expect(one!.digest).toBe(other!.digest);
  });
});

describe("a relative path", () => {
  folder.write("study/scenario.json", {
    ...folder.json<object>("crowded.json"),
    stop: { tasks: 500 },
    policy: "./mine.js",
  });
  folder.write("study/mine.js", `export default { name: "study", rank: (task) => -task.submittedAt };`);
  folder.write("mine.js", `export default { name: "here", rank: (task) => task.submittedAt };`);

  test("in a scenario starts at the scenario, in --policy at the current folder", () => {
    const [own] = runs("study/scenario.json");
    const [here, study] = runs("study/scenario.json", "--policy", "./mine.js,study/mine.js");
    expect(own!.policy).toBe("./mine.js");
    expect(study!.digest).toBe(own!.digest);
    expect(here!.digest).not.toBe(own!.digest);
  });

  test("in a scenario works on several threads and from other folders", () => {
    const flags = ["--set", "stop.tasks=20000", ...REPLICATED, "--threads", "2"];
    const [several] = runs(folder.at("study/scenario.json"), ...flags);
    expect(several!.policy).toBe("./mine.js");
    expect(several!.digest).toBe(onOneThread.digest);
  });

  test("to nothing is named in the scenario and on the command line", () => {
    folder.write("study/lost.json", { ...folder.json<object>("crowded.json"), policy: "./lost.ts" });
    expect(failure(2, "study/lost.json")).toMatch(/\n {2}policy: found ".\/lost.ts"\n.*no such file/i);
    expect(failure(2, "crowded.json", "--policy", "./lost.ts")).toMatch(
      /\n {2}--policy: found ".\/lost.ts"\n.*no such file/i,
    );
  });
});

describe("a policy file that cannot be used", () => {
  test.each([
    [
      "a syntax error in JavaScript",
      "syntax.js",
      "const a = 1;\n\nexport default { name: 'x' ",
      "syntax.js:3",
    ],
    ["a syntax error in TypeScript", "syntax.ts", "const a: number = ;\nexport default {}", "syntax.ts:1"],
    ["nonsense as its default", "number.js", "export default 42;", "export a policy as its default"],
  ])("because of %s is refused before the run", (_, file, source, fragment) => {
    folder.write(file, source);
    const message = failure(2, "crowded.json", "--policy", `./${file}`);
    expect(message).toContain(`--policy: found "./${file}"`);
    expect(message).toContain(fragment);
  });
});

describe("a policy that breaks its promise", () => {
  test.each([
    ["rank: () => NaN", "rank is not a number"],
    [
      "rank: (task) => task.owner.name",
      "rank failed: Cannot read properties of undefined (reading 'name') (broken.js:3)",
    ],
    ["placement: () => 99", "placement chose machine 99, which has no room"],
  ])("with %s ends the run with a clear word and no output", (source, message) => {
    folder.write("broken.js", `export default {\n  name: "mine",\n  ${source},\n};`);
    const outputs = ["--out", "report", "--tasks", "rows.csv"];
    expect(failure(1, "crowded.json", "--policy", "./broken.js", ...outputs)).toBe(
      `policy mine: ${message}\n`,
    );
  });

  test("on a thread ends the run too, even while the first thread is busy", () => {
    folder.write(
      "threads.js",
      `import { isMainThread } from "node:worker_threads";
       export default { name: "mine", rank: () => (isMainThread ? 0 : NaN) };`,
    );
    // The watched replications of the other policies keep the first thread busy for longer than a thread takes to fail.
    const flags = ["--set", "stop.tasks=60000", ...REPLICATED, "--threads", "2", "--tasks", "rows.csv"];
    const policies = "./threads.js,fifo,top-k,delay-tolerance";
    const said = failure(1, "crowded.json", "--policy", policies, ...flags);
    expect(said).toBe("policy mine: rank is not a number\n");
  });

  test("and lets nothing start is told apart from a run that went well", () => {
    folder.write("never.js", `export default { name: "never", serves: () => false };`);
    const { status, stderr } = folder.sim(
      "run",
      shipped("smoke"),
      "--policy",
      "./never.js",
      "--quiet",
      "--out",
      "never",
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/accepted tasks never ended: .* or the policy never let them start/);
  });
});

describe("a placement of the user's own", () => {
  test("is asked, sees the machines, and its choice is where the task runs", () => {
    folder.write(
      "highest.ts",
      `import { definePolicy, type MachinesView } from "schedlab";
       /** The last machine with room; large tasks only on fast machines. */
       export default definePolicy({
         name: "highest",
         placement: (task, machines: MachinesView) => {
           for (let machine = machines.count - 1; machine >= 0; machine--) {
             if (!machines.fits(machine)) continue;
             if (task.needs("cpu") > 1 && machines.speed(machine) < 2) continue;
             return machine;
           }
           return -1;
         },
       });`,
    );
    folder.write("machines.json", {
      name: "machines",
      stop: { tasks: 3000 },
      tenants: [
        {
          name: "t",
          workloads: [
            {
              class: "small",
              arrivals: { process: "poisson", rate: "10/s" },
              duration: { dist: "exponential", mean: "200ms" },
              resources: { cpu: 1 },
            },
            {
              class: "large",
              arrivals: { process: "poisson", rate: "1/s" },
              duration: { dist: "exponential", mean: "1s" },
              resources: { cpu: 2 },
            },
          ],
        },
      ],
      machines: [
        { name: "fast", cpu: 4, speed: 2 },
        { name: "slow", count: 2, cpu: 2 },
      ],
    });
    runs("machines.json", "--policy", "./highest.ts,fifo", "--tasks", "rows.csv");
    const rows = taskLines(folder.read("rows.csv"));
    const used = (policy: string, name: string) =>
      rows.filter((row) => row.policy === policy && row.class === name).map((row) => row.machine);
    expect(new Set(used("./highest.ts", "large"))).toEqual(new Set(["fast"]));
    expect(new Set(used("fifo", "large"))).toEqual(new Set(["fast", "slow-1", "slow-2"]));
    // Small tasks go to the last machine first, where first-fit takes the first one.
    const count = (machines: (string | undefined)[], name: string) =>
      machines.filter((m) => m === name).length;
    const small = used("./highest.ts", "small");
    expect(count(small, "slow-2")).toBeGreaterThan(count(small, "slow-1"));
    expect(count(small, "slow-1")).toBeGreaterThan(count(small, "fast"));
    const first = used("fifo", "small");
    expect(count(first, "fast")).toBeGreaterThan(count(first, "slow-2"));
  });
});
