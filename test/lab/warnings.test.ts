/** What readers are warned of: overload, a beginning that is still in the averages, figures from too little. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Random } from "../../src/engine/random.ts";
import { runReplica } from "../../src/lab/replica.ts";
import type { Warning } from "../../src/lab/result.ts";
import { growth } from "../../src/lab/warnings/course.ts";
import { mser5 } from "../../src/lab/warnings/mser.ts";
import { isSteady, offeredLoad } from "../../src/lab/warnings/offered-load.ts";
import { warningsOf } from "../../src/lab/warnings/warnings.ts";
import { queue } from "../support/queue.ts";
import { catalogue, scenario } from "../support/scenario.ts";

const random = new Random(1, 2, 3, 4);
const noise = () => random.uniform() - 0.5;

describe("MSER-5", () => {
  test("cuts off a beginning of known length", () => {
    const series = Array.from({ length: 500 }, (_, i) => (i < 100 ? 0 : 10) + noise());
    const cut = mser5(series)!;
    expect(cut.share).toBeGreaterThanOrEqual(0.2);
    expect(cut.share).toBeLessThan(0.25);
    expect(cut.before).toBeCloseTo(0, 0);
    expect(cut.after).toBeCloseTo(10, 0);
    expect(cut.apart).toBeGreaterThan(10);
  });

  test("agrees with the definition, by brute force", () => {
    const series = Array.from({ length: 200 }, (_, i) => 5 - 5 * Math.exp(-i / 20) + noise());
    const means = Array.from({ length: 40 }, (_, i) =>
      series.slice(5 * i, 5 * i + 5).reduce((sum, value) => sum + value / 5, 0),
    );
    const error = (cut: number) => {
      const kept = means.slice(cut);
      const mean = kept.reduce((sum, value) => sum + value / kept.length, 0);
      return kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / kept.length ** 2;
    };
    const errors = Array.from({ length: 36 }, (_, cut) => error(cut));
    expect(mser5(series)!.share).toBe(errors.indexOf(Math.min(...errors)) / 40);
    expect(mser5(series)!.share).toBeGreaterThan(0);
  });

  test("cuts little of a series without a beginning, and says nothing of a short one", () => {
    const shares = Array.from({ length: 40 }, () => mser5(Array.from({ length: 500 }, noise))!);
    expect(shares.filter(({ share }) => share > 0.25)).toEqual([]);
    expect(shares.filter(({ apart }) => apart >= 4)).toEqual([]);
    expect(mser5(Array.from({ length: 99 }, noise))).toBeNull();
    expect(mser5(Array.from({ length: 100 }, () => 3))).toMatchObject({ share: 0, apart: 0 });
  });

  test("cuts in the second half of what still grows", () => {
    expect(mser5(Array.from({ length: 500 }, (_, i) => i + noise()))!.share).toBeGreaterThan(0.5);
  });
});

describe("growth", () => {
  test("is what goes on from the beginning to the end, to a queue that matters", () => {
    expect(growth(Array.from({ length: 60 }, (_, i) => i))).toBeCloseTo(54.5, 9);
    expect(growth(Array.from({ length: 60 }, (_, i) => 100 + i))).toBeNull();
    expect(growth(Array.from({ length: 60 }, (_, i) => i / 100))).toBeNull();
    expect(growth(Array.from({ length: 60 }, (_, i) => (i < 50 ? i : 60 - i)))).toBeNull();
    expect(growth([1, 2, 3])).toBeNull();
  });
});

const mm1 = (rate: number, tasks: number, warmup: number) =>
  queue({
    servers: 1,
    arrivals: { process: "poisson", rate },
    duration: { dist: "exponential", mean: "1s" },
    tasks,
    warmup,
  });

describe("the load that a scenario offers", () => {
  test("is arrivals times durations over machines times speed", () => {
    const { share, resource } = offeredLoad(scenario(mm1(0.8, 100, 0)))!;
    expect(share).toBeCloseTo(0.8, 12);
    expect(resource).toBe("cpu");
    const faster = { ...mm1(0.8, 100, 0), machines: [{ name: "m", count: 2, cpu: 4, speed: 2 }] };
    expect(offeredLoad(scenario(faster))!.share).toBeCloseTo(0.05, 12);
  });

  test("counts attempts, caps, limits and jobs of several tasks", () => {
    const work = (workloads: object[], plan?: object) =>
      scenario({
        ...mm1(1, 10, 0),
        ...(plan !== undefined && { plans: { p: plan } }),
        tenants: [{ name: "t", count: 2, ...(plan !== undefined && { plan: "p" }), workloads }],
      });
    const one = { class: "x", arrivals: { process: "poisson", rate: "0.1/s" }, duration: "2s" };
    expect(offeredLoad(work([one]))!.share).toBeCloseTo(0.4, 9);
    expect(offeredLoad(work([{ ...one, failure: 0.5, attempts: 3 }]))!.share).toBeCloseTo(0.7, 9);
    expect(offeredLoad(work([{ ...one, executionCap: "1s" }]))!.share).toBeCloseTo(0.2, 9);
    expect(offeredLoad(work([one], { limit: "0.05/s", burst: 1 }))!.share).toBeCloseTo(0.2, 9);
    const two = { class: "y", dependsOn: ["x"], duration: "1s" };
    expect(offeredLoad(work([one, two]))!.share).toBeCloseTo(0.6, 9);
  });

  test("is that of the scarcest resource", () => {
    const file = mm1(0.5, 10, 0) as { tenants: { workloads: { resources: object }[] }[] };
    file.tenants[0]!.workloads[0]!.resources = { cpu: 0.1, memory: "1GiB" };
    const read = scenario({ ...file, machines: [{ name: "m", cpu: 1, memory: "2GiB" }] });
    expect(offeredLoad(read)).toEqual({ share: 0.25, resource: "memory" });
  });

  test("cannot be said of clients that wait for answers, and of days it is no steady state", () => {
    const closed = queue({
      servers: 1,
      arrivals: { process: "closed", clients: 3, think: "1s" },
      duration: "1s",
      tasks: 10,
      warmup: 0,
    });
    expect(offeredLoad(scenario(closed))).toBeNull();
    expect(isSteady(scenario(closed))).toBe(true);
    expect(isSteady(scenario(JSON.parse(readFileSync("scenarios/peak.json", "utf8")) as object))).toBe(false);
  });
});

describe("a run", () => {
  const warned = (file: object, replications = 1): Warning[] => {
    const read = scenario(file);
    const replicas = Array.from({ length: replications }, (_, replication) =>
      runReplica({ scenario: read, policy: catalogue.make(read.policy), seed: 1, replication }),
    );
    return warningsOf(read, [{ policy: "fifo", replicas }]);
  };
  const kinds = (warnings: readonly Warning[]) => warnings.map(({ kind }) => kind);

  test("that has settled, with enough tasks, is not warned of", () => {
    for (const rate of [0.3, 0.5, 0.8]) expect(warned(mm1(rate, 40_000, 4_000))).toEqual([]);
  });

  test("whose clients ask for more than there is is overloaded, and the warning names ρ", () => {
    const [warning] = warned(mm1(1.1, 5_000, 500));
    expect(warning).toMatchObject({ kind: "overloaded", policy: "fifo", policies: ["fifo"], path: null });
    expect(warning!.text).toContain("ρ = 1.10");
  });

  test("whose queue grows although its cpu would do is overloaded, too", () => {
    // A machine of four holds one task of three: a quarter of its cpu is of no use.
    const wide = (rate: number) => {
      const arrivals = { process: "poisson", rate };
      const workload = { class: "wide", arrivals, duration: "1s", resources: { cpu: 3 } };
      return {
        ...mm1(rate, 4_000, 0),
        tenants: [{ name: "t", workloads: [workload] }],
        machines: [{ name: "m", cpu: 4 }],
      };
    };
    expect(kinds(warned(wide(0.8)))).not.toContain("overloaded");
    const [warning] = warned(wide(1.2));
    expect(warning!.kind).toBe("overloaded");
    expect(warning!.text).toMatch(/grew from the beginning to the end, to \d+ tasks/);
  });

  test("that still fills up is told how long a warm-up it needs", () => {
    // Ten thousand machines, tasks of an hour: it takes some hours of a day until as many end as begin.
    const file = {
      ...queue({
        servers: 10_000,
        arrivals: { process: "poisson", rate: "6000/h" },
        duration: { dist: "exponential", mean: "1h" },
        tasks: 144_000,
        warmup: 0,
      }),
    };
    const [warning] = warned(file);
    expect(warning!.kind).toBe("not-settled");
    const seconds = Number(/"time": "(\d+)s"/.exec(warning!.text)![1]);
    expect(seconds).toBeGreaterThan(3600);
    expect(kinds(warned({ ...file, warmup: { time: `${seconds}s` } }))).not.toContain("not-settled");
  });

  test("with few tasks is warned of percentiles that rest on them, by class", () => {
    const warnings = warned(mm1(0.5, 400, 0)).filter(({ kind }) => kind === "few-samples");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ path: "wait.p99" });
    expect(warnings[0]!.text).toMatch(/^p99 of all tasks rests on too few: 400 a replication/);
  });

  test("of few replications is warned of its intervals; a single one has none to doubt", () => {
    expect(kinds(warned(mm1(0.5, 3_000, 300), 3))).toEqual(["few-replications"]);
    expect(kinds(warned(mm1(0.5, 3_000, 300), 1))).toEqual([]);
  });

  test("of several policies is warned of once, with the names of all that it is true of", () => {
    const read = scenario(mm1(1.2, 3_000, 0));
    const replicas = [
      runReplica({ scenario: read, policy: catalogue.make(read.policy), seed: 1, replication: 0 }),
    ];
    const warnings = warningsOf(read, [
      { policy: "a", replicas },
      { policy: "b", replicas },
    ]);
    expect(warnings.find(({ kind }) => kind === "overloaded")).toMatchObject({
      policy: "a",
      policies: ["a", "b"],
    });
    expect(kinds(warnings)).toEqual(["overloaded", "few-replications"]);
  });
});
