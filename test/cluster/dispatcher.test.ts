/** What the dispatcher says about itself, and how it takes a policy's answers. */
import { describe, expect, test } from "vitest";
import { Lots } from "../../src/cluster/lots.ts";
import { type Policy, PolicyError } from "../../src/cluster/policy.ts";
import { Prices } from "../../src/cluster/prices.ts";
import { Streams } from "../../src/engine/random.ts";
import { DAY, HOUR, NEVER, SECOND } from "../../src/engine/time.ts";
import { cluster, vector } from "../support/bench.ts";
import { DispatchWorld } from "../support/dispatch-world.ts";

const FIFO: Policy = { name: "fifo", overtaking: false };
const JOB = { at: 0, work: SECOND };

describe("why a task waits:", () => {
  test("it is not in a batch yet, and so many go before it", () => {
    const control = { batcher: { every: SECOND, size: NEVER, full: NEVER } };
    const at = new DispatchWorld(cluster({ control }), FIFO);
    const tasks = [at.submit(JOB), at.submit(JOB), at.submit(JOB)];
    expect(tasks.map((task) => at.dispatcher.whyWaits(task))).toEqual(
      [0, 1, 2].map((ahead) => ({ kind: "batch", ahead })),
    );
  });

  test("its lane is closed", () => {
    const at = new DispatchWorld(cluster({}), { name: "closed", serves: () => false });
    const task = at.submit(JOB);
    at.start();
    expect(at.dispatcher.whyWaits(task)).toEqual({ kind: "closed", ahead: 0 });
  });

  test("no machine has room for it, or it stands behind one for which none has", () => {
    const at = new DispatchWorld(cluster({ machines: [{}, {}] }), FIFO);
    const running = at.submit(JOB);
    const large = at.submit({ ...JOB, resources: vector({ cpu: 2 }, 0) });
    const small = at.submit(JOB);
    expect(at.start()).toEqual([running]);
    expect(at.dispatcher.whyWaits(large)).toEqual({ kind: "no-room", ahead: 0 });
    expect(at.dispatcher.whyWaits(small)).toEqual({ kind: "behind", ahead: 1 });
  });

  test("another tenant's turn comes first", () => {
    const fair: Policy = { name: "fair", tenantRank: (tenant) => tenant.running };
    const at = new DispatchWorld(cluster({ machines: [{}, {}], tenants: 2 }), fair);
    at.submit(JOB);
    at.submit(JOB);
    at.start();
    const own = [at.submit(JOB), at.submit(JOB)];
    const other = at.submit({ ...JOB, tenant: 1 });
    expect(at.start()).toEqual([]);
    expect(at.dispatcher.whyWaits(own[0]!)).toEqual({ kind: "turn", ahead: 0 });
    expect(at.dispatcher.whyWaits(own[1]!)).toEqual({ kind: "no-room", ahead: 1 });
    expect(at.dispatcher.whyWaits(other)).toEqual({ kind: "no-room", ahead: 0 });
  });
});

test("a tenant's view shows what it holds, its largest share, and what it has held so far", () => {
  const seen: object[] = [];
  const policy: Policy = {
    name: "curious",
    tenantRank: (tenant) => {
      const { name, running, dominantShare, served } = tenant;
      seen.push({ name, running, cpu: tenant.share("cpu"), dominantShare, served });
      return 0;
    },
  };
  const capacity = [4_000, 10, ...Array(4).fill(Number.POSITIVE_INFINITY)];
  const at = new DispatchWorld(cluster({ machines: [{ capacity }] }), policy);
  const resources = vector({ cpu: 1, memory: 5 }, 0);
  const first = at.submit({ ...JOB, resources });
  at.start();
  at.clock[0] = 10;
  at.submit({ ...JOB, resources });
  at.start();
  at.clock[0] = 30;
  at.end(first);
  at.submit({ ...JOB, resources });
  at.start();
  const share = (running: number, served: number) => ({
    name: "t0",
    running,
    cpu: running / 4,
    dominantShare: running / 2,
    served,
  });
  expect(seen).toEqual([share(0, 0), share(1, 10), share(1, 50)]);
});

test.each([
  ["a quantum below one tick", { quantum: () => 0 }, "quantum is 0"],
  ["a quantum that is no number", { quantum: () => Number.NaN }, "quantum is NaN"],
  ["a tenant's rank that is no number", { tenantRank: () => Number.NaN }, "tenantRank is not a number"],
])("an answer that cannot be meant is refused: %s", (_, answers, message) => {
  const at = new DispatchWorld(cluster({}), { name: "odd", ...answers });
  at.submit(JOB);
  const start = () => at.start();
  expect(start).toThrow(
    new PolicyError(`policy odd: ${message}${message.startsWith("q") ? " and must be at least 1" : ""}`),
  );
});

test("a running task's time on its machine counts as served", () => {
  const asked: number[] = [];
  const quantum: Policy["quantum"] = (task) => {
    asked.push(task.served);
    return 5;
  };
  const at = new DispatchWorld(cluster({}), { name: "q", quantum });
  const task = at.submit(JOB);
  at.start();
  at.clock[0] = 7;
  at.dispatcher.quantumOf(task);
  at.pause(task);
  at.clock[0] = 9;
  at.start();
  expect(asked).toEqual([0, 7, 7]);
});

describe("lots", () => {
  const random = () => new Streams(1, 0).stream("placement");

  test("draw nothing until somebody asks, and then give the same to one id, always", () => {
    const source = random();
    const lots = new Lots(source);
    expect(source.int32()).toBe(random().int32());
    const one = new Lots(random());
    const other = new Lots(random());
    other.of(5, 6);
    expect(one.of(1, 2)).toBe(other.of(1, 2));
    expect(one.of(1, 2)).toBe(one.of(1, 2));
    expect(lots.of(1, 2)).not.toBe(one.of(1, 2));
  });

  test("are spread evenly over ids that differ in little", () => {
    const lots = new Lots(random());
    const counts = new Array<number>(20).fill(0);
    for (let time = 0; time < 100; time++)
      for (let tail = 0; tail < 100; tail++)
        counts[Math.floor(lots.of(1_767_225_600_000 + time, 2 ** 22 + tail) * 20)]!++;
    const chiSquare = counts.reduce((sum, count) => sum + (count - 500) ** 2 / 500, 0);
    expect(chiSquare).toBeLessThan(43.8); // 0.1% of 19 degrees of freedom
  });
});

describe("prices", () => {
  /** Six in the morning of a day in UTC. */
  const epoch = 1_767_225_600_000 + (6 * HOUR) / 1000;

  test("follow the day from where the run begins in it, and start again", () => {
    const prices = new Prices([1, 2, 3, 4], epoch);
    expect([0, 6 * HOUR - 1, 6 * HOUR, 12 * HOUR, 18 * HOUR, DAY].map((now) => prices.at(now))).toEqual([
      2, 2, 3, 4, 1, 2,
    ]);
    expect([prices.mean, prices.least]).toEqual([2.5, 1]);
  });

  test("say when they change, also where parts of a day are no whole ticks", () => {
    const prices = new Prices([1, 2, 3, 4, 5, 6, 7], epoch);
    let now = 0;
    const seen: number[] = [];
    for (let i = 0; i < 15; i++) {
      seen.push(prices.at(now));
      const next = prices.nextAfter(now);
      expect(next).toBeGreaterThan(now);
      expect(prices.at(next - 1)).toBe(prices.at(now));
      expect(prices.at(next)).not.toBe(prices.at(now));
      now = next;
    }
    expect(seen).toEqual([2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 1, 2]);
  });

  test("are always usual where none are given", () => {
    const prices = new Prices([], epoch);
    expect([prices.at(0), prices.at(DAY / 3), prices.mean, prices.least]).toEqual([1, 1, 1, 1]);
    expect(prices.nextAfter(0)).toBe(NEVER);
  });
});
