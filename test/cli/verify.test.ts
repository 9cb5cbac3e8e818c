/** `sim verify` confirms a report by running it again, or says from which event on it is another. */
import { rmSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { ResultDocument } from "../../src/lab/result.ts";
import { Folder, shipped } from "./folder.ts";

const folder = new Folder();

/** Two kinds of tasks on one machine: what goes first matters as soon as two of them wait. */
const SCENARIO = {
  name: "crowded",
  stop: { tasks: 60 },
  tenants: [
    {
      name: "t",
      workloads: [
        { class: "a", arrivals: { process: "fixed", every: "1s" }, duration: "800ms", resources: { cpu: 1 } },
        { class: "b", arrivals: { process: "fixed", every: "2s" }, duration: "500ms", resources: { cpu: 1 } },
      ],
    },
  ],
  machines: [{ name: "m", cpu: 1 }],
};

interface Document {
  readonly confirmed: boolean;
  readonly parted: {
    readonly policy: string;
    readonly replication: number;
    readonly otherWork: boolean;
    readonly interval: { readonly from: number; readonly to: number } | null;
    readonly decisions: readonly { readonly at: number; readonly what: string; readonly text: string }[];
  } | null;
}

function report(name: string, ...flags: string[]): void {
  const finished = folder.sim("run", folder.at("crowded.json"), "--out", name, "--quiet", ...flags);
  expect(finished).toEqual({ status: 0, stdout: "", stderr: "" });
}

beforeAll(() => {
  folder.write("crowded.json", SCENARIO);
  folder.write("turns.js", policy("task.submittedAt"));
});

const policy = (rank: string) => `export default { name: "turns", rank: (task) => ${rank} };`;

test("a report of several policies and replications is confirmed, whatever the number of threads", () => {
  report("whole", "--policy", "fifo,./turns.js", "--replications", "3");
  for (const threads of ["1", "2"]) {
    const { status, stdout, stderr } = folder.sim("verify", "whole", "--threads", threads);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.replace(/\s+/g, " ")).toContain("whole is confirmed: 2 policies × 3 replications");
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  }
  expect(folder.sim("verify", "whole/index.html", "--quiet")).toEqual({ status: 0, stdout: "", stderr: "" });
});

describe("when a policy file decides otherwise from 20 s on", () => {
  beforeAll(() => {
    report("changed", "--policy", "fifo,./turns.js");
    folder.write("turns.js", policy("task.submittedAt < 20_000_000 ? task.submittedAt : -task.submittedAt"));
  });

  test("the first event that differs is named, with what is decided there now, and the exit code is 1", () => {
    const { status, stdout } = folder.sim("verify", "changed", "--json");
    expect(status).toBe(1);
    const { confirmed, parted } = JSON.parse(stdout) as Document;
    expect({ confirmed, policy: parted?.policy }).toEqual({ confirmed: false, policy: "./turns.js" });
    const { interval, decisions, otherWork } = parted!;
    expect(otherWork).toBe(false);
    expect(interval!.to).toBe(interval!.from + 1);
    // Up to 20 s it is as it was, and by then tasks pile up, so that the next start is another.
    const started = decisions.find(({ what }) => what === "started")!;
    expect(started.at).toBeGreaterThan(20);
    expect(started.at).toBeLessThan(23);
    expect(started.text).toMatch(/^[ab] \w+ starts on m-0$|^[ab] \w+ starts on m$/);
  });

  test("the same is said in words that fit 80 columns", () => {
    const { status, stdout, stderr } = folder.sim("verify", "changed");
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    const words = stdout.replace(/\s+/g, " ");
    expect(words).toMatch(/changed is not confirmed: replication 1 of \.\/turns\.js has the digest \w{16}/);
    expect(words).toMatch(/It parts at event \d+\. .* only a hash is known\): 0:00:2\d/);
    expect(words).toContain("a policy file");
  });

  test("a report without marks says that it differs, and that it cannot say where", () => {
    rmSync(folder.at("changed/digests.json"));
    const { status, stdout } = folder.sim("verify", "changed");
    expect(status).toBe(1);
    expect(stdout.replace(/\s+/g, " ")).toContain("the report has no digests.json");
  });
});

test("a figure that was edited is named, and the version of the tool when it is another", () => {
  report("edited");
  const document = folder.json<ResultDocument>("edited/result.json");
  const { metrics } = document.runs[0]!;
  const wait = metrics["class:b"]!["wait.p99"] as { mean: number };
  const before = wait.mean;
  wait.mean = 0.001;
  folder.write("edited/result.json", document);
  folder.write(
    "edited/run.json",
    folder.read("edited/run.json").replace(/"tool": "[^"]*"/, '"tool": "0.0.1"'),
  );
  const { status, stdout } = folder.sim("verify", "edited");
  expect(status).toBe(1);
  const words = stdout.replace(/\s+/g, " ");
  expect(words).toContain(`wait.p99:class:b under fifo: found 0.001, and it is ${before}`);
  expect(words).toContain("made by schedlab 0.0.1");
});

test("other work is told from other decisions", () => {
  report("reseeded");
  const run = folder.read("reseeded/run.json");
  folder.write("reseeded/run.json", run.replace(/every\\":\\"1s/, 'every\\":\\"1100ms'));
  const { status, stdout } = folder.sim("verify", "reseeded", "--json");
  expect(status).toBe(1);
  const { parted } = JSON.parse(stdout) as Document;
  expect(parted?.otherWork).toBe(true);
  // The second task comes later than it did.
  expect(parted!.interval!.from).toBeLessThan(6);
});

test("what is not a report, or not a whole one, is said with exit code 2", () => {
  const refused = (...args: string[]) => {
    const { status, stdout, stderr } = folder.sim("verify", ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    return stderr;
  };
  expect(refused("nowhere")).toContain("there is no such folder");
  folder.write("empty/file.txt", "");
  expect(refused("empty")).toContain("this is not a report");
  folder.sim("run", shipped("smoke"), "--out", "half", "--quiet");
  const run = folder.read("half/run.json");
  folder.write("half/run.json", run.replace(/"name": "[^"]*"/, '"name": "fifo"'));
  expect(refused("half")).toContain("they do not belong together");
  rmSync(folder.at("half/run.json"));
  expect(refused("half")).toContain("it has no run.json");
});
