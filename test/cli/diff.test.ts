/** `sim diff` says where two policies parted, and which tasks make the difference. */
import { beforeAll, describe, expect, test } from "vitest";
import type { DifferenceDocument, ResultDocument } from "../../src/lab/result.ts";
import { Folder, taskLines } from "./folder.ts";

const folder = new Folder();

const workload = (name: string, at: string, duration: string) => ({
  class: name,
  arrivals: { process: "trace", times: [at] },
  duration,
  executionCap: duration,
  resources: { cpu: 1 },
});

/** Until 10 s the machine has its first task; then `long` has waited longer, and `short` is shorter. */
const THREE = {
  name: "three",
  stop: { tasks: 3 },
  tenants: [
    {
      name: "t",
      workloads: [
        workload("first", "0s", "10s"),
        workload("long", "1s", "8s"),
        workload("short", "2s", "1s"),
      ],
    },
  ],
  machines: [{ name: "m", cpu: 1 }],
};

function report(name: string, scenario: string, ...flags: string[]): void {
  const finished = folder.sim("run", scenario, "--out", name, "--quiet", ...flags);
  expect(finished).toEqual({ status: 0, stdout: "", stderr: "" });
}

function diff(...args: string[]): DifferenceDocument {
  const { status, stdout, stderr } = folder.sim("diff", ...args, "--json");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as DifferenceDocument;
}

describe("of three tasks on one machine", () => {
  let document: DifferenceDocument;
  beforeAll(() => {
    report("three", folder.write("three.json", THREE), "--policy", "fifo,shortest-cap");
    document = diff("three");
  });

  test("the policies part when the second task to start is chosen", () => {
    const { at, did } = document.parting!;
    expect(at).toBe(10);
    expect(did[0]).toHaveLength(2);
    expect(did[0][0]).toMatch(/^long \w{16} starts on m/);
    expect(did[0][1]).toMatch(/^short \w{16} waits in the \S+ lane because no machine has room for it/);
    expect(did[1][0]).toMatch(/^short \w{16} starts on m/);
    expect(did[1][1]).toMatch(/^long \w{16} waits/);
  });

  test("each task is paired with itself, and the difference of its waits is exact", () => {
    expect(document.tasks.map((task) => [task.class, task.difference])).toEqual([
      ["short", -8],
      ["long", 1],
    ]);
    expect(document.tasks.map(({ sides }) => sides.map(({ value }) => value))).toEqual([
      [16, 8],
      [9, 10],
    ]);
    const { totals, unpaired } = document;
    expect({ ...totals, unpaired }).toMatchObject({ tasks: 3, less: 1, more: 1, same: 1, unpaired: [0, 0] });
    expect(totals.p99).toEqual([16, 10]);
    expect(totals.mean.map((mean) => Math.round(mean * 3e6))).toEqual([25e6, 18e6]);
    const swapped = Object.fromEntries(document.classes.map((row) => [row.class, row.swappedP99]));
    expect(swapped).toEqual({ first: 10, long: 9, short: 16 });
  });

  test("the reasons add up to the wait, and who overtook is named", () => {
    for (const { sides } of document.tasks)
      for (const { value, reasons } of sides)
        expect(reasons.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(value!, 6);
    const long = document.tasks[1]!;
    expect(long.sides.map(({ overtakenBy }) => overtakenBy)).toEqual([{}, { short: 1 }]);
  });

  test("in words it fits 80 columns", () => {
    const { status, stdout, stderr } = folder.sim("diff", "three", "--policies", "shortest-cap,fifo");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).toContain("They part at 0:00:10.000000:");
    const words = stdout.replace(/\s+/g, " ");
    expect(words).toContain("1 wait less under fifo than under shortest-cap, 1 more, and 1 as long");
    expect(words).toMatch(/short \w{16} of t, submitted at 0:00:02.000000: 8.00 s more under fifo/);
  });

  test("of responses it compares those", () => {
    const { tasks } = diff("three", "--metric", "response", "--tasks", "1");
    expect(tasks.map(({ sides }) => sides.map(({ value }) => value))).toEqual([[17, 9]]);
  });
});

test("a task that was held back for off-peak hours says so, and agrees with its row and the report", () => {
  const job = (name: string, every: string, duration: string) => ({
    class: name,
    arrivals: { process: "fixed", every },
    duration,
    resources: { cpu: 1 },
  });
  const scenario = folder.write("peak.json", {
    name: "peak",
    stop: { tasks: 400 },
    warmup: { tasks: 100 },
    tenants: [
      {
        name: "t",
        workloads: [
          job("now", "1s", "2200ms"),
          { ...job("later", "10s", "1s"), offPeak: true, delayTolerance: "1h" },
        ],
      },
    ],
    machines: [{ name: "m", count: 3, cpu: 1 }],
    control: { monitor: { peak: "60%" } },
  });
  report("peak", scenario, "--policy", "fifo,off-peak", "--tasks", "rows.csv");
  const { tasks, totals } = diff("peak", "--tasks", "2");
  const rows = taskLines(folder.read("rows.csv"));
  for (const { sides, class: name } of tasks) {
    expect(name).toBe("later");
    for (const [i, policy] of ["fifo", "off-peak"].entries()) {
      const row = rows.find((line) => line["policy"] === policy && line["id"] === sides[i]!.id)!;
      expect(Number(row["wait"])).toBeCloseTo(sides[i]!.value!, 6);
    }
    expect(sides[1]!.reasons[0]!.reason).toBe("the off-peak lane was not served");
  }
  expect(totals.tasks).toBe(300);
  const { runs } = folder.json<ResultDocument>("peak/result.json");
  runs.forEach(({ metrics }, i) => {
    const { "wait.mean": mean, "wait.p99": p99 } = metrics["all"]!;
    expect(totals.mean[i]!).toBeCloseTo(mean!.mean, 6);
    // The report's percentiles have an error below 1%.
    expect(Math.abs(totals.p99[i]! - p99!.mean)).toBeLessThanOrEqual(0.01 * p99!.mean);
  });
});

test("two reports of the same work on other machines are compared, and two runs alike have no parting", () => {
  report("slow", folder.at("three.json"), "--set", "machines.0.count=2");
  report("fast", folder.at("three.json"), "--set", "machines.0.count=3");
  const { parting, sides } = diff("slow", "fast");
  expect(sides.map(({ report: where }) => where)).toEqual(["slow", "fast"]);
  expect(parting?.at).toBe(2);
  expect(parting?.did[0][0]).toMatch(/^short \w+ waits .* no machine has room for it/);
  expect(parting?.did[1][0]).toMatch(/^short \w+ starts on m/);
  expect(diff("slow", "slow").parting).toBe(null);
  expect(folder.sim("diff", "slow", "slow").stdout).toContain("They take the same decisions");
});

describe("what cannot be compared is said, with exit code 2", () => {
  const refused = (...args: string[]) => {
    const { status, stdout, stderr } = folder.sim("diff", ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    return stderr;
  };

  test("other work", () => {
    report("seed-2", folder.at("three.json"), "--seed", "2");
    expect(refused("slow", "seed-2")).toContain("The work differs: slow has seed 1, and seed-2 seed 2");
    report("later", folder.at("three.json"), "--set", 'tenants.0.workloads.2.duration="2s"');
    expect(refused("slow", "later")).toContain("other arrivals, durations or faults");
  });

  test("one policy, the same twice, or one that the report has not", () => {
    expect(refused("slow")).toContain("it has one policy, fifo: name a second report");
    expect(refused("three", "--policies", "fifo")).toContain("expected two names");
    expect(refused("three", "--policies", "fifo,fifo")).toContain("found fifo twice");
    expect(refused("three", "--policies", "fifo,shortest-cat")).toContain("Did you mean shortest-cap?");
    expect(refused("three", "--metric", "waits")).toContain("Allowed choices are wait, response");
  });
});

test("a run that is not the report's any more is told with a warning and exit code 1", () => {
  const document = folder.json<{ runs: { digest: string; digests: string[] }[] }>("slow/result.json");
  document.runs[0]!.digests = ["0"];
  folder.write("slow/result.json", document);
  const { status, stderr } = folder.sim("diff", "slow", "fast");
  expect(status).toBe(1);
  expect(stderr).toContain("slow: fifo has now the digest");
});
