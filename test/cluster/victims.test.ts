/** Who gives way: the running task that is paused so that a waiting one can take its place. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Policy } from "../../src/cluster/policy.ts";
import { MILLICORES } from "../../src/cluster/resources.ts";
import { Status } from "../../src/cluster/tasks.ts";
import { SECOND } from "../../src/engine/time.ts";
import { cluster, vector } from "../support/bench.ts";
import { DispatchWorld } from "../support/dispatch-world.ts";

/** Tenant t has priority t. */
function world(cores: readonly number[], policy: Partial<Policy> = {}): DispatchWorld {
  const made = cluster({
    machines: cores.map((cpu) => ({ capacity: vector({ cpu }, Number.POSITIVE_INFINITY) })),
    tenants: 10,
  });
  const plans = made.tenants.map((_, priority) => ({ ...made.plans[0]!, priority }));
  const tenants = made.tenants.map((tenant, plan) => ({ ...tenant, plan }));
  return new DispatchWorld({ ...made, plans, tenants }, { ...STRICT, ...policy });
}

const STRICT: Policy = {
  name: "strict",
  rank: (task) => -task.priority,
  givesWay: (running, waiting) => running.priority < waiting.priority,
};

function submit(at: DispatchWorld, tenant: number, cpu = 1): number {
  return at.submit({ at: 0, tenant, work: 100 * SECOND, resources: vector({ cpu }, 0) });
}

function cancel(at: DispatchWorld, task: number): void {
  at.waiting.delete(task);
  at.dispatcher.remove(task);
}

test("the one of largest rank is paused, of those that give way and make room, as a search of all would find", () => {
  const size = fc.integer({ min: 1, max: 4 });
  const owner = fc.nat(9);
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(owner, size), { minLength: 5, maxLength: 30, size: "max" }),
      owner,
      size,
      fc.boolean(),
      (machines, running, tenant, cpu, odd) => {
        // A policy may refuse for reasons that have nothing to do with rank.
        const at = world(machines, {
          givesWay: (one, other) => one.priority < other.priority && (!odd || one.priority % 2 === 0),
        });
        for (const [owned, cores] of running) submit(at, owned, cores);
        at.start();
        for (const task of [...at.waiting]) cancel(at, task);
        at.clock[0] = SECOND;
        submit(at, tenant, cpu);
        if (at.start().length > 0) return;
        const makesRoom = (task: number) => {
          const own = at.templates.specs[at.tasks.template[task]!]!.resources[0]!;
          return at.fleet.free[0]![at.tasks.machine[task]!]! + own >= cpu * MILLICORES;
        };
        const order = [...at.running];
        const owned = (task: number) => at.tasks.tenant[task]!;
        const possible = order
          .filter((task) => owned(task) < tenant && (!odd || owned(task) % 2 === 0) && makesRoom(task))
          .sort((a, b) => owned(a) - owned(b) || order.indexOf(b) - order.indexOf(a));
        expect(at.victim()).toBe(possible[0] ?? -1);
        found += possible.length > 0 ? 1 : 0;
        // One is enough for one.
        expect(at.victim()).toBe(-1);
      },
    ),
    { numRuns: 500, seed: 5 },
  );
  expect(found).toBeGreaterThan(80);
});

describe("a waiting task", () => {
  test("has one task paused for it and not two, however long that one takes to stop", () => {
    const at = world([1, 1]);
    const [first, second] = [submit(at, 0), submit(at, 0)];
    at.start();
    const waiting = submit(at, 5);
    at.start();
    expect(at.victim()).toBe(second);
    at.clock[0] = SECOND;
    at.start();
    expect(at.victim()).toBe(-1);
    at.pause(second);
    expect(at.start()).toEqual([waiting]);
    expect(at.running).toEqual(new Set([first, waiting]));
  });

  test("counts on the room that is coming, and the next one has another task paused", () => {
    const at = world([4, 4]);
    const [one, other] = [submit(at, 0, 4), submit(at, 0, 4)];
    at.start();
    const small = [submit(at, 5, 2), submit(at, 5, 2), submit(at, 5, 2)];
    at.start();
    // The room of one is enough for two.
    expect(at.victim()).toBe(other);
    expect(at.victim()).toBe(one);
    expect(at.victim()).toBe(-1);
    at.pause(one);
    at.pause(other);
    expect(at.start()).toEqual(small);
  });

  test("that is cancelled leaves its promise to others", () => {
    const at = world([1, 1]);
    const [first, second] = [submit(at, 0), submit(at, 0)];
    at.start();
    const [one, other] = [submit(at, 5), submit(at, 5)];
    at.start();
    expect(at.victim()).toBe(second);
    cancel(at, one);
    expect(at.victim()).toBe(-1);
    at.pause(second);
    expect(at.start()).toEqual([other]);
    expect(at.running.has(first)).toBe(true);
  });

  test("asks again when somebody else took the room that was promised to it", () => {
    const at = world([1, 1]);
    const [first, second] = [submit(at, 0), submit(at, 0)];
    at.start();
    const early = submit(at, 5);
    at.start();
    expect(at.victim()).toBe(second);
    at.clock[0] = SECOND;
    const urgent = submit(at, 9);
    at.pause(second);
    expect(at.start()).toEqual([urgent]);
    expect(at.victim()).toBe(first);
    at.pause(first);
    expect(at.start()).toEqual([early]);
  });

  test("behind one that gets nobody's place still gets one if it may overtake, and not if it may not", () => {
    const build = (overtaking: boolean) => {
      const at = world([2, 1], { overtaking, rank: (task) => task.submittedAt });
      const big = submit(at, 8, 2);
      const small = submit(at, 0, 1);
      at.start();
      at.clock[0] = SECOND;
      submit(at, 7, 2);
      at.clock[0] = 2 * SECOND;
      submit(at, 7, 1);
      expect(at.start()).toEqual([]);
      expect(at.running).toEqual(new Set([big, small]));
      return { victim: at.victim(), small };
    };
    const passing = build(true);
    expect(passing.victim).toBe(passing.small);
    expect(build(false).victim).toBe(-1);
  });
});

test("a task that is stopping already is left alone", () => {
  const at = world([1, 1]);
  const [first, second] = [submit(at, 0), submit(at, 0)];
  at.start();
  at.tasks.status[second] = Status.stopping;
  submit(at, 5);
  submit(at, 5);
  at.start();
  expect(at.victim()).toBe(first);
  expect(at.victim()).toBe(-1);
});

test("an attempt that is given up holds its room until the machine is known to be rid of it", () => {
  const at = world([1]);
  const lost = submit(at, 0);
  at.start();
  const machine = at.tasks.machine[lost]!;
  const shape = at.templates.shapes[at.tasks.template[lost]!]!;
  at.dispatcher.abandon(lost);
  at.running.delete(lost);
  at.tasks.status[lost] = Status.waiting;
  const waiting = submit(at, 5);
  expect(at.start()).toEqual([]);
  expect(at.victim()).toBe(-1);
  at.dispatcher.freed(machine, shape);
  expect(at.start()).toEqual([waiting]);
});

test("a policy that would pause anybody for anybody comes to an end in every instant", () => {
  const at = world([1, 2], { givesWay: () => true });
  for (let i = 0; i < 8; i++) submit(at, i, 1 + (i % 2));
  for (let now = 0; now < 5; now++) {
    at.clock[0] = now;
    at.settle();
  }
  expect(at.paused.length).toBeGreaterThan(0);
  expect(at.running.size).toBeGreaterThan(0);
});

test("without the question nobody gives way", () => {
  const { givesWay: _, ...patient } = STRICT;
  const at = new DispatchWorld(cluster({ tenants: 10 }), patient);
  submit(at, 0);
  at.start();
  submit(at, 9);
  at.start();
  expect(at.victim()).toBe(-1);
});
