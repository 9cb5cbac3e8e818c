import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GRACE, PeriodicTasks } from "../../src/cluster/periodic.ts";
import { Outcome } from "../../src/cluster/ports.ts";
import { IDEAL, type MissedRule, type TemplateSpec } from "../../src/cluster/spec.ts";
import { DAY, HOUR, MINUTE } from "../../src/engine/time.ts";
import { fifo } from "../../src/policies/fifo.ts";
import { makePolicy } from "../../src/policies/index.ts";
import { timeZones } from "../../src/scenario/time-zones.ts";
import { Bench, cluster, template } from "../support/bench.ts";

const RULES: readonly MissedRule[] = ["all", "last", "skip"];

/** A daily task whose first run was at tick 0, and what becomes of its periods, by number. */
class Daily {
  readonly tasks: PeriodicTasks;
  run: number[] = [];
  notice: number[] = [];
  nextAt = 0;
  canSubmit = true;

  constructor(missed: MissedRule) {
    this.tasks = new PeriodicTasks(IDEAL.epoch, {
      canSubmit: () => this.canSubmit,
      submit: ({ period }) => this.run.push(period),
      miss: ({ period }) => this.notice.push(period),
      wakeAt: (_index, at) => {
        this.nextAt = at;
      },
    });
    this.tasks.add(0, 0, template({ schedule: "daily", missed }), 0);
  }

  /** What becomes of the periods that have come by now and were not dealt with before. */
  due(now: number): { run: number[]; notice: number[] } {
    this.run = [];
    this.notice = [];
    this.tasks.due(0, now);
    return { run: this.run, notice: this.notice };
  }
}

describe("periods that were missed for three days and an hour", () => {
  test("all get their runs under the rule all", () => {
    expect(new Daily("all").due(3 * DAY + HOUR)).toEqual({ run: [1, 2, 3], notice: [] });
  });

  test("give way to the newest under the rule last", () => {
    expect(new Daily("last").due(3 * DAY + HOUR)).toEqual({ run: [3], notice: [1, 2] });
  });

  test("get no run at all under the rule skip", () => {
    expect(new Daily("skip").due(3 * DAY + HOUR)).toEqual({ run: [], notice: [1, 2, 3] });
  });
});

describe("under the rule skip", () => {
  test("the period that is due right now runs, however many were missed before it", () => {
    expect(new Daily("skip").due(3 * DAY)).toEqual({ run: [3], notice: [1, 2] });
  });

  test("so does one that is late by no more than the grace", () => {
    expect(new Daily("skip").due(DAY + GRACE).run).toEqual([1]);
    expect(new Daily("skip").due(DAY + GRACE + 1).run).toEqual([]);
  });
});

test("a period that is due on time runs, under every rule", () => {
  for (const rule of RULES) {
    const daily = new Daily(rule);
    for (let day = 1; day <= 10; day++) {
      expect(daily.nextAt).toBe(day * DAY);
      expect(daily.due(day * DAY)).toEqual({ run: [day], notice: [] });
    }
  }
});

test("thousands of missed periods do not keep it from running again", () => {
  for (const rule of RULES) {
    const daily = new Daily(rule);
    const { run, notice } = daily.due(4000 * DAY + HOUR);
    expect(run.length + notice.length).toBe(4000);
    expect(daily.due(4001 * DAY).run).toEqual([4001]);
  }
});

test("each period gets one run or one notice, whenever and however often it is looked at", () => {
  const looks = fc.array(fc.integer({ min: 0, max: 3 * DAY }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.constantFrom(...RULES), looks, (rule, gaps) => {
      const daily = new Daily(rule);
      let now = 0;
      const seen: number[] = [];
      for (const gap of gaps) {
        now += gap;
        const { run, notice } = daily.due(now);
        seen.push(...[...run, ...notice].sort((a, b) => a - b));
        // A leader that is elected in the same instant asks again, and finds nothing left to do.
        expect(daily.due(now)).toEqual({ run: [], notice: [] });
        expect(daily.nextAt).toBeGreaterThan(now);
      }
      expect(seen).toEqual(Array.from({ length: Math.floor(now / DAY) }, (_, i) => i + 1));
    }),
  );
});

test("while nobody can submit, periods wait; once closed, those get notices and no runs", () => {
  const daily = new Daily("all");
  daily.canSubmit = false;
  expect(daily.due(DAY)).toEqual({ run: [], notice: [] });
  daily.tasks.close(2 * DAY);
  expect([daily.run, daily.notice]).toEqual([[], [1, 2]]);
});

describe("a scheduler whose only submitter is down", () => {
  const machines = Array.from({ length: 10 }, () => ({}));

  /** The submitter is down from half a day to three days and an hour after the first run. */
  function outage(missed: MissedRule): Bench {
    const bench = new Bench(cluster({ machines }), makePolicy(fifo, {}));
    const { scheduler } = bench;
    scheduler.submit(0, 0, scheduler.template(template({ schedule: "daily", missed })));
    scheduler.settle(0);
    for (const { task, token } of bench.takeStarted())
      scheduler.attemptEnded(HOUR, task, token, Outcome.done);
    scheduler.submitterDown(DAY / 2, 0);
    scheduler.settle(DAY / 2);
    scheduler.wake(DAY);
    scheduler.settle(DAY);
    expect(bench.started).toEqual([]);
    return bench;
  }

  const missedNotices = (bench: Bench) => bench.told.filter(({ notice }) => notice === "missedPeriod");

  test.each([
    ["all", [1, 2, 3], 0],
    ["last", [3], 2],
    ["skip", [], 3],
  ] as const)("deals with missed periods by the rule %s when it returns", (rule, periods, notices) => {
    const bench = outage(rule);
    const { scheduler } = bench;
    const back = 3 * DAY + HOUR;
    scheduler.submitterUp(back, 0);
    scheduler.settle(back);
    expect(bench.started.map(({ task }) => scheduler.tasks.period[task])).toEqual(periods);
    expect(missedNotices(bench)).toEqual(
      Array.from({ length: notices }, () => ({ tenant: 0, notice: "missedPeriod", task: -1, after: 0 })),
    );
    // And goes on with the next period as if nothing had been.
    expect(bench.wake).toBe(4 * DAY);
    bench.takeStarted();
    scheduler.wake(4 * DAY);
    scheduler.settle(4 * DAY);
    expect(bench.started.map(({ task }) => scheduler.tasks.period[task])).toEqual([4]);
  });

  test("tells the owner of the periods that it still owed when the schedule is closed", () => {
    const bench = outage("all");
    bench.scheduler.close(2 * DAY + HOUR);
    bench.scheduler.submitterUp(3 * DAY, 0);
    bench.scheduler.settle(3 * DAY);
    expect(bench.started).toEqual([]);
    expect(missedNotices(bench)).toHaveLength(2);
  });
});

test("two wakes in one instant submit a period once", () => {
  const bench = new Bench(cluster({ machines: [{}, {}, {}] }), makePolicy(fifo, {}));
  const { scheduler } = bench;
  scheduler.submit(0, 0, scheduler.template(template({ schedule: "daily" })));
  scheduler.settle(0);
  bench.takeStarted();
  for (let i = 0; i < 2; i++) {
    scheduler.submitterDown(DAY, 0);
    scheduler.wake(DAY);
    scheduler.submitterUp(DAY, 0);
    scheduler.wake(DAY);
    scheduler.settle(DAY);
  }
  expect(bench.started).toHaveLength(1);
});

test("runs keep the local time of their zone through the scheduler", () => {
  const epoch = Date.parse("2026-03-28T01:30:00Z");
  const zone = timeZones(epoch, 0)("Europe/Berlin");
  const options: Partial<TemplateSpec> = { schedule: "daily", zone };
  const bench = new Bench(cluster({ control: { epoch }, machines: [{}, {}, {}] }), makePolicy(fifo, {}));
  const { scheduler } = bench;
  scheduler.submit(0, 0, scheduler.template(template(options)));
  scheduler.settle(0);
  // At 02:30 the clocks of 29 March skip to 03:00, which is 23 and a half hours later; then a day of 23 hours and a half.
  expect(bench.wake).toBe(DAY - 30 * MINUTE);
  scheduler.wake(bench.wake);
  scheduler.settle(bench.wake);
  expect(bench.wake).toBe(2 * DAY - HOUR);
});
