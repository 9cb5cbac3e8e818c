/** The control plane as a file writes it: what arrives in the model, and what contradicts itself. */
import { describe, expect, test } from "vitest";
import { DAY, HOUR, MILLISECOND, MINUTE, NEVER, SECOND } from "../../src/engine/time.ts";
import { type Json, job, load, problemOf, problemsOf, sample, tenant } from "./sample.ts";

const MACHINES = [
  { name: "e", count: 2, datacenter: "east" },
  { name: "w", datacenter: "west" },
];

function withControl(control: Json): Json {
  return sample({ machines: MACHINES, control });
}

const specOf = (control: Json) => load(withControl(control)).cluster.control;

describe("what a file says arrives in the model", () => {
  test("nodes, their heartbeats and leases", () => {
    const { limiter, submitters, manager } = specOf({
      limiter: { nodes: 3, portion: "10%", lease: "2s" },
      submitters: { nodes: 4, heartbeat: "1s", timeout: "5s" },
      manager: { replicas: 5, lease: "3s", every: "500ms" },
    });
    expect(limiter).toEqual({ nodes: 3, portion: 0.1, lease: 2 * SECOND });
    expect(submitters).toEqual({ nodes: 4, heartbeat: { every: SECOND, timeout: 5 * SECOND } });
    expect(manager).toEqual({ replicas: 5, lease: 3 * SECOND, every: 500 * MILLISECOND });
  });

  test("the store", () => {
    const control = {
      store: { latency: { dist: "exponential", mean: "5ms" }, gather: "1ms", keysFor: "1h" },
    };
    const { store, cluster } = load(withControl(control));
    expect(store).toEqual({
      latency: { dist: "exponential", mean: 5 * MILLISECOND },
      gather: MILLISECOND,
    });
    expect(cluster.control.store.keysFor).toBe(HOUR);
    expect(specOf({}).store.keysFor).toBe(DAY);
  });

  test("the queues", () => {
    const queues = {
      backoff: { first: "1s" },
      visibility: "30s",
      renews: false,
      maxWait: "1h",
      executionCap: "10m",
      deadlyAfter: 3,
    };
    const { retry, queues: spec } = specOf({ queues });
    expect(retry).toEqual({ first: SECOND, factor: 2, limit: HOUR });
    expect(spec).toEqual({
      visibility: 30 * SECOND,
      renews: false,
      maxWait: HOUR,
      executionCap: 10 * MINUTE,
      deadlyAfter: 3,
    });
  });

  test("the monitor, with what it scales and what energy costs", () => {
    const autoscale = { every: "30s", target: 1.5, least: 2, boot: "1m", shutdown: "10s" };
    const monitor = { heartbeat: "1s", timeout: "3s", unusedAfter: "1h", usageEvery: "10s", autoscale };
    const { cluster, power, usageEvery } = load(withControl({ monitor: { ...monitor, prices: [0.5, 2] } }));
    expect(cluster.control.monitor).toEqual({
      heartbeat: { every: SECOND, timeout: 3 * SECOND },
      unusedAfter: HOUR,
      autoscale: { every: 30 * SECOND, target: 1.5, least: 2 },
    });
    expect(cluster.control.prices).toEqual([0.5, 2]);
    expect(power).toEqual({ boot: MINUTE, shutdown: 10 * SECOND });
    expect(usageEvery).toBe(10 * SECOND);
  });

  test("autoscaling needs nothing said about it but its name", () => {
    expect(specOf({ monitor: { autoscale: {} } }).monitor.autoscale).toEqual({
      every: MINUTE,
      target: 1.25,
      least: 1,
    });
  });

  test("the network and the clients behind it", () => {
    const { network, clients } = load(
      withControl({
        network: {
          clients: "10ms",
          machines: { dist: "uniform", min: "1ms", max: "2ms" },
          between: "40ms",
          home: "west",
          loss: "1%",
          duplicate: "2%",
          resend: "250ms",
        },
        clients: { timeout: "5s", tries: 4, backoff: "2s", retryRefused: true },
      }),
    );
    expect(network).toEqual({
      clients: { dist: "constant", value: 10 * MILLISECOND },
      machines: { dist: "uniform", low: MILLISECOND, high: 2 * MILLISECOND },
      between: 40 * MILLISECOND,
      home: "west",
      loss: 0.01,
      duplication: 0.02,
      resend: 250 * MILLISECOND,
    });
    expect(clients).toEqual({ timeout: 5 * SECOND, tries: 4, backoff: 2 * SECOND, retriesRefused: true });
    expect(load(withControl({ clients: { tries: 2 } })).clients.timeout).toBe(NEVER);
  });

  test("a latency of 0s is none", () => {
    const { network, store } = load(
      withControl({ network: { clients: "0s", machines: 0 }, store: { latency: "0s" } }),
    );
    expect([network.clients, network.machines, store.latency]).toEqual([null, null, null]);
  });

  test("isolation, and where a tenant's clients are", () => {
    const { isolation, cluster } = load(
      sample({
        machines: MACHINES,
        isolation: false,
        tenants: [{ ...tenant(job()), count: 2, datacenter: "west" }],
      }),
    );
    expect(isolation).toBe(false);
    expect(cluster.tenants.map(({ datacenter }) => datacenter)).toEqual(["west", "west"]);
  });

  test("ids have nothing to set", () => {
    expect(specOf({ ids: {} })).toEqual(specOf({}));
  });
});

describe("what a workload says of how its tasks run", () => {
  const taskOf = (changes: Json) => load(sample({ tenants: [tenant(job(changes))] })).workloads[0]!.tasks[0]!;

  test("checkpoints, by time or by stage", () => {
    expect(taskOf({ checkpoint: { every: "1m", cost: "2s" } })).toMatchObject({
      checkpoint: { every: MINUTE, stages: 0, cost: 2 * SECOND },
      template: { checkpoints: true },
    });
    expect(taskOf({ checkpoint: { stages: 4 } })).toMatchObject({
      checkpoint: { every: NEVER, stages: 4, cost: 0 },
      template: { checkpoints: true },
    });
  });

  test("overuse and estimate", () => {
    expect(taskOf({ overuse: { chance: "5%", factor: 3 }, estimate: "1m" })).toMatchObject({
      overuse: { chance: 0.05, factor: 3 },
      template: { estimate: MINUTE },
    });
  });

  test("a dependant is cancelled with what it waits for, or runs anyway", () => {
    const runsAnyway = (rule: Json) => {
      const after = { class: "after", dependsOn: ["job"], duration: "1s", ...rule };
      return load(sample({ tenants: [tenant(job(), after)] })).workloads[0]!.tasks[1]!.template.runsAnyway;
    };
    expect(runsAnyway({})).toBe(false);
    expect(runsAnyway({ onParentFailure: "cancel" })).toBe(false);
    expect(runsAnyway({ onParentFailure: "run" })).toBe(true);
  });

  test("what depends on nothing has no rule for it", () => {
    expect(problemOf(sample({ tenants: [tenant(job({ onParentFailure: "run" }))] }))).toMatchObject({
      path: "tenants[0].workloads[0].onParentFailure",
      message: expect.stringMatching(/dependsOn/),
    });
  });
});

describe("what contradicts itself is refused", () => {
  test.each([
    [{ submitters: { heartbeat: "1s" } }, "control.submitters.timeout"],
    [{ submitters: { heartbeat: "2s", timeout: "2s" } }, "control.submitters.timeout"],
    [{ monitor: { heartbeat: "2s", timeout: "1s" } }, "control.monitor.timeout"],
    [{ manager: { lease: "1s" } }, "control.manager.lease"],
    [{ manager: { every: "10s" } }, "control.manager.lease"],
    [{ monitor: { autoscale: { least: 4 } } }, "control.monitor.autoscale.least"],
  ])("%j at %s", (control, path) => {
    expect(problemOf(withControl(control)).path).toBe(path);
  });

  test("and what does not is not", () => {
    expect(
      problemsOf(
        withControl({
          submitters: { timeout: "5s" },
          monitor: { timeout: "5s", autoscale: { least: 3 } },
          manager: { lease: "1001ms" },
        }),
      ),
    ).toEqual([]);
  });

  test("a datacenter that is nowhere, with the one that was meant", () => {
    expect(problemOf(withControl({ network: { home: "wset" } }))).toEqual({
      path: "control.network.home",
      found: '"wset"',
      message: "no such datacenter; there are east, west",
      suggestion: '"west"',
    });
    const file = sample({ machines: MACHINES, tenants: [{ ...tenant(job()), datacenter: "eest" }] });
    expect(problemOf(file)).toMatchObject({ path: "tenants[0].datacenter", suggestion: '"east"' });
  });

  test("all of it at once", () => {
    const file = withControl({
      submitters: { heartbeat: "1s" },
      manager: { lease: "1s" },
      network: { home: "north" },
      monitor: { autoscale: { least: 9 } },
    });
    expect(problemsOf(file)).toHaveLength(4);
  });
});
