import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Limiters } from "../../src/cluster/limiter.ts";
import type { PlanSpec } from "../../src/cluster/spec.ts";
import { NEVER, SECOND, type Tick } from "../../src/engine/time.ts";
import { cluster } from "../support/bench.ts";

interface Setting {
  readonly nodes: number;
  readonly portion: number;
  readonly lease: Tick;
  readonly tenants?: number;
  readonly plan: Pick<PlanSpec, "ticksPerTask" | "burst">;
}

function limiters({ nodes, portion, lease, tenants = 1, plan }: Setting): Limiters {
  return new Limiters(cluster({ tenants, plan, control: { limiter: { nodes, portion, lease } } }));
}

/** Two tasks a second, ten at once; three nodes that are lent four at a time, for three seconds. */
const SHARED: Setting = {
  nodes: 3,
  portion: 0.4,
  lease: 3 * SECOND,
  plan: { ticksPerTask: SECOND / 2, burst: 10 },
};

/** How many of `tasks` single submissions the node admits. */
function admitted(limiter: Limiters, now: Tick, node: number, tasks: number): number {
  let count = 0;
  for (let i = 0; i < tasks; i++) if (limiter.admit(now, node, 0, 1) === 0) count++;
  return count;
}

/** The textbook's bucket: so many tokens, refilled as time passes, never more than the burst. */
class Bucket {
  #tokens: number;
  #at = 0;
  readonly #plan: Setting["plan"];

  constructor(plan: Setting["plan"]) {
    this.#plan = plan;
    this.#tokens = plan.burst * plan.ticksPerTask;
  }

  admit(now: Tick, tasks: number): boolean {
    const { burst, ticksPerTask } = this.#plan;
    this.#tokens = Math.min(burst * ticksPerTask, this.#tokens + now - this.#at);
    this.#at = now;
    if (this.#tokens < tasks * ticksPerTask) return false;
    this.#tokens -= tasks * ticksPerTask;
    return true;
  }
}

describe("one limiter node", () => {
  const steps = fc.array(fc.record({ after: fc.nat(40), tasks: fc.integer({ min: 1, max: 5 }) }), {
    maxLength: 100,
    size: "max",
  });

  test("admits what a token bucket admits, and says how long to wait", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 5 }),
        steps,
        (rate, burst, all) => {
          const plan = { ticksPerTask: rate, burst };
          const limiter = limiters({ nodes: 1, portion: 0.25, lease: 1, plan });
          const bucket = new Bucket(plan);
          let now = 0;
          for (const { after, tasks } of all) {
            now += after;
            const wait = limiter.admit(now, limiter.next(), 0, tasks);
            expect(wait === 0).toBe(bucket.admit(now, tasks));
            if (tasks > burst) expect(wait).toBe(NEVER);
            if (wait === 0 || wait === NEVER) continue;
            now += wait - 1;
            if (wait > 1) expect(bucket.admit(now, tasks)).toBe(false);
            expect(limiter.admit(++now, 0, 0, tasks)).toBe(0);
            expect(bucket.admit(now, tasks)).toBe(true);
          }
        },
      ),
      { seed: 1 },
    );
  });

  test("limits nobody whose plan has no limit", () => {
    const limiter = limiters({ nodes: 1, portion: 1, lease: 1, plan: { ticksPerTask: 0, burst: 1 } });
    expect(limiter.limits(0)).toBe(false);
    expect(limiter.admit(0, 0, 0, 1e9)).toBe(0);
  });

  test("that restarts or forgets begins with empty buckets", () => {
    const limiter = limiters({ ...SHARED, nodes: 1 });
    limiter.down(0, 0);
    expect(limiter.next()).toBe(-1);
    limiter.up(SECOND, 0);
    expect(admitted(limiter, SECOND, limiter.next(), 10)).toBe(0);
    expect(admitted(limiter, 6 * SECOND, 0, 20)).toBe(10);
    limiter.amnesia(20 * SECOND, 0);
    expect(admitted(limiter, 21 * SECOND, 0, 20)).toBe(2);
  });
});

describe("several limiter nodes", () => {
  test("take turns, without those that are down", () => {
    const limiter = limiters(SHARED);
    expect([limiter.next(), limiter.next(), limiter.next(), limiter.next()]).toEqual([0, 1, 2, 0]);
    limiter.down(0, 2);
    expect([limiter.next(), limiter.next(), limiter.next()]).toEqual([1, 0, 1]);
    limiter.up(0, 2);
    expect([limiter.next(), limiter.next()]).toEqual([2, 0]);
  });

  test("admit a tenant's burst once between them, not once each", () => {
    const limiter = limiters(SHARED);
    expect([0, 1, 2].map((node) => admitted(limiter, 0, node, 10))).toEqual([10, 0, 0]);
  });

  test("leave to another what they were not lent", () => {
    const limiter = limiters(SHARED);
    expect([0, 1, 2].map((node) => admitted(limiter, 0, node, 1))).toEqual([1, 1, 1]);
    // Lent: 4, 4 and the 2 that were left; each spends its own.
    expect([0, 1, 2].map((node) => admitted(limiter, 0, node, 10))).toEqual([3, 3, 1]);
  });

  test("borrow as much as a large submission needs, if the book has it", () => {
    const limiter = limiters(SHARED);
    expect(limiter.admit(0, 0, 0, 10)).toBe(0);
    expect(limiter.admit(0, 1, 0, 11)).toBe(NEVER);
    expect(limiter.admit(0, 1, 0, 3)).toBe(1.5 * SECOND);
    expect(limiter.admit(1.5 * SECOND, 1, 0, 3)).toBe(0);
  });

  test("give back what they did not spend when its lease ends", () => {
    const limiter = limiters(SHARED);
    limiter.admit(0, 0, 0, 1);
    limiter.admit(0, 1, 0, 1);
    // Two are in the book, which is as full as it may be; six come back after three seconds; two more are refilled.
    const wait = limiter.admit(0, 2, 0, 10);
    expect(wait).toBe(4 * SECOND);
    expect(limiter.admit(wait - 1, 2, 0, 10)).toBeGreaterThan(0);
    expect(limiter.admit(wait, 2, 0, 10)).toBe(0);
  });

  test("count what a dead node held as spent, but only when its lease has ended", () => {
    const limiter = limiters(SHARED);
    limiter.admit(0, 0, 0, 1);
    limiter.down(0, 0);
    expect(admitted(limiter, 0, 1, 10)).toBe(6);
    // Until then the book refills up to 6 of 10, and from then on at its rate.
    expect(admitted(limiter, 3 * SECOND, 1, 10)).toBe(6);
    expect(admitted(limiter, 100 * SECOND, 1, 20)).toBe(10);
  });

  test("that restart know nothing of what they were lent before", () => {
    const limiter = limiters(SHARED);
    limiter.admit(0, 0, 0, 1);
    limiter.down(0, 0);
    limiter.up(0, 0);
    expect(admitted(limiter, 0, 0, 10)).toBe(6);
  });

  test("spend what they were lent when cut off from the book, until the lease ends", () => {
    const limiter = limiters(SHARED);
    limiter.admit(0, 0, 0, 1);
    limiter.cut(0, 0, true);
    expect(admitted(limiter, 1, 0, 1)).toBe(1);
    expect(limiter.admit(1, 0, 0, 4)).toBe(3 * SECOND);
    expect(admitted(limiter, 3 * SECOND - 1, 0, 1)).toBe(1);
    expect(limiter.admit(3 * SECOND, 0, 0, 1)).toBe(3 * SECOND);
    // The one that it could not give back is gone: there are the 6 that were never lent.
    expect(admitted(limiter, 3 * SECOND, 1, 10)).toBe(6);
    limiter.cut(4 * SECOND, 0, false);
    expect(limiter.admit(4 * SECOND, 0, 0, 1)).toBe(0);
  });

  test("admit a saturated tenant's whole rate, whoever is asked", () => {
    const limiter = limiters({ ...SHARED, nodes: 4, portion: 0.25 });
    let count = 0;
    for (let now = 0; now < 1000 * SECOND; now += SECOND / 7)
      count += admitted(limiter, now, limiter.next(), 1);
    expect(count).toBeGreaterThan(0.99 * 2000);
    expect(count).toBeLessThanOrEqual(2010);
  });
});

describe("whatever happens to the nodes", () => {
  const history = fc.record({
    nodes: fc.integer({ min: 1, max: 4 }),
    portion: fc.constantFrom(0.01, 0.25, 0.5, 1),
    lease: fc.constantFrom(1, 20, 60, 300),
    plan: fc.record({
      ticksPerTask: fc.constantFrom(1, 3, 7.3, 10 / 3, 25),
      burst: fc.integer({ min: 1, max: 12 }),
    }),
    steps: fc.array(
      fc.record({
        do: fc.constantFrom("admit", "admit", "admit", "flood", "down", "up", "cut", "heal", "forget"),
        after: fc.oneof(
          { weight: 9, arbitrary: fc.constant(0) },
          { weight: 9, arbitrary: fc.nat(10) },
          { weight: 9, arbitrary: fc.nat(300) },
          { weight: 1, arbitrary: fc.constant(1e9) },
        ),
        node: fc.nat(3),
        tenant: fc.nat(1),
        tasks: fc.integer({ min: 1, max: 6 }),
      }),
      { maxLength: 150, size: "max" },
    ),
  });

  test("no window admits more than burst + rate × window, and in the end all is as before", () => {
    fc.assert(
      fc.property(history, ({ nodes, portion, lease, plan, steps }) => {
        const limiter = limiters({ nodes, portion, lease, tenants: 2, plan });
        const up = Array<boolean>(nodes).fill(true);
        const passed: { at: Tick; tasks: number }[][] = [[], []];
        let now = 0;
        for (const { do: what, after, node: any, tenant, tasks } of steps) {
          now += after;
          const node = any % nodes;
          if (what === "down") {
            expect(limiter.down(now, node)).toBe(up[node]);
            up[node] = false;
          } else if (what === "up") {
            expect(limiter.up(now, node)).toBe(!up[node]);
            up[node] = true;
          } else if (what === "forget") limiter.amnesia(now, node);
          else if (what === "cut" || what === "heal") limiter.cut(now, node, what === "cut");
          else if (what === "flood") {
            // Everything that any node would let through at this instant.
            for (let from = 0; from < nodes; from++)
              while (up[from] && limiter.admit(now, from, tenant, 1) === 0)
                passed[tenant]!.push({ at: now, tasks: 1 });
          } else if (up[node]) {
            const wait = limiter.admit(now, node, tenant, tasks);
            expect(wait).toBeGreaterThanOrEqual(0);
            expect(wait === NEVER).toBe(tasks > plan.burst);
            if (wait === 0) passed[tenant]!.push({ at: now, tasks });
          }
        }
        for (const list of passed) expectWithin(list, plan);

        for (let node = 0; node < nodes; node++) {
          limiter.up(now, node);
          limiter.cut(now, node, false);
        }
        now += lease + Math.ceil(plan.burst * plan.ticksPerTask);
        expect(limiter.admit(now, limiter.next(), 0, plan.burst)).toBe(0);
        expect(limiter.admit(now, limiter.next(), 1, plan.burst)).toBe(0);
      }),
      { seed: 11, numRuns: 300 },
    );
  });
});

/** Every window that begins and ends with an admission: no other can be tighter. */
function expectWithin(list: readonly { at: Tick; tasks: number }[], plan: Setting["plan"]): void {
  for (let first = 0; first < list.length; first++) {
    let tasks = 0;
    for (let last = first; last < list.length; last++) {
      tasks += list[last]!.tasks;
      const window = list[last]!.at - list[first]!.at;
      const most = plan.burst + window / plan.ticksPerTask;
      if (tasks > most + 1e-6) expect.fail(`${tasks} tasks in ${window} ticks, at most ${most}`);
    }
  }
}
