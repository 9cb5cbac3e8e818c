/**
 * Random small clusters under random work, policies and faults. The scheduler's asserts are on; here its books are
 * checked: nothing lost, nothing counted twice, nothing runs where there is no room, the same again on the same seed.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { SilentObserver } from "../../src/cluster/observers.ts";
import { PLACEMENTS } from "../../src/cluster/policy.ts";
import { type MachineId, Outcome, type TaskSlot } from "../../src/cluster/ports.ts";
import { DIMENSIONS } from "../../src/cluster/resources.ts";
import type { Scheduler } from "../../src/cluster/scheduler.ts";
import { Status } from "../../src/cluster/tasks.ts";
import { runReplica } from "../../src/lab/replica.ts";
import { BUILT_IN } from "../../src/policies/index.ts";
import { catalogue, scenario } from "../support/scenario.ts";

const seconds = (min: number, max: number) => fc.integer({ min, max }).map((n) => `${n}s`);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });

const workload = fc.record({
  arrivals: fc.oneof(
    fc.record({
      process: fc.constant("poisson"),
      rate: fc.integer({ min: 1, max: 20 }).map((n) => `${n}/m`),
    }),
    fc.record({
      process: fc.constant("batch"),
      rate: fc.constant("2/m"),
      size: fc.integer({ min: 1, max: 8 }),
    }),
    fc.record({
      process: fc.constant("closed"),
      clients: fc.integer({ min: 1, max: 4 }),
      think: seconds(0, 20),
    }),
  ),
  duration: fc.oneof(
    seconds(0, 60),
    fc.record({ dist: fc.constant("exponential"), mean: seconds(1, 40) }),
    fc.record({ dist: fc.constant("lognormal"), mean: seconds(1, 40), cv: fc.constant(2) }),
  ),
  resources: fc.record({ cpu: fc.integer({ min: 1, max: 4 }), memory: maybe(fc.constant("1GiB")) }),
  delayTolerance: maybe(seconds(0, 300)),
  executionCap: maybe(seconds(5, 120)),
  attempts: fc.integer({ min: 1, max: 4 }),
  failure: fc.constantFrom(0, 0, 0.1, 0.5, 1),
  offPeak: fc.boolean(),
});

const shape = maybe(
  fc.constantFrom(
    { shape: "chain", tasks: 3 },
    { shape: "fork-join", width: 3 },
    { shape: "layers", layers: 2, width: 3 },
  ),
);

const file = fc
  .record({
    seed: fc.nat(1_000_000),
    minutes: fc.integer({ min: 1, max: 20 }),
    workloads: fc.array(fc.tuple(workload, shape), { minLength: 1, maxLength: 3 }),
    tenants: fc.integer({ min: 1, max: 3 }),
    limited: fc.boolean(),
    machines: fc.integer({ min: 1, max: 5 }),
    policy: fc.constantFrom(...BUILT_IN.map(({ name }) => name)),
    placement: fc.constantFrom(...PLACEMENTS),
    overtaking: fc.boolean(),
    submitters: fc.integer({ min: 1, max: 3 }),
    batcher: maybe(fc.record({ every: seconds(0, 30), size: fc.integer({ min: 1, max: 20 }) })),
    backoff: seconds(0, 30),
    detection: seconds(0, 30),
    crashes: fc.boolean(),
    submitterCrashes: fc.boolean(),
  })
  .map((cluster) => ({
    name: "random",
    seed: cluster.seed,
    stop: { time: `${cluster.minutes}m` },
    plans: { plan: cluster.limited ? { limit: "30/m", burst: 20 } : {} },
    tenants: [
      {
        name: "t",
        count: cluster.tenants,
        plan: "plan",
        workloads: cluster.workloads.map(([work, dependsOn], i) => ({
          ...work,
          class: `c${i}`,
          ...(dependsOn !== undefined && { dependsOn }),
          // A client that neither thinks nor computes would submit for ever in one instant.
          ...(work.arrivals.process === "closed" && { duration: "7s" }),
        })),
      },
    ],
    machines: [
      { name: "m", count: cluster.machines, cpu: 4, memory: "4GiB", speed: 1.5 },
      { name: "n", cpu: 8 },
    ],
    policy: { name: cluster.policy, placement: cluster.placement, overtaking: cluster.overtaking },
    control: {
      submitters: { nodes: cluster.submitters },
      queues: { backoff: { first: cluster.backoff } },
      monitor: { timeout: cluster.detection },
      ...(cluster.batcher !== undefined && { batcher: cluster.batcher }),
    },
    faults: [
      ...(cluster.crashes
        ? [
            {
              kind: "machine-crash",
              every: { dist: "exponential", mean: "90s" },
              for: { dist: "exponential", mean: "60s" },
            },
          ]
        : []),
      ...(cluster.submitterCrashes ? [{ kind: "submitter-crash", every: "200s", for: "50s" }] : []),
    ],
  }));

/** Keeps books of its own from what it is told, and compares them with the scheduler's after every instant. */
class Auditor extends SilentObserver {
  readonly #scheduler: Scheduler;
  readonly #where = new Map<TaskSlot, MachineId>();
  ended_ = 0;

  constructor(scheduler: Scheduler) {
    super();
    this.#scheduler = scheduler;
  }
  override started(task: TaskSlot, machine: MachineId): void {
    expect(this.#where.has(task), "a task runs in one place at a time").toBe(false);
    expect(this.#scheduler.fleet.up[machine], "nothing starts on a machine known to be down").toBe(1);
    this.#where.set(task, machine);
  }
  override attemptEnded(task: TaskSlot, machine: MachineId, outcome: Outcome): void {
    expect(this.#where.get(task)).toBe(machine);
    expect(Object.values(Outcome)).toContain(outcome);
    this.#where.delete(task);
  }
  override ended(task: TaskSlot): void {
    const { tasks, templates } = this.#scheduler;
    expect(this.#where.has(task), "an ended task holds no machine").toBe(false);
    expect(tasks.status[task]).toBeGreaterThanOrEqual(Status.done);
    expect(tasks.failures[task]).toBeLessThanOrEqual(templates.specs[tasks.template[task]!]!.attempts);
    this.ended_++;
  }
  override settled(): void {
    const { fleet, tasks, templates } = this.#scheduler;
    const used = new Float64Array(DIMENSIONS);
    for (const task of this.#where.keys()) {
      templates.specs[tasks.template[task]!]!.resources.forEach((amount, d) => {
        used[d]! += amount;
      });
    }
    // By hand: this runs after every instant, and expect() is not made for that.
    used.forEach((amount, d) => {
      if (amount !== fleet.used[d])
        throw new Error(`resource ${d}: ${fleet.used[d]} in use, ${amount} by the books`);
    });
  }
}

test("random clusters under random faults lose nothing and keep their books", () => {
  let [admitted, faults] = [0, 0];
  fc.assert(
    fc.property(file, (json) => {
      const random = scenario(json);
      const policy = catalogue.make(random.policy);
      const auditors: Auditor[] = [];
      const observe = (scheduler: Scheduler) => {
        auditors.push(new Auditor(scheduler));
        return auditors[0]!;
      };
      const watched = runReplica({
        scenario: random,
        policy,
        seed: random.seed,
        replication: 0,
        observers: [observe],
      });
      const all = watched.metrics["all"]!;
      expect(all["lost"]).toBe(0);
      expect(all["duplicates"]).toBe(0);
      expect(all["admitted"]).toBe(all["done"]! + all["failed"]! + all["dead"]! + all["cancelled"]!);
      expect(auditors[0]!.ended_).toBe(all["admitted"]);
      const again = runReplica({ scenario: random, policy, seed: random.seed, replication: 0 });
      expect(again.digest, "watching changes nothing").toBe(watched.digest);
      admitted += all["admitted"]!;
      faults += watched.timeline.faults.length;
    }),
    {
      numRuns: Number(process.env["SCHEDLAB_FUZZ"] ?? 60),
      seed: Number(process.env["SCHEDLAB_FUZZ_SEED"] ?? 1),
    },
  );
  // It means something only if there was work and there were faults.
  expect(admitted).toBeGreaterThan(1_000);
  expect(faults).toBeGreaterThan(50);
});
