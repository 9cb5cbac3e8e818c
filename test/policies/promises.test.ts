/** Each policy that comes with schedlab keeps the promise of its summary, on random workloads with faults and failures. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SECOND } from "../../src/engine/time.ts";
import { type Start, type Watch, watchedRun } from "./watched-run.ts";

const seconds = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((n) => n / 10);

/** Small clusters, from idle to far too busy. */
function workloads(cpu: fc.Arbitrary<number>, machines: fc.Arbitrary<readonly object[]>) {
  return fc.record({
    name: fc.constant("random"),
    seed: fc.nat(1_000_000),
    stop: fc.constant({ tasks: 150 }),
    plans: fc.constant({ free: {}, pro: { priority: 1 }, top: { priority: 5 } }),
    tenants: fc
      .array(
        fc.record({
          plan: fc.constantFrom("free", "pro", "top"),
          workloads: fc.array(
            fc.record(
              {
                arrivals: seconds(0.2, 3).map((mean) => ({ process: "poisson", rate: 1 / mean })),
                duration: seconds(0.1, 4).map((mean) => ({ dist: "exponential", mean })),
                resources: fc.record({ cpu }),
                delayTolerance: seconds(0, 30),
                offPeak: fc.boolean(),
                failure: fc.constantFrom(0, 0.3),
                attempts: fc.constant(2),
              },
              { requiredKeys: ["arrivals", "duration", "resources", "failure", "attempts"] },
            ),
            { minLength: 1, maxLength: 3 },
          ),
        }),
        { minLength: 1, maxLength: 2 },
      )
      .map((tenants) =>
        tenants.map(({ plan, workloads }, t) => ({
          name: `t${t}`,
          plan,
          workloads: workloads.map((workload, w) => ({ ...workload, class: `c${w}` })),
        })),
      ),
    machines,
    control: fc.record({ monitor: fc.record({ peak: fc.constantFrom(0.3, 0.5, 0.8, 1) }) }),
    faults: fc.constantFrom(
      [],
      [{ kind: "machine-crash", every: { dist: "exponential", mean: "15s" }, for: "3s" }],
    ),
  });
}

const anyMachines = fc
  .array(fc.record({ cpu: fc.integer({ min: 2, max: 4 }) }), { minLength: 1, maxLength: 3 })
  .map((machines) => machines.map((machine, m) => ({ ...machine, name: `m${m}` })));
const mixed = workloads(fc.constantFrom(0.5, 1, 2), anyMachines);
const alike = workloads(fc.constant(1), anyMachines);

const SETTINGS = { numRuns: 40, seed: 1 };

/** Counts starts at which there was a choice, because a test of choices that had none would prove nothing. */
class Choices {
  made = 0;
  had(start: Start): void {
    if (start.others.length > 0) this.made++;
  }
}

describe("fifo", () => {
  test("starts tasks strictly in the order in which they became ready, whatever fits", () => {
    const choices = new Choices();
    fc.assert(
      fc.property(mixed, (file) => {
        watchedRun(file, "fifo", (start) => {
          choices.had(start);
          expect(start.earlier).toEqual([]);
        });
      }),
      SETTINGS,
    );
    expect(choices.made).toBeGreaterThan(1000);
  });

  test("lets one pass that fits when overtaking is allowed, and then never one that does not come next", () => {
    let passed = 0;
    fc.assert(
      fc.property(mixed, (file) => {
        watchedRun(
          file,
          "fifo",
          ({ earlier }, watch) => {
            passed += earlier.length > 0 ? 1 : 0;
            expect(earlier.filter((other) => watch.fits(other))).toEqual([]);
          },
          { parameters: { overtaking: true } },
        );
      }),
      SETTINGS,
    );
    expect(passed).toBeGreaterThan(100);
  });
});

describe("delay-tolerance", () => {
  test("starts the task with the nearest limit first, among those that fit", () => {
    const choices = new Choices();
    fc.assert(
      fc.property(mixed, (file) => {
        watchedRun(file, "delay-tolerance", (start, watch) => {
          choices.had(start);
          const limit = watch.limit(start.task);
          const nearer = start.others.filter((other) => watch.limit(other) < limit && watch.fits(other));
          const asNear = start.earlier.filter((other) => watch.limit(other) === limit && watch.fits(other));
          expect([...nearer, ...asNear]).toEqual([]);
        });
      }),
      SETTINGS,
    );
    expect(choices.made).toBeGreaterThan(1000);
  });

  test("where all tasks are alike to a machine, never passes over a nearer limit", () => {
    fc.assert(
      fc.property(alike, (file) => {
        watchedRun(file, "delay-tolerance", ({ task, others }, watch) => {
          expect(others.filter((other) => watch.limit(other) < watch.limit(task))).toEqual([]);
        });
      }),
      SETTINGS,
    );
  });
});

describe("top-k", () => {
  /** As its summary says: plan, tolerance up to an hour, and age. The smallest goes first. */
  const importance = (watch: Watch, task: number) =>
    watch.submittedAt(task) +
    Math.min(watch.spec(task).delayTolerance, 3600 * SECOND) -
    watch.priority(task) * 60 * SECOND;

  test("on a few cores starts the most important of all that wait", () => {
    const fewCores = fc.constantFrom(
      [{ name: "m", cpu: 4 }],
      [{ name: "m", count: 3, cpu: 1 }],
      [
        { name: "m", cpu: 1 },
        { name: "n", cpu: 2 },
      ],
    );
    const choices = new Choices();
    fc.assert(
      fc.property(workloads(fc.constant(1), fewCores), (file) => {
        watchedRun(file, "top-k", (start, watch) => {
          choices.had(start);
          const least = importance(watch, start.task);
          expect(start.others.filter((other) => importance(watch, other) < least)).toEqual([]);
        });
      }),
      SETTINGS,
    );
    expect(choices.made).toBeGreaterThan(1000);
  });

  test("keeps the queue short: beyond what starts at once, a quarter of the cores", () => {
    const cores = 40;
    const crowd = workloads(fc.constant(1), fc.constant([{ name: "m", count: 10, cpu: cores / 10 }]));
    let longest = 0;
    let held = 0;
    fc.assert(
      fc.property(crowd, (file) => {
        // Crowds that meet an idle cluster: 40 start at once, and there is somebody left to queue.
        const arrivals = { process: "batch", rate: "1/m", size: 100 };
        const crowds = file.tenants.map((tenant) => ({
          ...tenant,
          workloads: tenant.workloads.map((workload) => ({ ...workload, arrivals })),
        }));
        const settled = (watch: Watch) => {
          const queued = watch.waiting.filter((task) => watch.lane(task) !== undefined).length;
          longest = Math.max(longest, queued);
          held = Math.max(held, watch.waiting.length - queued);
        };
        watchedRun({ ...file, tenants: crowds, stop: { tasks: 400 } }, "top-k", () => {}, { settled });
        expect(longest).toBeLessThanOrEqual(cores / 4);
      }),
      { ...SETTINGS, numRuns: 20 },
    );
    expect(longest).toBe(cores / 4);
    expect(held).toBeGreaterThan(cores);
  });

  test("counts a plan's priority as time already waited, so that everybody's turn comes", () => {
    const at = (plan: string, times: string[]) => ({
      name: plan,
      plan,
      workloads: [{ class: "job", arrivals: { process: "trace", times }, duration: "1s" }],
    });
    const order: string[] = [];
    const file = {
      name: "turns",
      stop: { tasks: 4 },
      // Two levels are worth 120 seconds.
      plans: { free: { priority: 0 }, pro: { priority: 2 } },
      tenants: [
        {
          name: "first",
          plan: "free",
          workloads: [{ class: "long", arrivals: { process: "trace", times: ["0s"] }, duration: "1000s" }],
        },
        at("free", ["10s"]),
        at("pro", ["100s", "200s"]),
      ],
      machines: [{ name: "m", cpu: 1 }],
    };
    watchedRun(file, "top-k", ({ task }, watch) => {
      const tenant = watch.scheduler.cluster.tenants[watch.scheduler.tasks.tenant[task]!]!.name;
      order.push(`${tenant} of ${watch.submittedAt(task) / SECOND}`);
    });
    expect(order).toEqual(["first of 0", "pro of 100", "free of 10", "pro of 200"]);
  });
});

describe("off-peak", () => {
  test("never starts off-peak work at or above the threshold, unless its limit has come near", () => {
    const seen = { calm: 0, urgent: 0, heldBack: 0 };
    fc.assert(
      fc.property(mixed, (file) => {
        const peakAt = file.control.monitor.peak;
        const settled = (watch: Watch) => {
          if (!watch.scheduler.fleet.busy(peakAt)) return;
          seen.heldBack += watch.waiting.filter(
            (task) => watch.lane(task) === "off-peak" && watch.fits(task),
          ).length;
        };
        const check = ({ now, task }: Start, watch: Watch) => {
          const spec = watch.spec(task);
          if (!spec.offPeak) return;
          if (watch.lane(task) === "urgent") {
            seen.urgent++;
            expect(now).toBeGreaterThanOrEqual(watch.submittedAt(task) + 0.8 * spec.delayTolerance);
          } else {
            seen.calm++;
            const { used, capacity } = watch.scheduler.fleet;
            expect(used[0]! - spec.resources[0]!).toBeLessThan(peakAt * capacity[0]!);
          }
        };
        watchedRun(file, "off-peak", check, { settled });
      }),
      SETTINGS,
    );
    // Each side of the promise was put to the test, and there was work that would have fitted and was held back.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
  });

  test("serves urgent work first, then delayable, then off-peak, each nearest limit first", () => {
    const LANES = ["urgent", "periodic", "delayable", "off-peak"];
    const choices = new Choices();
    fc.assert(
      fc.property(mixed, (file) => {
        watchedRun(file, "off-peak", (start, watch) => {
          choices.had(start);
          const turn = (task: number) => LANES.indexOf(watch.lane(task)!);
          const before = start.others.filter(
            (other) =>
              watch.fits(other) &&
              (turn(other) < turn(start.task) ||
                (turn(other) === turn(start.task) && watch.limit(other) < watch.limit(start.task))),
          );
          expect(before).toEqual([]);
        });
      }),
      SETTINGS,
    );
    expect(choices.made).toBeGreaterThan(1000);
  });

  test("loses nothing: off-peak work without a limit still runs when the rush is over", () => {
    const job = (name: string, rate: string, more: object) => ({
      class: name,
      arrivals: { process: "poisson", rate },
      duration: { dist: "exponential", mean: "1s" },
      ...more,
    });
    const file = {
      name: "rush",
      stop: { time: "10m" },
      tenants: [
        {
          name: "t",
          workloads: [job("rush", "12/s", { delayTolerance: "1s" }), job("spare", "1/s", { offPeak: true })],
        },
      ],
      machines: [{ name: "m", count: 10, cpu: 1 }],
    };
    const { metrics } = watchedRun(file, "off-peak", () => {});
    expect(metrics["class:spare"]!.done).toBe(metrics["class:spare"]!.admitted);
    expect(metrics["class:spare"]!.admitted).toBeGreaterThan(400);
    expect(metrics["class:spare"]!["wait.mean"]).toBeGreaterThan(60);
  });
});
