/** Every kind of mistake in the shape of a file has its path, what is allowed, and what was probably meant. */
import { describe, expect, test } from "vitest";
import { loadScenario } from "../../src/scenario/load.ts";
import { anyPolicy, type Json, job, problemOf, problemsOf, sample, tenant } from "./sample.ts";

const JOB = "tenants[0].workloads[0]";

function withJob(changes: Json): Json {
  return sample({ tenants: [tenant(job(changes))] });
}

function withArrivals(arrivals: unknown): Json {
  return withJob({ arrivals });
}

function withDuration(duration: unknown): Json {
  return withJob({ duration });
}

test("the least scenario has no problem", () => {
  expect(problemsOf(sample())).toEqual([]);
});

describe("the whole", () => {
  test.each([
    ["a list", [], { path: "", found: "[]", message: "expected an object { … }" }],
    ["a number", 5, { path: "", found: "5" }],
    ["null", null, { path: "", found: "null" }],
  ])("%s is no scenario", (_, file, problem) => {
    expect(problemOf(file)).toMatchObject(problem);
  });

  test("what is missing is named, all at once", () => {
    expect(problemsOf({}).map(({ path }) => path)).toEqual(["name", "stop", "tenants", "machines"]);
    for (const { message } of problemsOf({})) expect(message).toMatch(/^missing; expected /);
  });

  test("problems in many places are all reported, whatever their kind", () => {
    const file = sample({
      name: 7,
      seed: -1,
      tenants: [tenant(job({ duration: "5x" }), job({ class: "b", arrivals: { process: "fixd" } }))],
      machines: [{ name: "m", cpus: 4 }],
      control: { batcher: { every: true } },
    });
    expect(problemsOf(file).map(({ path }) => path)).toEqual([
      "name",
      "seed",
      "tenants[0].workloads[0].duration",
      "tenants[0].workloads[1].arrivals.process",
      "machines[0].cpus",
      "control.batcher.every",
    ]);
  });

  test("no message speaks the schema library's language", () => {
    const strange: unknown[] = [null, true, -1, 1.5, "", "x", [], [1], {}, { x: 1 }];
    const keys = [
      "name",
      "seed",
      "start",
      "stop",
      "warmup",
      "plans",
      "tiers",
      "tenants",
      "machines",
      "policy",
    ];
    for (const key of [...keys, "control", "isolation", "faults", "description", "$schema"]) {
      for (const value of strange) {
        for (const { message } of problemsOf(sample({ [key]: value }))) {
          expect(message).not.toMatch(/invalid|input|received|undefined|union|\bNaN\b|something else/i);
        }
      }
    }
  });
});

describe("unknown keys", () => {
  test.each([
    [sample({ sed: 1 }), "sed", '"seed"'],
    [withJob({ dealyTolerance: "1s" }), `${JOB}.dealyTolerance`, '"delayTolerance"'],
    [withJob({ resources: { cpus: 1 } }), `${JOB}.resources.cpus`, '"cpu"'],
    [withArrivals({ process: "poisson", rate: 1, rates: 1 }), `${JOB}.arrivals.rates`, '"rate"'],
    [withDuration({ dist: "constant", value: 1, vlaue: 1 }), `${JOB}.duration.vlaue`, '"value"'],
    [sample({ machines: [{ name: "m", Speed: 2 }] }), "machines[0].Speed", '"speed"'],
    [sample({ plans: { a: { limits: "1/s" } } }), "plans.a.limits", '"limit"'],
    [sample({ control: { monitor: { timeot: 1 } } }), "control.monitor.timeot", '"timeout"'],
    [sample({ control: { limitr: {} } }), "control.limitr", '"limiter"'],
    [sample({ control: { manager: { replica: 3 } } }), "control.manager.replica", '"replicas"'],
    [sample({ control: { ids: { nodes: 3 } } }), "control.ids.nodes", undefined],
    [sample({ tenants: [{ ...tenant(job()), datacentre: "x" }] }), "tenants[0].datacentre", '"datacenter"'],
    [withJob({ checkpoint: { evry: "1s" } }), `${JOB}.checkpoint.evry`, '"every"'],
    [sample({ faults: [{ kind: "machine-slow", at: 0, fator: 2 }] }), "faults[0].fator", '"factor"'],
  ])("%#: a mistyped key gets the right one suggested", (file, path, suggestion) => {
    const [problem] = problemsOf(file);
    expect(problem).toMatchObject({ path, message: expect.stringMatching(/^unknown key;/) });
    expect(problem!.suggestion).toBe(suggestion);
  });

  test("a key like nothing else gets the allowed ones listed and no suggestion", () => {
    const problem = problemOf(sample({ stop: { time: "1h", banana: 1 } }));
    expect(problem).toEqual({
      path: "stop.banana",
      found: "1",
      message: "unknown key; allowed here: time, tasks",
    });
  });

  test.each(["trace", "format"])("a workload's %s is not modelled yet", (key) => {
    expect(problemOf(withJob({ [key]: "x" }))).toMatchObject({
      path: `${JOB}.${key}`,
      message: /not modelled yet/,
    });
  });

  test.each(["__proto__", "constructor", "prototype"])("%s changes nothing and is an unknown key", (key) => {
    const text = JSON.stringify(sample()).replace('"cpu":4', `"cpu":4,"${key}":{"speed":9}`);
    const inMachine = problemsOf(JSON.parse(text));
    expect(inMachine).toEqual([{ path: `machines[0].${key}`, message: "unknown key" }]);
    expect(problemsOf(JSON.parse(`{"plans":{"${key}":{"limit":"1/s"}}}`))).toContainEqual({
      path: `plans.${key}`,
      message: "unknown key",
    });
    expect(problemsOf(sample({ policy: JSON.parse(`{"name":"fifo","${key}":1}`) }))).toHaveLength(1);
    expect(({} as Json).speed).toBeUndefined();
  });

  test("a nesting without end is refused", () => {
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const text = JSON.stringify(sample({ policy: { name: "fifo", deep: 0 } })).replace(
      '"deep":0',
      `"deep":${deep}`,
    );
    expect(loadScenario(text, { policies: anyPolicy })).toMatchObject({
      problems: [{ path: "policy.deep[0][0]", message: "nested too deeply" }],
    });
  });
});

describe("choices", () => {
  test.each([
    [withArrivals({ process: "poison", rate: 1 }), `${JOB}.arrivals.process`, '"poisson"'],
    [withDuration({ dist: "log-normal", mean: 1, cv: 1 }), `${JOB}.duration.dist`, '"lognormal"'],
    [withJob({ dependsOn: { shape: "chian", tasks: 2 } }), `${JOB}.dependsOn.shape`, '"chain"'],
    [withJob({ schedule: "dayly" }), `${JOB}.schedule`, '"daily"'],
    [withJob({ schedule: "daily", missed: "lats" }), `${JOB}.missed`, '"last"'],
    [sample({ faults: [{ kind: "machine-crsh", at: 0 }] }), "faults[0].kind", '"machine-crash"'],
  ])("%#: a mistyped choice gets the right one suggested", (file, path, suggestion) => {
    const problem = problemOf(file);
    expect(problem).toMatchObject({ path, suggestion, message: expect.stringMatching(/^expected one of /) });
  });

  test("a missing choice is said to be missing, with the key that was perhaps meant", () => {
    expect(problemOf(withArrivals({ rate: 1 }))).toEqual({
      path: `${JOB}.arrivals.process`,
      message: "missing; expected one of poisson, fixed, uniform, batch, mmpp, diurnal, closed, trace",
    });
    expect(problemOf(withArrivals({ proces: "poisson", rate: 1 }))).toMatchObject({
      suggestion: '"process" for "proces"',
    });
  });
});

describe("where several forms are allowed, the form meant is judged", () => {
  test.each([
    [sample({ policy: 4 }), "policy", /^expected the name of a policy, or an object/],
    [sample({ policy: { k: 4 } }), "policy.name", /^missing; expected a name/],
    [sample({ policy: { name: 4 } }), "policy.name", /^expected a name/],
    [sample({ policy: "" }), "policy", /^expected a name/],
    [withJob({ resources: 5 }), `${JOB}.resources`, /^expected the name of a tier, or a vector/],
    [withJob({ resources: { cpu: "1" } }), `${JOB}.resources.cpu`, /^expected a number of cores/],
    [withJob({ dependsOn: 5 }), `${JOB}.dependsOn`, /^expected a list of classes .*, or a shape/],
    [withJob({ dependsOn: [5] }), `${JOB}.dependsOn[0]`, /^expected a name/],
    [withJob({ dependsOn: [] }), `${JOB}.dependsOn`, /^needs at least one class/],
    [withDuration(true), `${JOB}.duration`, /^expected a duration .* or an object/],
    [withDuration("5x"), `${JOB}.duration`, /^no such unit as "x"; expected a duration/],
    [withDuration({ dist: "exponential", mean: "5x" }), `${JOB}.duration.mean`, /^no such unit/],
    [withDuration({ dist: "exponential" }), `${JOB}.duration.mean`, /^missing; expected a duration/],
    [withArrivals("90/s"), `${JOB}.arrivals`, /^expected an object such as/],
    [
      sample({ faults: [{ kind: "machine-crash", at: 0, count: "1x" }] }),
      "faults[0].count",
      /share.* or "all"/,
    ],
    [
      sample({ faults: [{ kind: "machine-crash", at: 0, count: 0.1 }] }),
      "faults[0].count",
      /share.* or "all"/,
    ],
    [
      sample({ faults: [{ kind: "machine-crash", at: 0, count: {} }] }),
      "faults[0].count",
      /share.* or "all"/,
    ],
  ])("%#", (file, path, message) => {
    expect(problemOf(file)).toMatchObject({ path, message: expect.stringMatching(message) });
  });
});

describe("amounts out of range", () => {
  test.each([
    [sample({ seed: 1.5 }), "seed"],
    [sample({ start: "yesterday" }), "start"],
    [sample({ start: "2026-02-30T00:00:00Z" }), "start"],
    [sample({ start: "2026-01-01T00:00:00+01:00" }), "start"],
    [sample({ stop: {} }), "stop"],
    [sample({ stop: { time: "0s" } }), "stop.time"],
    [sample({ stop: { tasks: 0 } }), "stop.tasks"],
    [sample({ tenants: [] }), "tenants"],
    [sample({ tenants: [tenant()] }), "tenants[0].workloads"],
    [sample({ machines: [] }), "machines"],
    [sample({ machines: [{ name: "m", cpu: 0 }] }), "machines[0].cpu"],
    [sample({ machines: [{ name: "m", speed: 0 }] }), "machines[0].speed"],
    [sample({ machines: [{ name: "m", count: 0 }] }), "machines[0].count"],
    [sample({ machines: [{ name: "m", count: 1e9 }] }), "machines[0].count"],
    [sample({ machines: [{ name: "m", cost: -1 }] }), "machines[0].cost"],
    [sample({ machines: [{ name: " m" }] }), "machines[0].name"],
    [withJob({ resources: { cpu: 0.0005 } }), `${JOB}.resources.cpu`],
    [withJob({ resources: { cpu: -1 } }), `${JOB}.resources.cpu`],
    [withJob({ resources: { ports: 1.5 } }), `${JOB}.resources.ports`],
    [withJob({ attempts: 0 }), `${JOB}.attempts`],
    [withJob({ failure: "120%" }), `${JOB}.failure`],
    [withJob({ executionCap: "0s" }), `${JOB}.executionCap`],
    [withJob({ copies: 20_000 }), `${JOB}.copies`],
    [withJob({ idempotent: "yes" }), `${JOB}.idempotent`],
    [sample({ plans: { a: { limit: "0/s" } } }), "plans.a.limit"],
    [sample({ plans: { a: { burst: 0 } } }), "plans.a.burst"],
    [sample({ control: { queues: { backoff: { factor: 0.5 } } } }), "control.queues.backoff.factor"],
    [sample({ control: { monitor: { peak: 80 } } }), "control.monitor.peak"],
    [sample({ control: { submitters: { nodes: 0 } } }), "control.submitters.nodes"],
    [sample({ faults: [{ kind: "machine-crash" }] }), "faults[0]"],
    [sample({ faults: [{ kind: "machine-slow", at: 0, factor: 0 }] }), "faults[0].factor"],
    [sample({ faults: [{ kind: "task-hang", at: 0, chance: 0 }] }), "faults[0].chance"],
    [sample({ faults: [{ kind: "task-hang", at: 0, chance: "101%" }] }), "faults[0].chance"],
    [sample({ faults: [{ kind: "clock-step", at: 0, by: "-5x" }] }), "faults[0].by"],
    [withJob({ estimate: "0s" }), `${JOB}.estimate`],
    [withJob({ checkpoint: {} }), `${JOB}.checkpoint`],
    [withJob({ checkpoint: { every: "1s", stages: 2 } }), `${JOB}.checkpoint`],
    [withJob({ checkpoint: { every: "0s" } }), `${JOB}.checkpoint.every`],
    [withJob({ checkpoint: { stages: 0 } }), `${JOB}.checkpoint.stages`],
    [withJob({ overuse: { chance: 0, factor: 2 } }), `${JOB}.overuse.chance`],
    [withJob({ overuse: { chance: "1%", factor: 1 } }), `${JOB}.overuse.factor`],
    [withJob({ overuse: { chance: "1%" } }), `${JOB}.overuse.factor`],
    [withJob({ onParentFailure: "skip" }), `${JOB}.onParentFailure`],
    [sample({ isolation: "no" }), "isolation"],
    [sample({ control: { limiter: { portion: 0 } } }), "control.limiter.portion"],
    [sample({ control: { limiter: { lease: "0s" } } }), "control.limiter.lease"],
    [sample({ control: { manager: { replicas: 0 } } }), "control.manager.replicas"],
    [sample({ control: { manager: { every: "0s" } } }), "control.manager.every"],
    [sample({ control: { store: { latency: "1x" } } }), "control.store.latency"],
    [sample({ control: { store: { keysFor: "0s" } } }), "control.store.keysFor"],
    [sample({ control: { queues: { visibility: "0s" } } }), "control.queues.visibility"],
    [sample({ control: { queues: { renews: 1 } } }), "control.queues.renews"],
    [sample({ control: { queues: { deadlyAfter: 0 } } }), "control.queues.deadlyAfter"],
    [sample({ control: { monitor: { prices: [] } } }), "control.monitor.prices"],
    [sample({ control: { monitor: { prices: [1, 0] } } }), "control.monitor.prices[1]"],
    [sample({ control: { monitor: { usageEvery: "0s" } } }), "control.monitor.usageEvery"],
    [sample({ control: { monitor: { autoscale: { least: 0 } } } }), "control.monitor.autoscale.least"],
    [sample({ control: { monitor: { autoscale: { target: 0 } } } }), "control.monitor.autoscale.target"],
    [sample({ control: { network: { loss: 1 } } }), "control.network.loss"],
    [sample({ control: { network: { resend: "0s" } } }), "control.network.resend"],
    [sample({ control: { clients: { tries: 0 } } }), "control.clients.tries"],
    [sample({ control: { clients: { timeout: "0s" } } }), "control.clients.timeout"],
  ])("%#: %2$s", (file, path) => {
    expect(problemOf(file).path).toBe(path);
  });
});

describe("distributions", () => {
  test.each([
    [{ dist: "exponential", mean: "0s" }, ".mean"],
    [{ dist: "uniform", min: "5s", max: "2s" }, ".max"],
    [{ dist: "erlang", mean: "1s", stages: 0 }, ".stages"],
    [{ dist: "gamma", mean: "1s", shape: 0 }, ".shape"],
    [{ dist: "lognormal", mean: "1s" }, ""],
    [{ dist: "lognormal", mean: "1s", cv: 1, median: "1s" }, ""],
    [{ dist: "lognormal", median: "1s", sigma: 11 }, ".sigma"],
    [{ dist: "weibull", shape: 1 }, ""],
    [{ dist: "weibull", shape: 1, mean: "1s", scale: "1s" }, ""],
    [{ dist: "weibull", shape: 0.001, mean: "1s" }, ""],
    [{ dist: "pareto", min: "0s", shape: 1 }, ".min"],
    [{ dist: "pareto", min: "1s", shape: -1 }, ".shape"],
    [{ dist: "bounded-pareto", min: "2s", max: "2s", shape: 1 }, ".max"],
    [{ dist: "hyperexponential", mean: "1s", cv: 0.5 }, ".cv"],
    [{ dist: "hyperexponential", branches: [] }, ".branches"],
    [{ dist: "hyperexponential", branches: [{ share: "99%", mean: "1s" }] }, ".branches"],
    [{ dist: "hyperexponential" }, ""],
    [{ dist: "empirical", values: [] }, ".values"],
    [{ dist: "empirical", values: ["1s"], weights: [1, 2] }, ".weights"],
    [{ dist: "empirical", values: ["1s"], weights: [0] }, ".weights"],
  ])("%j is refused at %j", (duration, path) => {
    expect(problemOf(withDuration(duration)).path).toBe(`${JOB}.duration${path}`);
  });
});

describe("arrivals", () => {
  const profile = Array.from({ length: 24 }, () => 1);
  test.each([
    [{ process: "poisson", rate: "0/s" }, ".rate"],
    [{ process: "fixed" }, ""],
    [{ process: "fixed", rate: "1/s", every: "1s" }, ""],
    [{ process: "fixed", every: "0s" }, ".every"],
    [{ process: "uniform", min: "2s", max: "1s" }, ".max"],
    [{ process: "uniform", min: "0s", max: "0s" }, ".max"],
    [{ process: "batch", rate: "1/s", size: "5s" }, ".size"],
    [{ process: "batch", rate: "1/s", size: { dist: "exponential", mean: 0 } }, ".size.mean"],
    [{ process: "mmpp", states: [] }, ".states"],
    [{ process: "mmpp", states: [{ rate: 0, stay: "1s" }] }, ".states"],
    [{ process: "diurnal", rate: 1, profile: profile.slice(1) }, ".profile"],
    [{ process: "diurnal", rate: 1, profile: profile.map(() => 0) }, ".profile"],
    [{ process: "diurnal", rate: 1, profile: [-1, ...profile.slice(1)] }, ".profile[0]"],
    [{ process: "closed", clients: 0, think: "1s" }, ".clients"],
    [{ process: "trace", times: [] }, ".times"],
    [{ process: "trace", times: ["2s", "1s"] }, ".times"],
  ])("%j is refused at %j", (arrivals, path) => {
    expect(problemOf(withArrivals(arrivals)).path).toBe(`${JOB}.arrivals${path}`);
  });
});
