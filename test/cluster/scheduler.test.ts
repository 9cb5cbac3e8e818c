import { describe, expect, test } from "vitest";
import { Outcome, StopReason } from "../../src/cluster/ports.ts";
import { IDEAL } from "../../src/cluster/spec.ts";
import { Status } from "../../src/cluster/tasks.ts";
import { DAY, HOUR, NEVER, SECOND } from "../../src/engine/time.ts";
import { fifo } from "../../src/policies/fifo.ts";
import { makePolicy } from "../../src/policies/index.ts";
import { offPeak } from "../../src/policies/off-peak.ts";
import { topK } from "../../src/policies/top-k.ts";
import { Bench, cluster, template, vector } from "../support/bench.ts";

const FIFO = makePolicy(fifo, {});

describe("a task", () => {
  test("is accepted, started, and its owner is told of its end, once", () => {
    const bench = new Bench(cluster({}), FIFO);
    const { scheduler } = bench;
    const task = scheduler.submit(0, 0, scheduler.template(template()));
    expect(bench.started).toEqual([]);
    scheduler.settle(0);
    const [start] = bench.takeStarted();
    expect(start).toMatchObject({ task, machine: 0 });
    expect(scheduler.attemptEnded(5, task, start!.token, Outcome.done)).toBe(true);
    expect(bench.noticesOf(task)).toEqual(["done"]);
    expect(scheduler.tasks.count).toBe(0);
  });

  test("reported twice ends once: the second report is refused and counted", () => {
    const bench = new Bench(cluster({}), FIFO);
    const { scheduler } = bench;
    const task = scheduler.submit(0, 0, scheduler.template(template()));
    scheduler.settle(0);
    const { token } = bench.takeStarted()[0]!;
    scheduler.attemptEnded(5, task, token, Outcome.done);
    expect(scheduler.attemptEnded(6, task, token, Outcome.done)).toBe(false);
    expect(scheduler.duplicates).toBe(1);
    expect(bench.noticesOf(task)).toEqual(["done"]);
  });

  test("that fails is tried again up to its attempts, with growing back-off, then dead-lettered", () => {
    const retry = { first: 10 * SECOND, factor: 3, limit: 60 * SECOND };
    const bench = new Bench(cluster({ control: { retry } }), FIFO);
    const { scheduler } = bench;
    const task = scheduler.submit(0, 0, scheduler.template(template({ attempts: 4 })));
    let now = 0;
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      scheduler.settle(now);
      const started = bench.takeStarted();
      expect(started).toHaveLength(1);
      scheduler.attemptEnded(now, task, started[0]!.token, Outcome.failed);
      scheduler.settle(now);
      if (attempt === 4) break;
      waits.push(bench.wake - now);
      now = bench.wake;
      scheduler.wake(now);
    }
    expect(waits).toEqual([10 * SECOND, 30 * SECOND, 60 * SECOND]);
    expect(bench.noticesOf(task)).toEqual(["deadLettered"]);
    expect(bench.alerts).toContain("deadLetter");
  });

  test("with a single attempt that fails is failed, not dead-lettered", () => {
    const bench = new Bench(cluster({}), FIFO);
    const { scheduler } = bench;
    const task = scheduler.submit(0, 0, scheduler.template(template()));
    scheduler.settle(0);
    scheduler.attemptEnded(1, task, bench.takeStarted()[0]!.token, Outcome.failed);
    expect(bench.noticesOf(task)).toEqual(["failed"]);
  });

  test("that exceeds its cap is stopped, keeps its machine until it has stopped, and its owner is told", () => {
    const bench = new Bench(cluster({}), FIFO);
    const { scheduler } = bench;
    const capped = scheduler.template(template({ executionCap: 10 * SECOND }));
    const task = scheduler.submit(0, 0, capped);
    const next = scheduler.submit(0, 0, capped);
    scheduler.settle(0);
    const { token } = bench.takeStarted()[0]!;
    expect(bench.wake).toBe(10 * SECOND);
    scheduler.wake(10 * SECOND);
    scheduler.settle(10 * SECOND);
    expect(bench.stopped).toEqual([{ task, token, reason: StopReason.capped }]);
    expect(bench.takeStarted()).toEqual([]);
    scheduler.attemptEnded(11 * SECOND, task, token, Outcome.stopped);
    scheduler.settle(11 * SECOND);
    expect(bench.noticesOf(task)).toEqual(["capped"]);
    expect(bench.takeStarted()).toMatchObject([{ task: next }]);
  });

  test("that ends in time leaves no cap behind to strike the next task of its slot", () => {
    const bench = new Bench(cluster({}), FIFO);
    const { scheduler } = bench;
    const capped = scheduler.template(template({ executionCap: 10 * SECOND }));
    const first = scheduler.submit(0, 0, capped);
    scheduler.settle(0);
    scheduler.attemptEnded(9 * SECOND, first, bench.takeStarted()[0]!.token, Outcome.done);
    const second = scheduler.submit(9 * SECOND, 0, capped);
    expect(second).toBe(first);
    scheduler.settle(9 * SECOND);
    scheduler.wake(10 * SECOND);
    scheduler.settle(10 * SECOND);
    expect(bench.stopped).toEqual([]);
  });

  test("can be cancelled while it waits and while it runs", () => {
    const bench = new Bench(cluster({}), FIFO);
    const { scheduler } = bench;
    const job = scheduler.template(template());
    const [running, waiting] = [scheduler.submit(0, 0, job), scheduler.submit(0, 0, job)];
    scheduler.settle(0);
    const { token } = bench.takeStarted()[0]!;
    scheduler.cancel(1, waiting);
    scheduler.cancel(1, running);
    expect(bench.noticesOf(waiting)).toEqual(["cancelled"]);
    expect(scheduler.tasks.status[running]).toBe(Status.stopping);
    scheduler.attemptEnded(2, running, token, Outcome.stopped);
    scheduler.settle(2);
    expect(bench.noticesOf(running)).toEqual(["cancelled"]);
    expect([scheduler.tasks.count, scheduler.waiting]).toEqual([0, 0]);
  });

  test("that starts after its tolerance is announced as late", () => {
    const bench = new Bench(cluster({}), FIFO);
    const { scheduler } = bench;
    const first = scheduler.submit(0, 0, scheduler.template(template()));
    const second = scheduler.submit(0, 0, scheduler.template(template({ delayTolerance: 5 })));
    scheduler.settle(0);
    scheduler.attemptEnded(6, first, bench.takeStarted()[0]!.token, Outcome.done);
    scheduler.settle(6);
    expect(bench.noticesOf(second)).toEqual(["late"]);
  });
});

describe("the loss of a machine", () => {
  test("runs its tasks again, is not counted as their failure, and an old report is refused", () => {
    const bench = new Bench(cluster({ machines: [{}, {}] }), FIFO);
    const { scheduler } = bench;
    const task = scheduler.submit(0, 0, scheduler.template(template()));
    scheduler.settle(0);
    const before = bench.takeStarted()[0]!;
    scheduler.machineDown(5, before.machine);
    scheduler.settle(5);
    const after = bench.takeStarted()[0]!;
    expect(after.task).toBe(task);
    expect(after.machine).not.toBe(before.machine);
    expect(after.token).toBeGreaterThan(before.token);
    expect(scheduler.tasks.failures[task]).toBe(0);
    expect(scheduler.attemptEnded(6, task, before.token, Outcome.done)).toBe(false);
    expect(scheduler.attemptEnded(7, task, after.token, Outcome.done)).toBe(true);
    expect(bench.noticesOf(task)).toEqual(["done"]);
  });

  test("noticed twice counts once, and nothing is placed on it until it is back", () => {
    const bench = new Bench(cluster({}), FIFO);
    const { scheduler } = bench;
    scheduler.machineDown(1, 0);
    scheduler.machineDown(2, 0);
    scheduler.submit(3, 0, scheduler.template(template()));
    scheduler.settle(3);
    expect(bench.started).toEqual([]);
    scheduler.machineUp(4, 0);
    scheduler.machineUp(5, 0);
    scheduler.settle(5);
    expect(bench.started).toHaveLength(1);
    expect(bench.alerts).toEqual(["machineDown", "machineUp", "peakBegins"]);
  });
});

describe("dependencies", () => {
  const diamond = [[], [0], [0], [1, 2]];

  test("hold a task back until all its parents are done", () => {
    const bench = new Bench(cluster({ machines: [{}, {}, {}, {}] }), FIFO);
    const { scheduler } = bench;
    const job = scheduler.template(template());
    const slots: number[] = [];
    expect(scheduler.submitJob(0, 0, [job, job, job, job], diamond, slots)).toBe(true);
    const rounds: number[][] = [];
    for (let now = 0; now < 3; now++) {
      scheduler.settle(now);
      const started = bench.takeStarted();
      rounds.push(started.map((start) => slots.indexOf(start.task)));
      for (const { task, token } of started) scheduler.attemptEnded(now, task, token, Outcome.done);
    }
    expect(rounds).toEqual([[0], [1, 2], [3]]);
    expect(scheduler.tasks.count).toBe(0);
  });

  test("in a circle are refused, the whole job, and the owner is told", () => {
    const bench = new Bench(cluster({}), FIFO);
    const { scheduler } = bench;
    const job = scheduler.template(template());
    expect(scheduler.submitJob(0, 0, [job, job, job], [[2], [0], [1]], [])).toBe(false);
    expect(bench.told).toMatchObject([{ notice: "cyclicDependencies", task: -1 }]);
    expect(scheduler.tasks.count).toBe(0);
  });

  test("on a failed parent cancel the children, told at once, even while another parent still runs", () => {
    const bench = new Bench(cluster({ machines: [{}, {}] }), FIFO);
    const { scheduler } = bench;
    const job = scheduler.template(template());
    const slots: number[] = [];
    // 0 and 1 are parents of 2, which is the parent of 3.
    scheduler.submitJob(0, 0, [job, job, job, job], [[], [], [0, 1], [2]], slots);
    scheduler.settle(0);
    const [first, second] = bench.takeStarted();
    scheduler.attemptEnded(1, first!.task, first!.token, Outcome.failed);
    expect(bench.noticesOf(slots[2]!)).toEqual(["parentFailed"]);
    expect(bench.noticesOf(slots[3]!)).toEqual(["parentFailed"]);
    // The slot of task 2 is kept for its second parent, so a new task does not get it.
    const other = scheduler.submit(2, 0, job);
    expect(other).not.toBe(slots[2]);
    scheduler.attemptEnded(3, second!.task, second!.token, Outcome.done);
    scheduler.settle(3);
    const started = bench.takeStarted();
    expect(started).toMatchObject([{ task: other }]);
    scheduler.attemptEnded(4, other, started[0]!.token, Outcome.done);
    expect(scheduler.tasks.count).toBe(0);
  });

  test("in a chain of 50,000 that fails at its head end without exhausting the stack", () => {
    const bench = new Bench(cluster({}), FIFO);
    const { scheduler } = bench;
    const job = scheduler.template(template());
    const length = 50_000;
    const parents = Array.from({ length }, (_, i) => (i === 0 ? [] : [i - 1]));
    scheduler.submitJob(
      0,
      0,
      parents.map(() => job),
      parents,
      [],
    );
    scheduler.settle(0);
    const { task, token } = bench.takeStarted()[0]!;
    scheduler.attemptEnded(1, task, token, Outcome.failed);
    expect(scheduler.tasks.count).toBe(0);
    expect(bench.told.filter((told) => told.notice === "parentFailed")).toHaveLength(length - 1);
  });
});

describe("the rate limiter", () => {
  test("admits a burst, then one task each interval, and says when to come back", () => {
    const bench = new Bench(cluster({ plan: { ticksPerTask: SECOND, burst: 3 } }), FIFO);
    const { scheduler } = bench;
    const job = scheduler.template(template());
    const admitted = (now: number) => scheduler.submit(now, 0, job) >= 0;
    expect([admitted(0), admitted(0), admitted(0), admitted(0)]).toEqual([true, true, true, false]);
    expect(bench.told.at(-1)).toMatchObject({ notice: "limitExceeded", task: -1, after: SECOND });
    expect([admitted(SECOND), admitted(SECOND)]).toEqual([true, false]);
    expect([admitted(HOUR), admitted(HOUR), admitted(HOUR), admitted(HOUR)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test("admits a job whole or not at all", () => {
    const bench = new Bench(cluster({ plan: { ticksPerTask: SECOND, burst: 3 } }), FIFO);
    const { scheduler } = bench;
    const job = scheduler.template(template());
    expect(scheduler.submitJob(0, 0, [job, job], [[], []], [])).toBe(true);
    expect(scheduler.submitJob(0, 0, [job, job], [[], []], [])).toBe(false);
    expect(scheduler.submit(0, 0, job)).toBeGreaterThanOrEqual(0);
  });
});

describe("a periodic task", () => {
  test("runs once per period until the schedule is closed", () => {
    const bench = new Bench(cluster({}), FIFO);
    const { scheduler } = bench;
    scheduler.submit(2 * HOUR, 0, scheduler.template(template({ schedule: "daily" })));
    scheduler.settle(2 * HOUR);
    const times = [2 * HOUR];
    while (times.length < 4) {
      for (const { task, token } of bench.takeStarted())
        scheduler.attemptEnded(times.at(-1)!, task, token, Outcome.done);
      scheduler.settle(times.at(-1)!);
      times.push(bench.wake);
      scheduler.wake(bench.wake);
      scheduler.settle(bench.wake);
      expect(bench.started).toHaveLength(1);
    }
    expect(times).toEqual([2 * HOUR, DAY + 2 * HOUR, 2 * DAY + 2 * HOUR, 3 * DAY + 2 * HOUR]);
    scheduler.close(times.at(-1)!);
    for (const { task, token } of bench.takeStarted())
      scheduler.attemptEnded(times.at(-1)!, task, token, Outcome.done);
    scheduler.settle(times.at(-1)!);
    scheduler.wake(bench.wake);
    scheduler.settle(bench.wake);
    expect(bench.started).toEqual([]);
  });

  test("that was missed, period after period, still gets one run for each", () => {
    const bench = new Bench(cluster({ machines: [{}, {}, {}, {}, {}] }), FIFO);
    const { scheduler } = bench;
    scheduler.submit(0, 0, scheduler.template(template({ schedule: "daily" })));
    scheduler.settle(0);
    scheduler.wake(3 * DAY + HOUR);
    scheduler.settle(3 * DAY + HOUR);
    expect(bench.started).toHaveLength(4);
    expect(bench.wake).toBe(4 * DAY);
  });
});

describe("order", () => {
  test("under fifo is strict: a small task does not pass a large one that does not fit", () => {
    const machines = [{ capacity: vector({ cpu: 4 }, Number.POSITIVE_INFINITY) }];
    const bench = new Bench(cluster({ machines }), FIFO);
    const { scheduler } = bench;
    const small = scheduler.template(template({ resources: vector({ cpu: 1 }, 0) }));
    const large = scheduler.template(template({ resources: vector({ cpu: 4 }, 0) }));
    const first = scheduler.submit(0, 0, small);
    const second = scheduler.submit(0, 0, large);
    const third = scheduler.submit(0, 0, small);
    scheduler.settle(0);
    expect(bench.started.map((start) => start.task)).toEqual([first]);
    scheduler.attemptEnded(1, first, bench.takeStarted()[0]!.token, Outcome.done);
    scheduler.settle(1);
    expect(bench.started.map((start) => start.task)).toEqual([second]);
    scheduler.attemptEnded(2, second, bench.takeStarted()[0]!.token, Outcome.done);
    scheduler.settle(2);
    expect(bench.started.map((start) => start.task)).toEqual([third]);
  });

  test("with overtaking lets the small one pass, and the large one starts when it fits", () => {
    const machines = [{ capacity: vector({ cpu: 4 }, Number.POSITIVE_INFINITY) }];
    const bench = new Bench(cluster({ machines }), makePolicy(fifo, { overtaking: true }));
    const { scheduler } = bench;
    const small = scheduler.template(template());
    const large = scheduler.template(template({ resources: vector({ cpu: 4 }, 0) }));
    const [first, second, third] = [small, large, small].map((kind) => scheduler.submit(0, 0, kind));
    scheduler.settle(0);
    const started = bench.takeStarted();
    expect(started.map((start) => start.task)).toEqual([first, third]);
    for (const { task, token } of started) scheduler.attemptEnded(1, task, token, Outcome.done);
    scheduler.settle(1);
    expect(bench.started.map((start) => start.task)).toEqual([second]);
  });

  test("off-peak work waits at the peak, and turns urgent when its limit is near", () => {
    const bench = new Bench(cluster({ machines: [{}, {}] }), makePolicy(offPeak, {}));
    const { scheduler } = bench;
    const plain = scheduler.template(template());
    const deferrable = scheduler.template(template({ offPeak: true, delayTolerance: 100 * SECOND }));
    scheduler.submit(0, 0, plain);
    const last = scheduler.submit(0, 0, plain);
    scheduler.settle(0);
    const deferred = scheduler.submit(1, 0, deferrable);
    const early = bench.takeStarted();
    // One machine of two is 50%, below the threshold; the other one is kept busy by an endless stream of plain work.
    scheduler.settle(1);
    expect(bench.wake).toBe(1 + 80 * SECOND);
    const waiting = scheduler.submit(2, 0, plain);
    scheduler.settle(2);
    scheduler.wake(1 + 80 * SECOND);
    scheduler.settle(1 + 80 * SECOND);
    scheduler.attemptEnded(
      90 * SECOND,
      last,
      early.find((start) => start.task === last)!.token,
      Outcome.done,
    );
    scheduler.settle(90 * SECOND);
    expect(bench.started.map((start) => start.task)).toEqual([deferred]);
    expect(scheduler.tasks.status[waiting]).toBe(Status.waiting);
  });

  test("top-k keeps the queue as short as the free cores allow and serves the better plan first", () => {
    const spec = cluster({ machines: [{}, {}], tenants: 2 });
    const plans = [
      { ...spec.plans[0]!, name: "free", priority: 0 },
      { ...spec.plans[0]!, name: "gold", priority: 5 },
    ];
    const tenants = spec.tenants.map((tenant, plan) => ({ ...tenant, plan }));
    const bench = new Bench({ ...spec, plans, tenants }, makePolicy(topK, {}));
    const { scheduler } = bench;
    const job = scheduler.template(template());
    const free = Array.from({ length: 10 }, () => scheduler.submit(0, 0, job));
    const gold = scheduler.submit(0, 1, job);
    scheduler.settle(0);
    expect(bench.started.map((start) => start.task)).toEqual([gold, free[0]]);
    expect(scheduler.queued).toBeLessThanOrEqual(1);
    expect(scheduler.waiting).toBe(9);
  });

  test("batches by interval leave at multiples of it", () => {
    const control = { batcher: { every: 10 * SECOND, size: 2, full: NEVER } };
    const bench = new Bench(cluster({ machines: [{}, {}, {}, {}], control }), FIFO);
    const { scheduler } = bench;
    const job = scheduler.template(template());
    for (let i = 0; i < 3; i++) scheduler.submit(3 * SECOND, 0, job);
    scheduler.settle(3 * SECOND);
    expect(bench.started).toEqual([]);
    expect(bench.wake).toBe(10 * SECOND);
    scheduler.wake(10 * SECOND);
    scheduler.settle(10 * SECOND);
    expect(bench.takeStarted()).toHaveLength(2);
    expect(bench.wake).toBe(20 * SECOND);
    scheduler.wake(20 * SECOND);
    scheduler.settle(20 * SECOND);
    expect(bench.takeStarted()).toHaveLength(1);
  });
});

describe("submitters", () => {
  test("give unique ids in turn, and a dead node's tasks go to the others", () => {
    const bench = new Bench(cluster({ control: { submitters: { ...IDEAL.submitters, nodes: 3 } } }), FIFO);
    const { scheduler } = bench;
    const job = scheduler.template(template());
    const tasks = Array.from({ length: 9 }, () => scheduler.submit(0, 0, job));
    const { idTime, idTail, node } = scheduler.tasks;
    expect(new Set(tasks.map((task) => `${idTime[task]}/${idTail[task]}`)).size).toBe(9);
    expect(tasks.filter((task) => node[task] === 1)).toHaveLength(3);
    scheduler.submitterDown(1, 1);
    expect(tasks.filter((task) => node[task] === 1)).toEqual([]);
    const later = Array.from({ length: 4 }, () => scheduler.submit(2, 0, job));
    expect(later.every((task) => node[task] !== 1)).toBe(true);
  });

  test("all down refuse, and say so", () => {
    const bench = new Bench(cluster({}), FIFO);
    const { scheduler } = bench;
    scheduler.submitterDown(0, 0);
    expect(scheduler.submit(1, 0, scheduler.template(template()))).toBe(-1);
    expect(bench.told).toMatchObject([{ notice: "unavailable" }]);
    scheduler.submitterUp(2, 0);
    expect(scheduler.submit(3, 0, 0)).toBeGreaterThanOrEqual(0);
  });
});

test("time that goes backwards is refused", () => {
  const { scheduler } = new Bench(cluster({}), FIFO);
  scheduler.submit(10, 0, scheduler.template(template()));
  expect(() => scheduler.wake(9)).toThrow("backwards");
});
