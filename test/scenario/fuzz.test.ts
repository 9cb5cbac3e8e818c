/**
 * Any scenario that follows the format loads and gives the engine what it accepts; any scenario that somebody has
 * broken gives problems and never an exception.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { arrivals } from "../../src/engine/arrivals.ts";
import { distribution } from "../../src/engine/distributions.ts";
import { Random } from "../../src/engine/random.ts";
import { loadScenario } from "../../src/scenario/load.ts";
import {
  FAULTS,
  type FaultKind,
  type FaultNumber,
  type FaultTarget,
  type FaultTraits,
} from "../../src/scenario/model.ts";
import { renderProblems } from "../../src/scenario/problems.ts";
import { anyPolicy, type Json, load } from "./sample.ts";

const seconds = fc.integer({ min: 1, max: 1000 }).map((n) => `${n}s`);
const duration = fc.oneof(seconds, fc.constantFrom("250ms", "2h", "1d", 3, 0.25));
const rate = fc.constantFrom("90/s", "5/m", "1000/h", 2);
const shape = fc.double({ min: 0.5, max: 5, noNaN: true });
const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/).filter((text) => text !== "constructor");

const distributionJson: fc.Arbitrary<unknown> = fc.oneof(
  duration,
  fc.record({ dist: fc.constant("exponential"), mean: duration }),
  fc.record({ dist: fc.constant("uniform"), min: fc.constant("1ms"), max: duration }),
  fc.record({ dist: fc.constant("erlang"), mean: duration, stages: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ dist: fc.constant("gamma"), mean: duration, shape }),
  fc.record({ dist: fc.constant("lognormal"), mean: duration, cv: shape }),
  fc.record({ dist: fc.constant("lognormal"), median: duration, sigma: shape }),
  fc.record({ dist: fc.constant("weibull"), mean: duration, shape }),
  fc.record({ dist: fc.constant("pareto"), min: duration, shape }),
  fc.record({ dist: fc.constant("bounded-pareto"), min: fc.constant("1ms"), max: seconds, shape }),
  fc.record({
    dist: fc.constant("hyperexponential"),
    mean: duration,
    cv: fc.double({ min: 1, max: 9, noNaN: true }),
  }),
  fc.record({ dist: fc.constant("empirical"), values: fc.array(duration, { minLength: 1, maxLength: 4 }) }),
);

const arrivalsJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({ process: fc.constant("poisson"), rate }),
  fc.record({ process: fc.constant("fixed"), every: duration }),
  fc.record({ process: fc.constant("uniform"), min: fc.constant(0), max: duration }),
  fc.record({ process: fc.constant("batch"), rate, size: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    process: fc.constant("mmpp"),
    states: fc.array(fc.record({ rate, stay: duration }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    process: fc.constant("diurnal"),
    rate,
    profile: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 24, maxLength: 24 }),
  }),
  fc.record({ process: fc.constant("closed"), clients: fc.integer({ min: 1, max: 9 }), think: duration }),
  fc.record({ process: fc.constant("trace"), times: fc.constant(["1s", "2s", "2s", "1m"]) }),
);

const workloadJson = (className: string) =>
  fc.record(
    {
      class: fc.constant(className),
      arrivals: arrivalsJson,
      duration: distributionJson,
      resources: fc.oneof(fc.constantFrom("basic", "regular"), fc.constant({ cpu: 0.25, memory: "1MiB" })),
      delayTolerance: duration,
      executionCap: duration,
      attempts: fc.integer({ min: 1, max: 5 }),
      failure: fc.constantFrom("10%", 0.5, 0),
      dependsOn: fc.oneof(
        fc.record({ shape: fc.constant("chain"), tasks: fc.integer({ min: 1, max: 4 }) }),
        fc.record({ shape: fc.constant("fork-join"), width: fc.integer({ min: 1, max: 4 }) }),
        fc.record({
          shape: fc.constant("layers"),
          layers: fc.constant(2),
          width: fc.integer({ min: 1, max: 4 }),
        }),
      ),
      idempotent: fc.boolean(),
      offPeak: fc.boolean(),
      estimate: seconds,
      checkpoint: fc.constantFrom({ every: "1m" }, { every: 5, cost: "1s" }, { stages: 4 }),
      overuse: fc.record({ chance: fc.constantFrom("5%", 1), factor: fc.integer({ min: 2, max: 9 }) }),
    },
    { requiredKeys: ["class", "arrivals", "duration"] },
  );

const dependantJson = (className: string, on: string) =>
  fc.record({
    class: fc.constant(className),
    dependsOn: fc.constant([on]),
    copies: fc.integer({ min: 1, max: 4 }),
    duration: distributionJson,
    onParentFailure: fc.constantFrom("cancel", "run"),
  });

const tenantJson = (tenantName: string) =>
  fc.record(
    {
      name: fc.constant(tenantName),
      plan: fc.constantFrom("p", "q"),
      count: fc.integer({ min: 1, max: 3 }),
      weight: shape,
      datacenter: fc.constantFrom("x", "default"),
      workloads: fc.tuple(
        workloadJson("a"),
        workloadJson("b"),
        dependantJson("c", "a"),
        dependantJson("d", "c"),
      ),
    },
    { requiredKeys: ["name", "workloads"] },
  );

const TARGETS: Readonly<Record<FaultTarget, readonly string[]>> = {
  machine: ["m", "n", "datacenter:x", "datacenter:default"],
  submitter: ["submitter", "submitter-1"],
  limiter: ["limiter-1"],
  manager: ["manager", "manager-1"],
  node: ["submitter-1", "limiter", "limiter-1"],
  class: ["a", "b", "c", "d"],
  none: [],
};

const NUMBERS: Readonly<Record<FaultNumber, fc.Arbitrary<unknown>>> = {
  factor: fc.constantFrom(0.5, 2, 10),
  chance: fc.constantFrom("10%", 0.5, 1),
  by: fc.constantFrom("5s", "250ms", 3),
};

/** What a kind needs to do anything is not left to chance here. */
const kinds = (Object.keys(FAULTS) as FaultKind[]).filter(
  (kind) => kind !== "store-slow" && kind !== "checkpoint-corrupt",
);

const faultJson = fc.constantFrom(...kinds).chain((kind): fc.Arbitrary<Json> => {
  const { strikes, number }: FaultTraits = FAULTS[kind];
  const model: Record<string, fc.Arbitrary<unknown>> = {
    kind: fc.constant(kind),
    at: duration,
    every: distributionJson,
    for: distributionJson,
  };
  if (TARGETS[strikes].length > 0) model["target"] = fc.constantFrom(...TARGETS[strikes]);
  if (strikes !== "class") model["count"] = fc.constantFrom(1, "10%", "all");
  if (number !== undefined) model[number] = NUMBERS[number];
  return fc.record(model, { requiredKeys: ["kind", "at", ...(number === undefined ? [] : [number])] });
});

const nodes = fc.integer({ min: 1, max: 5 });

const controlJson: fc.Arbitrary<Json> = fc.record(
  {
    limiter: fc.record({ nodes, portion: fc.constantFrom("10%", 1), lease: seconds }, { requiredKeys: [] }),
    submitters: fc.constantFrom({ nodes: 2 }, { nodes: 3, heartbeat: "1s", timeout: "3s" }),
    manager: fc.constantFrom({}, { replicas: 3, lease: "5s", every: "1s" }),
    ids: fc.constant({}),
    store: fc.record({ latency: distributionJson, gather: duration, keysFor: seconds }, { requiredKeys: [] }),
    batcher: fc.constantFrom({ every: "1s" }, { size: 10 }),
    queues: fc.record(
      {
        backoff: fc.constant({ first: "1s" }),
        visibility: seconds,
        renews: fc.boolean(),
        maxWait: seconds,
        executionCap: seconds,
        deadlyAfter: nodes,
      },
      { requiredKeys: [] },
    ),
    monitor: fc.record(
      {
        peak: fc.constant("70%"),
        heartbeat: fc.constant("500ms"),
        timeout: seconds,
        unusedAfter: seconds,
        usageEvery: seconds,
        autoscale: fc.record({ every: seconds, target: shape, least: fc.constantFrom(1, 2), boot: duration }),
        prices: fc.array(shape, { minLength: 1, maxLength: 24 }),
      },
      { requiredKeys: ["timeout"] },
    ),
    network: fc.record(
      {
        clients: distributionJson,
        machines: distributionJson,
        between: duration,
        home: fc.constantFrom("x", "default"),
        loss: fc.constantFrom("1%", 0.5),
        duplicate: fc.constantFrom("1%", 1),
        resend: seconds,
      },
      { requiredKeys: [] },
    ),
    clients: fc.record(
      { timeout: seconds, tries: nodes, backoff: seconds, retryRefused: fc.boolean() },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

const scenarioJson: fc.Arbitrary<Json> = fc.record(
  {
    name,
    description: fc.string(),
    seed: fc.nat(),
    start: fc.constant("2026-05-01T00:00:00Z"),
    stop: fc.oneof(fc.record({ time: duration }), fc.record({ tasks: fc.integer({ min: 1 }) })),
    plans: fc.constant({ p: { limit: "10/s", burst: 100 }, q: { priority: 2, maxExecutionCap: "1h" } }),
    tiers: fc.constant({ gpu: { cpu: 4 } }),
    tenants: fc.tuple(tenantJson("t"), tenantJson("u")),
    machines: fc.tuple(
      fc.record({
        name: fc.constant("m"),
        count: fc.integer({ min: 1, max: 9 }),
        datacenter: fc.constant("x"),
      }),
      fc.record({ name: fc.constant("n"), cpu: fc.constantFrom(1, 2, 16), speed: shape, cost: shape }),
    ),
    policy: fc.oneof(name, fc.record({ name, k: fc.nat() })),
    control: controlJson,
    isolation: fc.boolean(),
    faults: fc.array(faultJson, { maxLength: 3 }),
  },
  { requiredKeys: ["name", "stop", "plans", "tenants", "machines"] },
);

test("any scenario that follows the format loads, with specifications that the engine accepts", () => {
  fc.assert(
    fc.property(scenarioJson, (json) => {
      const scenario = load(json);
      for (const workload of scenario.workloads) {
        const { arrivals: spec, tasks } = workload;
        if (spec.process === "closed") distribution(spec.think);
        else if (spec.process !== "periodic") arrivals(spec, new Random(1, 2, 3, 4));
        for (const [position, { duration, parents }] of tasks.entries()) {
          distribution(duration);
          for (const parent of parents) expect(parent).toBeLessThan(position);
        }
      }
      const { network, store } = scenario;
      for (const spec of [network.clients, network.machines, store.latency])
        if (spec !== null) distribution(spec);
      for (const { targets, names, count, every, lasts } of scenario.faults) {
        expect(targets.length).toBeGreaterThan(0);
        expect(names).toHaveLength(targets.length);
        expect(count).toBeGreaterThanOrEqual(1);
        for (const spec of [every, lasts]) if (spec !== null) distribution(spec);
      }
    }),
    { numRuns: 150 },
  );
});

test("any scenario that somebody has broken gives problems that can be shown, and never an exception", () => {
  const strange: fc.Arbitrary<unknown> = fc.oneof(
    fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 1e308, "", "x", "5s", "90/s", [], {}, [[]], {
      name: {},
    }),
    fc.jsonValue(),
  );
  const mutation = fc.record({
    place: fc.nat(),
    kind: fc.nat(2),
    value: strange,
    key: fc.string({ maxLength: 6 }),
  });
  fc.assert(
    fc.property(scenarioJson, fc.array(mutation, { minLength: 1, maxLength: 4 }), (json, mutations) => {
      const broken = JSON.parse(JSON.stringify(json));
      for (const { place, kind, value, key } of mutations) {
        const places = placesIn(broken);
        const [parent, at] = places[place % places.length]!;
        if (kind === 0) parent[at] = value;
        else if (kind === 1) delete parent[at];
        else parent[key] = parent[at];
      }
      const loaded = loadScenario(JSON.stringify(broken), { policies: anyPolicy });
      if (loaded.ok) return;
      expect(loaded.problems.length).toBeGreaterThan(0);
      for (const { message } of loaded.problems)
        expect(message).not.toMatch(/invalid input|undefined|\[object/i);
      for (const paragraph of renderProblems("x.json", loaded.problems).split("\n\n").slice(1)) {
        expect(paragraph.split("\n").length).toBeLessThanOrEqual(2);
      }
    }),
    { numRuns: 400 },
  );
});

test("any text at all gives a scenario or problems", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(loadScenario(text, { policies: anyPolicy }).ok).toBe(false);
    }),
  );
});

/** Every key of every object and list in it, as the container and the key. */
function placesIn(value: unknown): [Json, string][] {
  if (typeof value !== "object" || value === null) return [];
  const object = value as Json;
  return Object.keys(object).flatMap((key): [Json, string][] => [[object, key], ...placesIn(object[key])]);
}
