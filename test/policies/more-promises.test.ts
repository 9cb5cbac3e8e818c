/** What the policies promise that look at estimates, tenants, prices or what runs already. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PolicyParameters } from "../../src/cluster/policy.ts";
import { MILLICORES } from "../../src/cluster/resources.ts";
import type { ClusterSpec } from "../../src/cluster/spec.ts";
import { HOUR, MINUTE, NEVER, SECOND } from "../../src/engine/time.ts";
import { cluster, vector } from "../support/bench.ts";
import { builtIn, DispatchWorld } from "../support/dispatch-world.ts";

const SETTINGS = { numRuns: 150, seed: 1 };
const ticks = (min: number, max: number) => fc.integer({ min: min * SECOND, max: max * SECOND });

/** Tasks of one core that say truly how long they take, more than a machine or two can keep up with. */
const job = fc
  .record({
    at: ticks(0, 60),
    tenant: fc.nat(3),
    work: ticks(1, 20),
    delayTolerance: fc.oneof(ticks(0, 100), fc.constant(NEVER)),
    checkpoints: fc.boolean(),
    offPeak: fc.boolean(),
  })
  .map((options) => ({ ...options, estimate: options.work, executionCap: options.work * 2 }));
const jobs = fc.array(job, { minLength: 15, maxLength: 40, size: "max" });
const machines = fc.integer({ min: 1, max: 3 });

/** Four tenants, on plans of priority 0, 0, 1 and 2. */
function spec(count: number, more: Parameters<typeof cluster>[0] = {}): ClusterSpec {
  const made = cluster({ machines: Array.from({ length: count }, () => ({})), tenants: 4, ...more });
  const plans = [0, 1, 2].map((priority) => ({ ...made.plans[0]!, priority }));
  const tenants = made.tenants.map((tenant, t) => ({ ...tenant, plan: Math.max(0, t - 1) }));
  return { ...made, plans, tenants };
}

function world(name: string, count: number, parameters: PolicyParameters = {}): DispatchWorld {
  return new DispatchWorld(spec(count), builtIn(name, parameters));
}

const priorityOf = (at: DispatchWorld, task: number) => Math.max(0, at.tasks.tenant[task]! - 1);
const specOf = (at: DispatchWorld, task: number) => at.templates.specs[at.tasks.template[task]!]!;
const submittedAt = (at: DispatchWorld, task: number) => at.tasks.submittedAt[task]!;
const limitOf = (at: DispatchWorld, task: number) => submittedAt(at, task) + specOf(at, task).delayTolerance;

describe.each([
  ["shortest-cap", (at: DispatchWorld, task: number) => specOf(at, task).executionCap],
  ["least-slack", (at: DispatchWorld, task: number) => limitOf(at, task) - specOf(at, task).estimate],
  ["edf", limitOf],
  ["priority", (at: DispatchWorld, task: number) => -priorityOf(at, task)],
] as const)("%s", (name, key) => {
  test("starts the one that comes first by its rule, of those that wait, and leaves what runs alone", () => {
    let choices = 0;
    fc.assert(
      fc.property(jobs, machines, (work, count) => {
        const at = world(name, count);
        at.run(work, {
          started: (task) => {
            choices += at.waiting.size > 0 ? 1 : 0;
            expect([...at.waiting].filter((other) => key(at, other) < key(at, task))).toEqual([]);
          },
        });
        expect(at.paused).toEqual([]);
        expect(at.ended).toHaveLength(work.length);
      }),
      SETTINGS,
    );
    expect(choices).toBeGreaterThan(1000);
  });
});

describe("srpt", () => {
  const pausable = jobs.map((all) => all.map((one) => ({ ...one, checkpoints: true })));

  test("always runs the tasks with the least left to do", () => {
    let paused = 0;
    fc.assert(
      fc.property(pausable, machines, (work, count) => {
        const at = world("srpt", count);
        at.run(work, {
          settled: () => {
            const most = Math.max(0, ...[...at.running].map((task) => at.remaining(task)));
            for (const task of at.waiting) expect(at.remaining(task)).toBeGreaterThanOrEqual(most);
          },
        });
        paused += at.paused.length;
      }),
      SETTINGS,
    );
    expect(paused).toBeGreaterThan(300);
  });

  test("on one machine has the shortest mean response of all policies, whatever the work", () => {
    fc.assert(
      fc.property(pausable, fc.constantFrom("fifo", "shortest-cap", "random", "priority"), (work, other) => {
        const total = (name: string) => {
          const at = world(name, 1);
          at.run(work);
          return at.ended.reduce((sum, { response }) => sum + response, 0);
        };
        expect(total("srpt")).toBeLessThanOrEqual(total(other));
      }),
      SETTINGS,
    );
  });

  test("never pauses a task without checkpoints, nor for one that is not shorter by the factor", () => {
    let paused = 0;
    fc.assert(
      fc.property(jobs, machines, (work, count) => {
        const at = world("srpt", count, { factor: 3 });
        at.run(work);
        const least = Math.min(...work.map((one) => one.work));
        for (const task of at.paused) {
          expect(specOf(at, task).checkpoints).toBe(true);
          expect(at.work.get(task)).toBeGreaterThan(3 * least);
        }
        paused += at.paused.length;
      }),
      SETTINGS,
    );
    expect(paused).toBeGreaterThan(50);
  });
});

describe("preemptive-priority", () => {
  test("never runs a task while one of higher priority waits, where all can be paused", () => {
    let paused = 0;
    fc.assert(
      fc.property(jobs, machines, (work, count) => {
        const at = world("preemptive-priority", count, { any: 1 });
        at.run(work, {
          settled: () => {
            const lowest = Math.min(9, ...[...at.running].map((task) => priorityOf(at, task)));
            for (const task of at.waiting) expect(priorityOf(at, task)).toBeLessThanOrEqual(lowest);
          },
        });
        paused += at.paused.length;
        expect(at.ended).toHaveLength(work.length);
      }),
      SETTINGS,
    );
    expect(paused).toBeGreaterThan(300);
  });

  test("pauses only what can be gone on with, unless told otherwise, and goes on with it before what came later", () => {
    const at = world("preemptive-priority", 1);
    const order: number[] = [];
    const low = { tenant: 0, work: 10 * SECOND };
    at.run(
      [
        { ...low, at: 0, checkpoints: true },
        { ...low, at: 1 * SECOND, checkpoints: false },
        { at: 2 * SECOND, tenant: 3, work: SECOND },
        { at: 12 * SECOND, tenant: 3, work: SECOND },
      ],
      { started: (task) => void order.push(task) },
    );
    const [first, second, urgent, last] = [...at.work.keys()];
    // The second runs when the last comes, has no checkpoints, and stays.
    expect(order).toEqual([first, urgent, first, second, last]);
    expect(at.now).toBe(22 * SECOND);
  });
});

describe("feedback", () => {
  const parameters = { quantum: 2, levels: 3, ageing: 30 };
  const levelEnds = [2 * SECOND, 6 * SECOND];
  const levelOf = (served: number) => levelEnds.filter((end) => served >= end).length;

  test("lets the tasks that have run least go first, a level being worth so much waiting", () => {
    let choices = 0;
    fc.assert(
      fc.property(jobs, machines, (work, count) => {
        const at = world("feedback", count, parameters);
        const key = (task: number) => submittedAt(at, task) + levelOf(at.tasks.served[task]!) * 30 * SECOND;
        at.run(work, {
          started: (task) => {
            choices += at.waiting.size > 0 ? 1 : 0;
            expect([...at.waiting].filter((other) => key(other) < key(task))).toEqual([]);
          },
        });
        expect(at.ended).toHaveLength(work.length);
      }),
      SETTINGS,
    );
    expect(choices).toBeGreaterThan(1000);
  });

  test("pauses at the end of a level, each twice as long as the last, and on the last level never", () => {
    const at = world("feedback", 1, parameters);
    const long = { work: 100 * SECOND, checkpoints: true };
    at.run([
      { ...long, at: 0 },
      { ...long, at: 0 },
    ]);
    const [one, other] = [...at.work.keys()];
    expect(at.paused).toEqual([one, other, one, other]);
    expect([...at.work.keys()].map((task) => at.tasks.served[task])).toEqual([6 * SECOND, 6 * SECOND]);
  });

  test("does not pause what would lose its work, nor anybody while nobody waits", () => {
    const alone = world("feedback", 1, parameters);
    alone.run([{ at: 0, work: 100 * SECOND, checkpoints: true }]);
    expect(alone.paused).toEqual([]);
    const stubborn = world("feedback", 1, parameters);
    stubborn.run([
      { at: 0, work: 100 * SECOND },
      { at: 1, work: SECOND, checkpoints: true },
    ]);
    expect(stubborn.paused).toEqual([]);
  });
});

describe("fair-share", () => {
  const weighted = (count: number, weights: readonly number[], control = {}) => {
    const made = spec(count, { tenants: weights.length, control });
    const tenants = made.tenants.map((tenant, t) => ({ ...tenant, plan: 0, weight: weights[t]! }));
    return { ...made, tenants };
  };
  const runningOf = (at: DispatchWorld, tenants: number) =>
    Array.from(
      { length: tenants },
      (_, t) => [...at.running].filter((task) => at.tasks.tenant[task] === t).length,
    );

  test("serves the tenant that holds least for its weight, of those that have something waiting", () => {
    const weights = [1, 1, 2, 4];
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 8 }), (work, count) => {
        const at = new DispatchWorld(weighted(count, weights), builtIn("fair-share"));
        at.run(work, {
          started: (task) => {
            const held = runningOf(at, 4).map((running, t) => running / weights[t]!);
            const own = held[at.tasks.tenant[task]!]!;
            for (const other of at.waiting) expect(held[at.tasks.tenant[other]!]).toBeGreaterThanOrEqual(own);
          },
        });
      }),
      SETTINGS,
    );
  });

  test("divides a crowded cluster by weight", () => {
    const at = new DispatchWorld(weighted(14, [1, 2, 4]), builtIn("fair-share"));
    for (let i = 0; i < 60; i++) at.submit({ at: 0, tenant: i % 3, work: SECOND });
    at.start();
    expect(runningOf(at, 3)).toEqual([2, 4, 8]);
  });

  test("gives tenants that are alike turns, so that nobody's number matters", () => {
    const at = new DispatchWorld(weighted(1, [1, 1, 1]), builtIn("fair-share"));
    const order: number[] = [];
    for (const tenant of [0, 0, 0, 1, 1, 1, 2, 2, 2]) at.submit({ at: 0, tenant, work: SECOND });
    for (let [task] = at.start(); task !== undefined; [task] = at.start()) {
      order.push(at.tasks.tenant[task]!);
      at.end(task);
    }
    expect(order).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
  });

  test("divides a batch by weight, too: what is in the queue counts as held", () => {
    const control = { batcher: { every: 0, size: 6 } };
    const at = new DispatchWorld(weighted(1, [1, 2], control), builtIn("fair-share"));
    const tasks = Array.from({ length: 20 }, (_, i) => at.submit({ at: 0, tenant: i % 2, work: SECOND }));
    at.dispatcher.pushBatch();
    const pushed = tasks.filter((task) => at.dispatcher.whyWaits(task).kind !== "batch");
    expect(pushed.filter((task) => at.tasks.tenant[task] === 0)).toHaveLength(2);
    expect(pushed.filter((task) => at.tasks.tenant[task] === 1)).toHaveLength(4);
  });
});

test("drf divides the cluster of the paper's example as the paper does: three tasks for one, two for the other", () => {
  const machine = { capacity: [9 * MILLICORES, 18, NEVER, NEVER, NEVER, NEVER] };
  const made = { ...spec(1, { tenants: 2 }), machines: cluster({ machines: [machine] }).machines };
  const at = new DispatchWorld(made, builtIn("drf"));
  for (let i = 0; i < 10; i++) {
    at.submit({ at: 0, tenant: 0, work: SECOND, resources: vector({ cpu: 1, memory: 4 }, 0) });
    at.submit({ at: 0, tenant: 1, work: SECOND, resources: vector({ cpu: 3, memory: 1 }, 0) });
  }
  at.start();
  const tenants = [...at.running].map((task) => at.tasks.tenant[task]);
  expect(tenants.filter((tenant) => tenant === 0)).toHaveLength(3);
  expect(tenants.filter((tenant) => tenant === 1)).toHaveLength(2);
});

describe("edf", () => {
  test("refuses only what would have been late: on one machine, if the estimates are true", () => {
    let refused = 0;
    fc.assert(
      fc.property(jobs, (work) => {
        // The run takes everybody in, and remembers whom the policy would have refused.
        const hopeless = new Set<number>();
        const at = world("edf", 1);
        at.run(work, {
          submitted: (task) => {
            if (!at.dispatcher.admits(task)) hopeless.add(task);
          },
          started: (task) => {
            if (!hopeless.has(task)) return;
            refused++;
            expect(at.now).toBeGreaterThan(limitOf(at, task));
          },
        });
      }),
      SETTINGS,
    );
    expect(refused).toBeGreaterThan(100);
  });

  test("takes in an urgent task although much patient work waits", () => {
    const at = world("edf", 1);
    const patient = { at: 0, work: HOUR, estimate: HOUR, delayTolerance: 20 * HOUR };
    for (let i = 0; i < 10; i++) at.submit(patient);
    const urgent = at.slot({ at: 0, work: SECOND, delayTolerance: MINUTE });
    const another = at.slot(patient);
    expect([urgent, another].map((task) => at.dispatcher.admits(task))).toEqual([true, true]);
    for (let i = 0; i < 11; i++) at.submit(patient);
    expect([urgent, another].map((task) => at.dispatcher.admits(task))).toEqual([true, false]);
  });
});

describe("cheap-hours", () => {
  /** A quarter of the day dear, half of it cheap, and a quarter in between. The run begins in the dear one. */
  const prices = [3, 0.5, 0.5, 1.2];
  const priceAt = (at: DispatchWorld) => prices[Math.floor(at.now / (6 * HOUR)) % 4]!;
  const daily = fc.array(
    job.map((one) => ({ ...one, at: one.at * 1200, work: one.work * 60 })),
    { minLength: 1, maxLength: 30 },
  );

  test("starts off-peak work only while energy is cheap, and other work at any time", () => {
    const seen = { cheap: 0, heldBack: 0, dear: 0 };
    fc.assert(
      fc.property(daily, (work) => {
        const at = new DispatchWorld(spec(2, { control: { prices } }), builtIn("cheap-hours"));
        // Prices change while nothing else happens: somebody has to look then.
        const looks = [0, 6, 12, 18, 24, 30].map((hour) => ({ at: hour * HOUR, work: 1 }));
        at.run([...work, ...looks], {
          started: (task) => {
            if (!specOf(at, task).offPeak) {
              seen.dear += priceAt(at) === 3 ? 1 : 0;
            } else {
              seen.cheap++;
              expect(priceAt(at)).toBeLessThanOrEqual(1.3);
            }
          },
          settled: () => {
            if (at.running.size < 2) seen.heldBack += at.waiting.size;
          },
        });
      }),
      SETTINGS,
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
  });

  test("runs at any price what has no time left, and in the cheapest hours what asks for too low a price", () => {
    const at = new DispatchWorld(spec(2, { control: { prices } }), builtIn("cheap-hours", { below: 0.01 }));
    const task = at.submit({ at: 0, work: SECOND, offPeak: true, delayTolerance: HOUR });
    expect(at.start()).toEqual([]);
    expect(at.dispatcher.whyWaits(task)).toEqual({ kind: "closed", ahead: 0 });
    at.dispatcher.promote(task);
    expect(at.start()).toEqual([task]);
    const patient = at.submit({ at: 0, work: SECOND, offPeak: true });
    expect(at.start()).toEqual([]);
    expect(at.dispatcher.pricesChangeAt).toBe(6 * HOUR);
    at.clock[0] = 6 * HOUR;
    expect(at.start()).toEqual([patient]);
  });
});

test("random gives every waiting task the same chance to be first", () => {
  const counts = new Array<number>(6).fill(0);
  const trials = 3_000;
  for (let seed = 0; seed < trials; seed++) {
    const at = new DispatchWorld(spec(1), builtIn("random"), seed);
    const tasks = counts.map(() => at.submit({ at: 0, work: SECOND }));
    counts[tasks.indexOf(at.start()[0]!)]!++;
  }
  const expected = trials / counts.length;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  expect(chiSquare).toBeLessThan(20.5); // 0.1% of 5 degrees of freedom
});
