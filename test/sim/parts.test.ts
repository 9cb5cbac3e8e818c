/** Every scenario of a part of the scheduler shows what its sentence says. */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Again, Alert, Notice } from "../../src/cluster/ports.ts";
import { type Watched, watch } from "../support/watched.ts";

const CLAIMS: Record<string, (run: Watched, again: (...set: string[]) => Watched) => void> = {
  "give-way": (run, again) => {
    const fifo = again("policy=fifo");
    expect(run.seen.again.get(Again.paused)).toBeGreaterThan(100);
    expect(run.seen.resumed).toBeGreaterThan(100);
    expect(run.metric("wait.p99", "class:order")).toBeLessThan(2);
    expect(fifo.metric("wait.p99", "class:order")).toBeGreaterThan(60);
    // What a report loses is the time that saving takes.
    const lost = run.metric("utilization.cpu") / fifo.metric("utilization.cpu");
    expect(lost).toBeLessThan(1.02);
    endsAllWell(run);
  },
  stages: (run, again) => {
    const flawless = again("tenants.0.workloads.0.failure=0");
    expect(run.seen.again.get(Again.failed)).toBeGreaterThan(100);
    const longer = run.metric("response.mean") / flawless.metric("response.mean");
    expect(longer).toBeGreaterThan(1.02);
    expect(longer).toBeLessThan(1.1);
    endsAllWell(run);
  },
  autoscaling: (run, again) => {
    const alwaysOn = again("control={}");
    expect(run.seen.alerts.get(Alert.machineOrdered)).toBeGreaterThan(20);
    expect(run.seen.alerts.get(Alert.machineRetired)).toBeGreaterThan(20);
    expect(run.metric("cost")).toBeLessThan(0.5 * alwaysOn.metric("cost"));
    expect(run.metric("utilization.cpu")).toBeGreaterThan(2 * alwaysOn.metric("utilization.cpu"));
    expect(run.metric("wait.mean")).toBeLessThan(5);
    expect(run.metric("late")).toBe(0);
    endsAllWell(run);
  },
  "bounded-wait": (run, again) => {
    const patient = again("control={}");
    const told = run.seen.notices.get(Notice.tryAgain)!;
    expect(told).toBeGreaterThan(100);
    expect(run.metric("cancelled")).toBe(told);
    expect(run.metric("wait.max")).toBeLessThanOrEqual(121);
    expect(patient.metric("wait.max")).toBeGreaterThan(300);
  },
  "cheap-hours": (run, again) => {
    const indifferent = again("policy=delay-tolerance");
    expect(run.metric("cost")).toBeLessThan(0.85 * indifferent.metric("cost"));
    expect(run.metric("wait.mean", "class:backup")).toBeGreaterThan(3600);
    expect(run.metric("late", "class:backup")).toBe(0);
    endsAllWell(run);
  },
  "fair-shares": (run, again) => {
    const fifo = again("policy=fifo");
    expect(run.metric("wait.mean", "tenant:small")).toBeLessThan(1);
    expect(fifo.metric("wait.mean", "tenant:small")).toBeGreaterThan(30);
    // The flood has hardly to wait longer for it.
    expect(run.metric("wait.mean", "tenant:big")).toBeLessThan(1.1 * fifo.metric("wait.mean", "tenant:big"));
    endsAllWell(run);
  },
  datacenters: (run, again) => {
    const anywhere = again('policy="delay-tolerance"', "faults=[]");
    const calm = again("faults=[]");
    expect(calm.started("eastern", "east")).toBeGreaterThan(0.95);
    expect(calm.started("western", "west")).toBeGreaterThan(0.95);
    expect(anywhere.started("western", "west")).toBeLessThan(0.6);
    const meanwhile = run.result.timeline.faults.filter(({ kind }) => kind === "machine-crash");
    expect(meanwhile).toHaveLength(4);
    expect(run.seen.again.get(Again.machineLost)).toBeGreaterThan(0);
    expect(run.started("western", "east")).toBeGreaterThan(0.2);
    endsAllWell(run);
  },
  isolation: (run, again) => {
    const isolated = again("isolation=true");
    expect(isolated.metric("response.mean", "class:request")).toBeLessThan(2.2);
    expect(run.metric("response.mean", "class:request")).toBeGreaterThan(
      1.1 * isolated.metric("response.mean", "class:request"),
    );
    endsAllWell(run);
  },
  "right-size": (run, again) => {
    const anywhere = again('policy.placement="first-fit"');
    expect(run.metric("wait.mean", "class:heavy")).toBeLessThan(
      0.2 * anywhere.metric("wait.mean", "class:heavy"),
    );
    endsAllWell(run);
  },
  idempotency: (run, again) => {
    const keyed = again("tenants.0.workloads.1.idempotent=true");
    expect(run.metric("duplicates")).toBeGreaterThan(0);
    expect(run.world.outside.suppressed).toBeGreaterThan(0);
    expect(run.world.outside.doubled).toBeGreaterThan(0);
    expect(keyed.world.outside.doubled).toBe(0);
    endsAllWell(run);
  },
};

const NAMES = readdirSync("scenarios/parts").map((file) => file.replace(".json", ""));

test("every part has a claim to show", () => {
  expect(Object.keys(CLAIMS).sort()).toEqual(NAMES.sort());
});

describe.each(NAMES)("%s", (name) => {
  const run = watch(`parts/${name}`);

  test(run.scenario.description, () => {
    expect(run.metric("lost")).toBe(0);
    CLAIMS[name]!(run, (...set) => watch(`parts/${name}`, set));
  });
});

function endsAllWell(run: Watched): void {
  expect(run.metric("done")).toBe(run.metric("admitted"));
}
