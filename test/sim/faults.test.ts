/** Every scenario of a fault shows what its sentence says, and loses nothing. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Again, Alert, Notice } from "../../src/cluster/ports.ts";
import { SECOND } from "../../src/engine/time.ts";
import { FAULTS, type FaultKind } from "../../src/scenario/model.ts";
import { type Watched, watch } from "../support/watched.ts";

const CLAIMS: Record<FaultKind, (run: Watched) => void> = {
  "machine-crash": (run) => {
    const { records } = run.world.recoveries;
    expect(records).toHaveLength(3);
    for (const { at, noticedAt } of records) {
      // Three seconds after the last heartbeat, of which there is one in each second.
      expect((noticedAt - at) / SECOND).toBeGreaterThan(2);
      expect((noticedAt - at) / SECOND).toBeLessThanOrEqual(3);
    }
    expect(run.seen.again.get(Again.machineLost)).toBeGreaterThan(5);
    endsAllWell(run);
  },
  "machine-pause": (run) => {
    expect(run.seen.again.get(Again.machineLost)).toBeGreaterThan(0);
    refusesReports(run);
    endsAllWell(run);
  },
  "machine-restart": (run) => {
    const { records } = run.world.recoveries;
    expect(records.some(({ recovered }) => recovered > 0)).toBe(true);
    // Half a second after each crash it is back and is known to have lost what it ran: nobody waited for a timeout.
    for (const { at, noticedAt } of records) expect((noticedAt - at) / SECOND).toBeLessThan(0.6);
    endsAllWell(run);
  },
  "machine-slow": (run) => {
    const ideal = watch("faults/machine-slow", ["faults=[]"]);
    expect(run.metric("response.p99", "class:order")).toBeGreaterThan(
      1.3 * ideal.metric("response.p99", "class:order"),
    );
    expect(run.metric("capped")).toBeGreaterThan(0);
    expect(run.seen.notices.get(Notice.capped)).toBe(run.metric("capped"));
  },
  "machine-disk-lost": (run) => {
    const crash = watch("faults/machine-disk-lost", ['faults.0.kind="machine-crash"', 'faults.0.for="1s"']);
    expect(run.seen.again.get(Again.machineLost)).toBeGreaterThan(5);
    expect(run.seen.resumed).toBe(0);
    expect(crash.seen.resumed).toBeGreaterThan(0);
    endsAllWell(run);
  },
  "machine-refuses": (run) => {
    expect(run.seen.again.get(Again.refused)).toBeGreaterThan(20);
    expect(run.metric("dead")).toBe(0);
    endsAllWell(run);
  },
  "machine-leak": (run) => {
    const ideal = watch("faults/machine-leak", ["faults=[]"]);
    expect(run.metric("utilization.cpu")).toBeGreaterThan(ideal.metric("utilization.cpu"));
    expect(run.seen.again.get(Again.machineLost)).toBeGreaterThan(5);
    expect(run.world.outside.suppressed).toBe(run.seen.again.get(Again.machineLost));
    endsAllWell(run);
  },
  "machine-slow-release": (run) => {
    const ideal = watch("faults/machine-slow-release", ["faults=[]"]);
    expect(run.metric("utilization.cpu")).toBeGreaterThan(1.1 * ideal.metric("utilization.cpu"));
    endsAllWell(run);
  },
  "machine-stale": (run) => {
    expect(run.seen.again.get(Again.refused)).toBeGreaterThan(20);
    expect(run.metric("attempts.mean")).toBeLessThan(2);
    endsAllWell(run);
  },
  "network-loss": (run) => {
    expect(run.world.wire.resent).toBeGreaterThan(100);
    refusesReports(run);
    endsAllWell(run);
  },
  "network-delay": (run) => {
    expect(run.seen.alerts.get(Alert.machineDown)).toBeGreaterThan(0);
    expect(run.world.recoveries.records).toEqual([]);
    refusesReports(run);
    endsAllWell(run);
  },
  "network-duplicate": (run) => {
    expect(run.world.wire.doubled).toBeGreaterThan(100);
    expect(run.metric("attempts.mean")).toBe(1);
    refusesReports(run);
    endsAllWell(run);
  },
  "network-reorder": (run) => {
    expect(run.world.wire.startsIgnored).toBeGreaterThan(0);
    expect(run.metric("cancelled")).toBeGreaterThan(50);
    expect(run.metric("failed")).toBe(0);
  },
  "network-cut-to": (run) => {
    expect(run.seen.fencedAttempts).toBeGreaterThan(5);
    expect(run.seen.again.get(Again.unconfirmed)).toBe(run.seen.fencedAttempts);
    expect(run.seen.alerts.get(Alert.machineDown)).toBeUndefined();
    endsAllWell(run);
  },
  "network-cut-from": (run) => {
    expect(run.seen.alerts.get(Alert.machineDown)).toBe(5);
    expect(run.world.outside.suppressed).toBeGreaterThan(5);
    refusesReports(run);
    endsAllWell(run);
  },
  "network-partition": (run) => {
    expect(run.seen.alerts.get(Alert.machineDown)).toBe(5);
    expect(run.world.outside.suppressed).toBeGreaterThan(0);
    refusesReports(run);
    endsAllWell(run);
  },
  "network-clog": (run) => {
    expect(run.world.wire.resent).toBeGreaterThan(100);
    refusesReports(run);
    endsAllWell(run);
  },
  "submitter-crash": (run) => {
    const { records } = run.world.recoveries;
    expect(records.length).toBeGreaterThan(0);
    expect(records.some(({ recovered }) => recovered > 0)).toBe(true);
    expect(run.world.door.lostWithNode).toBeGreaterThan(0);
    expect(run.world.door.gaveUp).toBe(0);
    endsAllWell(run);
  },
  "submitter-silent": (run) => {
    expect(run.seen.handOvers).toBeGreaterThan(0);
    expect(run.world.door.lostWithNode).toBe(0);
    expect(run.seen.alerts.get(Alert.submitterDown)).toBe(1);
    expect(run.seen.alerts.get(Alert.submitterUp)).toBe(1);
    endsAllWell(run);
  },
  "submitter-leave": (run) => {
    expect(run.seen.handOvers).toBeGreaterThan(0);
    expect(run.world.door.lostWithNode).toBe(0);
    const meanwhile = (time: number) => time > 31 && time < 60;
    const nodes = run.seen.ids.filter((_, i) => meanwhile(run.seen.submittedAt[i]!)).map(({ node }) => node);
    expect(new Set(nodes)).toEqual(new Set([0, 2]));
    endsAllWell(run);
  },
  "submitter-rewind": (run) => {
    // Had it trusted its clock, the node would have given out ids of five seconds before its crash.
    expectUniqueIds(run);
    endsAllWell(run);
  },
  "limiter-crash": keepsToItsPlan,
  "limiter-cut": keepsToItsPlan,
  "limiter-amnesia": keepsToItsPlan,
  "clock-step": (run) => {
    expectUniqueIds(run);
    keepsToItsPlan(run);
  },
  "clock-drift": keepsToItsPlan,
  "id-burst": (run) => {
    expectUniqueIds(run);
    endsAllWell(run);
  },
  "manager-crash": (run) => {
    expect(run.world.managers.elections).toBe(1);
    expect(run.world.scheduler.members.term).toBe(2);
    const { at, noticedAt } = run.world.recoveries.records[0]!;
    expect((noticedAt - at) / SECOND).toBeGreaterThan(2);
    expect((noticedAt - at) / SECOND).toBeLessThan(4);
    endsAllWell(run);
  },
  "manager-pause": (run) => {
    expect(run.world.managers.elections).toBe(1);
    expect(run.world.log.fenced).toBeGreaterThan(0);
    expect(run.metric("attempts.mean")).toBe(1);
    endsAllWell(run);
  },
  "manager-cut": (run) => {
    expect(run.world.managers.elections).toBe(1);
    expect(run.world.scheduler.members.term).toBe(2);
    expect(run.world.log.fenced).toBe(0);
    endsAllWell(run);
  },
  "store-slow": (run) => {
    const ideal = watch("faults/store-slow", ["faults=[]"]);
    expect(run.metric("wait.max")).toBeGreaterThan(5 * ideal.metric("wait.max"));
    endsAllWell(run);
  },
  "store-stall": (run) => {
    expect(run.world.door.repeated).toBeGreaterThan(50);
    expect(admittedBetween(run, 30.1, 39.9)).toBe(0);
    endsAllWell(run);
  },
  "store-outage": (run) => {
    expect(admittedBetween(run, 30.1, 39.9)).toBe(0);
    expect(admittedBetween(run, 40, 60)).toBeGreaterThan(50);
    expect(run.world.log.dropped).toBeGreaterThan(50);
    endsAllWell(run);
  },
  "store-unknown": (run) => {
    expect(run.world.log.unknown).toBeGreaterThan(50);
    expect(run.metric("attempts.mean")).toBe(1);
    expectUniqueIds(run);
    endsAllWell(run);
  },
  "store-crash": (run) => {
    expect(run.world.log.dropped).toBeGreaterThan(50);
    expect(run.world.door.gaveUp).toBe(0);
    endsAllWell(run);
  },
  "store-full": (run) => {
    expect(run.world.door.gaveUp).toBeGreaterThan(10);
    expect(admittedBetween(run, 30.1, 44.9)).toBe(0);
    expect(admittedBetween(run, 45, 60)).toBeGreaterThan(50);
    endsAllWell(run);
  },
  "queue-duplicate": (run) => {
    expect(run.metric("attempts.mean")).toBe(1);
    refusesReports(run);
    endsAllWell(run);
  },
  "queue-late": (run) => {
    expect(run.seen.fencedAttempts).toBeGreaterThan(50);
    expect(run.world.wire.startsIgnored).toBeGreaterThan(50);
    expect(run.world.outside.suppressed).toBe(0);
    endsAllWell(run);
  },
  "queue-reorder": (run) => {
    expect(run.seen.tooEarly).toBe(0);
    endsAllWell(run);
  },
  "ack-loss": (run) => {
    expect(run.world.door.repeated).toBeGreaterThan(50);
    refusesReports(run);
    expect(run.world.outside.doubled).toBe(0);
    endsAllWell(run);
  },
  "task-hang": (run) => {
    expect(run.metric("capped")).toBeGreaterThan(5);
    expect(run.seen.notices.get(Notice.capped)).toBe(run.metric("capped"));
  },
  "task-ignores-stop": (run) => {
    const obedient = watch("faults/task-ignores-stop", ["faults=[]"]);
    expect(run.metric("capped")).toBeGreaterThan(50);
    expect(run.metric("utilization.cpu")).toBeGreaterThan(1.1 * obedient.metric("utilization.cpu"));
  },
  "task-fails": (run) => {
    expect(run.seen.again.get(Again.failed)).toBeGreaterThan(50);
    expect(run.metric("dead")).toBeGreaterThan(5);
    expect(run.seen.notices.get(Notice.deadLettered)).toBe(run.metric("dead"));
  },
  "task-overuse": (run) => {
    const modest = watch("faults/task-overuse", ["faults=[]"]);
    const overused = run.seen.notices.get(Notice.overused)!;
    expect(overused).toBeGreaterThan(10);
    expect(run.metric("failed")).toBe(overused);
    expect(run.metric("response.mean", "class:report")).toBeGreaterThan(
      modest.metric("response.mean", "class:report"),
    );
  },
  "task-kills-host": (run) => {
    expect(run.metric("dead", "class:poison")).toBe(run.metric("submitted", "class:poison"));
    expect(run.seen.alerts.get(Alert.deadlyTask)).toBe(run.metric("dead"));
    const crashes = run.result.timeline.faults.filter(({ kind }) => kind === "machine-crash");
    expect(crashes).toHaveLength(3 * run.metric("dead"));
    expect(run.metric("done", "class:order")).toBe(run.metric("submitted", "class:order"));
  },
  "task-lies": (run) => {
    expect(run.world.outside.missing).toBeGreaterThan(5);
    expect(run.metric("done")).toBe(run.world.outside.applied + run.world.outside.missing);
    expect(run.seen.tooEarly).toBe(0);
    endsAllWell(run);
  },
  "task-output": (run) => {
    const terse = watch("faults/task-output", ["faults=[]"]);
    expect(run.seen.again.get(Again.failed)).toBeGreaterThan(20);
    expect(run.metric("response.p99", "class:report")).toBeLessThan(
      1.05 * terse.metric("response.p99", "class:report"),
    );
    endsAllWell(run);
  },
  "checkpoint-corrupt": (run) => {
    expect(run.seen.resumed).toBeGreaterThan(0);
    expect(run.seen.beganAnew).toBeGreaterThan(0);
    endsAllWell(run);
  },
  "client-duplicate": (run) => {
    expect(run.world.door.repeated).toBeGreaterThan(50);
    expect(run.world.outside.applied).toBe(run.metric("done"));
    endsAllWell(run);
  },
  "client-gone": (run) => {
    expect(run.world.door.gone).toBeGreaterThan(50);
    endsAllWell(run);
  },
  "client-flood": (run) => {
    const calm = watch("faults/client-flood", ["faults=[]"]);
    expect(run.metric("rejected", "class:flood")).toBeGreaterThan(100);
    expect(run.metric("rejected", "class:order")).toBe(calm.metric("rejected", "class:order"));
    expect(run.metric("wait.p99", "class:order")).toBeLessThan(calm.metric("wait.p99", "class:order") + 0.1);
    keepsToItsPlan(run);
  },
  "client-malformed": (run) => {
    const refused = run.seen.notices.get(Notice.malformed)!;
    expect(refused).toBeGreaterThan(10);
    expect(run.metric("rejected")).toBe(refused);
    endsAllWell(run);
  },
  "client-cancel": (run) => {
    expect(run.seen.notices.get(Notice.cancelled)).toBeGreaterThan(50);
    expect(run.seen.notices.get(Notice.parentFailed)).toBeGreaterThan(20);
    expect(run.seen.tooEarly).toBe(0);
  },
};

describe.each(Object.keys(FAULTS) as FaultKind[])("%s", (kind) => {
  const { description } = JSON.parse(readFileSync(`scenarios/faults/${kind}.json`, "utf8")) as {
    readonly description: string;
  };

  test(description, () => {
    const run = watch(`faults/${kind}`);
    expect(run.world.faults.fired[kind]).toBeGreaterThan(0);
    expect(run.result.timeline.faults.map((fault) => fault.kind)).toContain(kind);
    expect(run.metric("lost")).toBe(0);
    const ends = ["done", "failed", "dead", "cancelled"].map((end) => run.metric(end));
    expect(ends.reduce((sum, count) => sum + count)).toBe(run.metric("admitted"));
    expect(run.metric("done")).toBeGreaterThan(100);
    // Of tasks that carry a key, no effect takes place twice.
    expect(run.world.outside.doubled).toBe(0);
    CLAIMS[kind](run);
  });
});

function endsAllWell(run: Watched): void {
  expect(run.metric("done")).toBe(run.metric("admitted"));
}

/** Reports or deliveries came under an old token, and were refused. */
function refusesReports(run: Watched): void {
  expect(run.metric("duplicates")).toBeGreaterThan(0);
}

function expectUniqueIds(run: Watched): void {
  const { ids } = run.seen;
  expect(new Set(ids.map(({ time, tail }) => `${time} ${tail}`)).size).toBe(ids.length);
  for (const node of new Set(ids.map((id) => id.node))) {
    const own = ids.filter((id) => id.node === node);
    own.slice(1).forEach((id, i) => {
      const last = own[i]!;
      expect(id.time > last.time || (id.time === last.time && id.tail > last.tail)).toBe(true);
    });
  }
}

/** In every window no tenant was given more than its burst and its rate, and one token of slack for the way in. */
function keepsToItsPlan(run: Watched): void {
  const { plans, tenants } = run.scenario.cluster;
  expect(run.metric("rejected")).toBeGreaterThan(0);
  run.seen.admissions.forEach((times, tenant) => {
    const { ticksPerTask, burst } = plans[tenants[tenant]!.plan]!;
    if (ticksPerTask === 0) return;
    expect(times.length).toBeGreaterThan(50);
    const excesses = times.map((from, i) => {
      const over = times.slice(i).map((to, j) => j + 1 - ((to - from) * SECOND) / ticksPerTask - burst);
      return Math.max(...over);
    });
    expect(Math.max(...excesses)).toBeLessThanOrEqual(1);
  });
  endsAllWell(run);
}

function admittedBetween(run: Watched, from: number, to: number): number {
  return run.seen.submittedAt.filter((time) => time > from && time < to).length;
}
