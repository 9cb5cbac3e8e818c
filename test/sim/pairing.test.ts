/** Policies compared on one seed meet the same work and the same faults: what differs is the policy's doing. */
import { beforeAll, describe, expect, test } from "vitest";
import type { ResultDocument, RunResult } from "../../src/lab/result.ts";
import { BUILT_IN } from "../../src/policies/index.ts";
import { Folder, shipped, type TaskLine, taskLines } from "../cli/folder.ts";

const POLICIES = BUILT_IN.map((policy) => policy.name);
const OWN_WAY = ["fifo", "delay-tolerance", "top-k", "off-peak", "random", "fair-share"];
const folder = new Folder();

/** Machines and submitters crash, orders fail half of the time and give up, shipments depend on preparations. */
const CHANGES = [
  "stop.time=25m",
  "control.monitor.peak=0.5",
  // A task's end is known when it is written: how long that takes is chance that belongs to no task.
  "control.store={}",
  "tenants.0.workloads.0.failure=0.5",
  "tenants.0.workloads.0.attempts=3",
  "tenants.0.workloads.1.failure=0.5",
  "tenants.0.workloads.1.attempts=2",
  "tenants.0.workloads.1.offPeak=true",
];

function compared(seed: string, ...flags: string[]): readonly RunResult[] {
  const set = CHANGES.flatMap((change) => ["--set", change]);
  const args = ["run", shipped("failover"), "--json", "--policy", POLICIES.join(","), "--seed", seed];
  const { status, stdout, stderr } = folder.sim(...args, ...set, ...flags);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return (JSON.parse(stdout) as ResultDocument).runs;
}

describe("all policies on one seed", () => {
  let runs: readonly RunResult[];
  let tasks: Map<string, TaskLine[]>;
  beforeAll(() => {
    runs = compared("1", "--tasks", "tasks.csv");
    const lines = taskLines(folder.read("tasks.csv"));
    // Which submitter admits a task, and so its id, may depend on what was in flight when another one crashed. Tasks
    // are known by when they came, from whom, and within a job by their order.
    const known = ({ submitted, tenant, class: kind, id }: TaskLine) =>
      `${submitted!.padStart(12)} ${tenant} ${kind} ${id}`;
    tasks = new Map(
      POLICIES.map((name) => [
        name,
        lines.filter((line) => line.policy === name).sort((a, b) => (known(a) < known(b) ? -1 : 1)),
      ]),
    );
  });

  /** What the policies have in common in these columns, after checking that it is in common. */
  const common = (describe: (line: TaskLine) => string) => {
    const [first, ...others] = POLICIES.map((name) => tasks.get(name)!.map(describe));
    for (const other of others) expect(other).toEqual(first);
    return first!;
  };

  test("have the same digest of what was drawn, and each decides in its own way", () => {
    expect(runs.map((run) => run.policy)).toEqual(POLICIES);
    expect(new Set(runs.map((run) => run.drawn)).size).toBe(1);
    // Others agree with one of these where they find nothing to decide by: no prices, plans, caps or checkpoints, and
    // only cpu to share.
    const different = runs.filter(({ policy }) => OWN_WAY.includes(policy));
    expect(new Set(different.map((run) => run.digest)).size).toBe(OWN_WAY.length);
  });

  test("are submitted the same tasks at the same times, task by task", () => {
    const submitted = common(({ submitted, tenant, class: kind }) => `${submitted} ${tenant} ${kind}`);
    expect(submitted.length).toBeGreaterThan(10_000);
    expect(new Set(submitted).size).toBeGreaterThan(9_000);
  });

  test("have tasks that fail or succeed alike, wherever and however often they ran", () => {
    const ends = common(({ submitted, class: kind, status }) => `${submitted} ${kind} ${status}`);
    for (const status of ["done", "dead", "cancelled"])
      expect(ends.filter((end) => end.endsWith(` ${status}`)).length).toBeGreaterThan(100);
  });

  test("have tasks that run equally long", () => {
    const lasted = (line: TaskLine) => Math.round((Number(line.ended) - Number(line.started)) * 1e6);
    const once = (line: TaskLine) => line.status === "done" && line.attempts === "1";
    const lines = POLICIES.map((name) => tasks.get(name)!);
    const inAll = lines[0]!.map((_, i) => i).filter((i) => lines.every((of) => once(of[i]!)));
    expect(inAll.length).toBeGreaterThan(4000);
    const [first, ...others] = lines.map((of) => inAll.map((i) => lasted(of[i]!)));
    for (const other of others) expect(other).toEqual(first);
  });

  test("meet the same faults", () => {
    const faults = runs.map((run) =>
      run.timeline.faults.map(({ at, kind, target }) => `${at} ${kind} ${target}`),
    );
    expect(new Set(faults[0]!.map((fault) => fault.split(" ")[1]))).toEqual(
      new Set(["machine-crash", "submitter-crash"]),
    );
    for (const other of faults) expect(other).toEqual(faults[0]);
    // How long one lasts is the same too, where it was over before the run was.
    for (const { timeline } of runs) {
      timeline.faults.forEach(({ until }, i) => {
        const first = runs[0]!.timeline.faults[i]!.until;
        if (until !== null && first !== null) expect(until).toBe(first);
      });
    }
  });

  test("start them at different times, or there would be nothing to compare", () => {
    const waits = POLICIES.map((name) =>
      tasks
        .get(name)!
        .map((line) => line.wait)
        .join(" "),
    );
    expect(new Set(waits).size).toBeGreaterThan(1);
  });
});

test("on another seed all of them meet other work", () => {
  const drawn = (seed: string) => compared(seed, "--set", "stop.time=3m").map((run) => run.drawn);
  const [one, two] = [drawn("1"), drawn("2")];
  expect(new Set(one).size).toBe(1);
  expect(new Set(two).size).toBe(1);
  expect(one[0]).not.toBe(two[0]);
});
