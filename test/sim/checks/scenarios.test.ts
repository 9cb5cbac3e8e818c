/** No scenario breaks an invariant, and watching changes nothing. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runReplica } from "../../../src/lab/replica.ts";
import { catalogue, scenario } from "../../support/scenario.ts";
import { sim, temporaryFolder } from "../../support/sim.ts";

const files = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => `${folder}/${name}`);
/** Enough of each to meet its faults and its peak. */
const SHORTENED: Readonly<Record<string, object>> = {
  "scenarios/burst.json": { stop: { time: "4m" } },
  "scenarios/dag.json": { stop: { time: "10m" } },
  "scenarios/failover.json": { stop: { time: "21m" } },
  "scenarios/mm1.json": { stop: { tasks: 5_000 }, warmup: { tasks: 500 } },
  "scenarios/mmc.json": { stop: { tasks: 5_000 }, warmup: { tasks: 500 } },
  "scenarios/peak.json": { stop: { time: "1h" } },
};

function run(file: object, check: boolean) {
  const read = scenario(file);
  const policy = catalogue.make(read.policy);
  return runReplica({ scenario: read, policy, seed: read.seed, replication: 0, check });
}

describe.each([...files("scenarios"), ...files("scenarios/faults")])("%s", (name) => {
  const file = { ...(JSON.parse(readFileSync(name, "utf8")) as object), ...SHORTENED[name] };

  test("breaks no invariant, and decides the same under all checks as under none", () => {
    expect(run(file, true)).toEqual(run(file, false));
  });
});

describe("what once broke an invariant no longer does:", () => {
  test.each([8, 9])(
    "a task cancelled before its submitter has passed it on (client-cancel, seed %i)",
    (seed) => {
      const file = JSON.parse(readFileSync("scenarios/faults/client-cancel.json", "utf8")) as object;
      run({ ...file, seed, stop: { time: "1m" } }, true);
    },
  );

  test("a period that comes while nobody leads, and the end of the run before anybody does", () => {
    const backup = { class: "backup", schedule: "daily", at: "1s", duration: "1s" };
    const file = {
      name: "nobody-leads",
      stop: { time: "86405s" },
      tenants: [{ name: "shop", workloads: [backup] }],
      machines: [{ name: "m", cpu: 2 }],
      policy: "fifo",
      control: {
        manager: { lease: "30m", every: "10m" },
        store: { latency: "5ms" },
        network: { machines: "5ms" },
      },
      faults: [{ kind: "manager-cut", target: "manager-1", at: "86000s", for: "1h" }],
    };
    run(file, true);
  });

  test("timers of the autoscaler that come before the first submission", () => {
    const file = {
      name: "scaled",
      stop: { tasks: 20 },
      tenants: [
        {
          name: "shop",
          workloads: [{ class: "job", arrivals: { process: "fixed", every: "12s" }, duration: "2s" }],
        },
      ],
      machines: [{ name: "m", count: 3, cpu: 2 }],
      policy: "fifo",
      control: { monitor: { autoscale: { every: "5s" } } },
    };
    run(file, true);
  });
});

describe("sim run --check", () => {
  const lost = {
    name: "lost",
    stop: { tasks: 40 },
    tenants: [
      {
        name: "t",
        workloads: [{ class: "job", arrivals: { process: "poisson", rate: "1/s" }, duration: "2s" }],
      },
    ],
    machines: [{ name: "m", count: 1, cpu: 4 }],
    policy: "fifo",
    faults: [{ kind: "machine-crash", target: "m", at: "10s" }],
  };
  const command = (file: object, ...flags: string[]) => {
    const folder = temporaryFolder();
    try {
      writeFileSync(join(folder, "scenario.json"), JSON.stringify(file));
      return sim(["run", "scenario.json", "--json", "--check", ...flags], { cwd: folder });
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  test("gives the same document as without", () => {
    const flags = ["run", "scenarios/smoke.json", "--json"];
    expect(sim([...flags, "--check"])).toEqual(sim(flags));
  });

  test("ends with exit code 1 and says which invariant is broken, when, and by whom", () => {
    const { status, stdout, stderr } = command(lost);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(
      /^Invariant E1 is broken at [\d.]+ s: task \w+ \(t, job, slot \d+\) was accepted and is lost/,
    );
    expect(stderr).toMatch(/\nE1: what went in came out/);
    expect(stderr).not.toContain("    at ");
  });
});
