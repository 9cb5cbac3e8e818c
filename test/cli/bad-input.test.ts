/**
 * A user's mistake: exit code 2, a message that names the place and the way out, no stack trace, nothing on stdout,
 * and nothing written anywhere.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Folder, shipped } from "./folder.ts";

const folder = new Folder();
folder.write("notes.txt", "not JSON");
folder.write("taken/thesis.txt", "years of work");

type Json = Record<string, unknown>;

/** The smoke scenario with a change, in a file of this name. */
function changed(name: string, change: (scenario: SmokeFile) => void): string {
  const scenario = JSON.parse(readFileSync(shipped("smoke"), "utf8")) as SmokeFile;
  change(scenario);
  folder.write(name, scenario);
  return name;
}
interface SmokeFile extends Json {
  tenants: { workloads: Json[] }[];
  machines: Json[];
}

/** What is said on stderr. Everything else is the same for all mistakes. */
function refusal(...args: string[]): string {
  const before = folder.listing();
  const { status, stdout, stderr } = folder.sim(...args);
  expect({ status, stdout }, stderr).toEqual({ status: 2, stdout: "" });
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(stderr).not.toMatch(/node:internal|Error:/);
  expect(folder.listing()).toEqual(before);
  return stderr;
}

describe("in the scenario file", () => {
  const mistakes: [string, (scenario: SmokeFile) => void, ...(string | RegExp)[]][] = [
    [
      "an unknown key",
      (scenario) => {
        scenario.tennants = [];
      },
      "tennants",
      /Did you mean "?tenants"?\?/,
    ],
    [
      "a wrong type",
      (scenario) => {
        scenario.seed = "one";
      },
      'seed: found "one"',
      /whole number/,
    ],
    [
      "a negative rate",
      (scenario) => {
        scenario.tenants[0]!.workloads[1]!.arrivals = { process: "poisson", rate: "-3/s" };
      },
      'tenants[0].workloads[1].arrivals.rate: found "-3/s"',
    ],
    [
      "an unknown policy",
      (scenario) => {
        scenario.policy = "delay-tolerence";
      },
      'policy: found "delay-tolerence"',
      /Did you mean "?delay-tolerance"?\?/,
    ],
    [
      "an unknown parameter of a policy",
      (scenario) => {
        scenario.policy = { name: "top-k", bost: 3 };
      },
      "policy.bost: found 3",
      /Did you mean "?boost"?\?/,
    ],
    [
      "an unknown class in dependsOn",
      (scenario) => {
        scenario.tenants[1]!.workloads[1]!.dependsOn = ["biuld"];
      },
      'tenants[1].workloads[1].dependsOn[0]: found "biuld"',
      /Did you mean "?build"?\?/,
    ],
    [
      "a task that no machine can ever hold",
      (scenario) => {
        scenario.tenants[0]!.workloads[0]!.resources = { cpu: 3 };
      },
      "tenants[0].workloads[0].resources",
      /machine/,
    ],
    [
      "a dependency cycle",
      (scenario) => {
        delete scenario.tenants[1]!.workloads[0]!.arrivals;
        scenario.tenants[1]!.workloads[0]!.dependsOn = ["test"];
      },
      /build.*test|test.*build/,
      /cycle|circle|each other/,
    ],
    [
      "no tenants",
      (scenario) => {
        scenario.tenants = [];
      },
      "tenants",
      /at least one tenant/,
    ],
  ];
  test.each(mistakes)("%s is named with its path", (name, change, ...fragments) => {
    const file = changed(`${name.replaceAll(" ", "-")}.json`, change);
    const message = refusal("run", file);
    expect(message).toContain(`${file}: 1 problem\n`);
    for (const fragment of fragments) expect(message).toMatch(fragment);
  });

  test("several mistakes are reported at once, each with its path and what was meant", () => {
    const file = changed("several.json", (scenario) => {
      scenario.tennants = [];
      scenario.machines[0]!.cpus = 2;
      scenario.tenants[0]!.workloads[0]!.duration = "200 parsecs";
      scenario.tenants[1]!.workloads[2]!.delayTolerance = true;
    });
    const message = refusal("run", file, "--policy", "fifoo", "--set", "nonsense");
    expect(message).toContain(`${file}: 6 problems`);
    for (const path of [
      "--policy: found",
      "tennants",
      "machines[0].cpus",
      "nonsense",
      "tenants[0].workloads[0].duration",
      "tenants[1].workloads[2].delayTolerance",
    ])
      expect(message).toContain(`\n  ${path}`);
    for (const meant of ["fifo", "tenants", "cpu"])
      expect(message).toMatch(new RegExp(`Did you mean "?${meant}"?\\?`));
  });

  test.each([
    ["that is not JSON", "notes.txt", /line 1/],
    ["that is missing", "nowhere.json", /there is no such file/i],
    ["that is a folder", "taken", /this is a folder/i],
  ])("a file %s is named", (_, file, reason) => {
    const message = refusal("run", file);
    expect(message).toContain(`${file}: 1 problem`);
    expect(message).toMatch(reason);
  });
});

describe("on the command line", () => {
  const run = ["run", shipped("smoke")];

  test.each<[string, string[], ...(string | RegExp)[]]>([
    ["a mistyped flag", [...run, "--polcy", "fifo"], "--polcy", "Did you mean --policy?"],
    ["a mistyped command", ["rum", shipped("smoke")], "rum", "Did you mean run?"],
    ["a missing scenario", ["run"], /missing required argument/],
    ["one argument too many", [...run, "more.json"], /too many arguments/],
    ["an unknown policy", [...run, "--policy", "fifo,topk"], '--policy: found "topk"', "top-k"],
    ["an empty policy", [...run, "--policy", "fifo,"], '--policy: found ""'],
    ["a seed that is no number", [...run, "--seed", "abc"], "abc", /whole number/],
    ["a seed with a fraction", [...run, "--seed", "1.5"], "1.5", /whole number/],
    ["a seed below zero", [...run, "--seed", "-1"], "-1", /from 0 on/],
    ["no replications", [...run, "--replications", "0"], /from 1 on/],
    ["a --set without a value", [...run, "--set", "machines"], "machines", "path=value"],
    ["a --set into nothing", [...run, "--set", "machines.7.cpu=1"], "machines[7]", "list of 2"],
    [
      "a --set of a key that is not there",
      [...run, "--set", "stop.tme=3s"],
      "stop.tme",
      /Did you mean "?time"?\?/,
    ],
    ["a --set of a wrong value", [...run, "--set", "machines.0.cpu=lots"], 'machines[0].cpu: found "lots"'],
  ])("%s is named", (_, args, ...fragments) => {
    const message = refusal(...args);
    for (const fragment of fragments) expect(message).toMatch(fragment);
  });
});

describe("in where to write", () => {
  const run = ["run", shipped("smoke")];

  test.each<[string, string[], ...(string | RegExp)[]]>([
    ["--out below a file", [...run, "--out", "notes.txt/report"], "notes.txt", "--out"],
    ["--out that is a file", [...run, "--out", "notes.txt"], "notes.txt", "--out"],
    ["--out with files of others", [...run, "--out", "taken"], "taken", "not a report", "--out"],
    ["--out that is the current folder", [...run, "--out", "."], "current folder"],
    ["--tasks into a missing folder", [...run, "--tasks", "no/where.csv"], "no/where.csv", "no such folder"],
    ["--timeline into a missing folder", [...run, "--timeline", "no/where.json"], "no/where.json"],
    ["--tasks below a file", [...run, "--tasks", "notes.txt/t.csv"], "notes.txt/t.csv", "is a file"],
    ["--tasks that is a folder", [...run, "--tasks", "taken"], "taken", "is a folder"],
    ["two outputs into one file", [...run, "--tasks", "a", "--timeline", "./a"], "./a", "one file"],
    [
      "a good --tasks with a bad --timeline",
      [...run, "--tasks", "ok.csv", "--timeline", "no/t.json"],
      "no/t.json",
    ],
    ["a good --out with a bad --tasks", [...run, "--out", "new/report", "--tasks", "no/t.csv"], "no/t.csv"],
  ])("%s is refused before the run, and leaves nothing behind", (_, args, ...fragments) => {
    const message = refusal(...args);
    for (const fragment of fragments) expect(message).toContain(fragment);
  });

  test.skipIf(process.platform !== "linux")("a file system that takes no files is refused", () => {
    expect(refusal(...run, "--out", "/proc/schedlab/report")).toContain("/proc/schedlab/report");
  });
});
