import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Lease } from "../../src/cluster/lease.ts";
import { Leadership, Replica } from "../../src/cluster/replicas.ts";
import type { Tick } from "../../src/engine/time.ts";

describe("the lease", () => {
  test("is given to one, under a term that grows, and to another only when it has run out", () => {
    const lease = new Lease();
    expect(lease.acquire(0, 1, 10)).toBe(1);
    expect(lease.acquire(9, 2, 10)).toBe(0);
    expect(lease.acquire(9, 1, 10)).toBe(0);
    expect(lease.acquire(10, 2, 10)).toBe(2);
    expect([lease.holder, lease.term, lease.until]).toEqual([2, 2, 20]);
  });

  test("is renewed by its holder, in its term and in time", () => {
    const lease = new Lease();
    const term = lease.acquire(0, 1, 10);
    expect(lease.renew(9, 1, term, 10)).toBe(true);
    expect(lease.acquire(10, 2, 10)).toBe(0);
    expect(lease.renew(10, 2, term, 10)).toBe(false);
    expect(lease.renew(10, 1, term + 1, 10)).toBe(false);
    expect(lease.renew(19, 1, term, 10)).toBe(false);
  });

  test("lets only the present term write", () => {
    const lease = new Lease();
    expect(lease.permits(0)).toBe(false);
    const old = lease.acquire(0, 1, 10);
    expect(lease.permits(old)).toBe(true);
    const present = lease.acquire(10, 2, 10);
    expect([lease.permits(old), lease.permits(present)]).toEqual([false, true]);
    expect(lease.release(12, 1, old)).toBe(false);
    expect(lease.release(12, 2, present)).toBe(true);
    expect(lease.permits(present)).toBe(false);
    expect(lease.acquire(12, 1, 10)).toBe(present + 1);
  });
});

describe("a replica of the manager", () => {
  test("takes over, leads while it renews, and others follow", () => {
    const lease = new Lease();
    const [one, two] = [new Replica(0, 10), new Replica(1, 10)];
    expect(one.tick(0, lease)).toBe(Leadership.tookOver);
    expect(two.tick(0, lease)).toBe(Leadership.follows);
    expect(one.tick(5, lease)).toBe(Leadership.leads);
    expect(two.tick(10, lease)).toBe(Leadership.follows);
    expect([one.leads(14), one.leads(15), two.leads(10)]).toEqual([true, false, false]);
  });

  test("that wakes up after its lease believes nothing, and its old term is refused", () => {
    const lease = new Lease();
    const [one, two] = [new Replica(0, 10), new Replica(1, 10)];
    one.tick(0, lease);
    const old = one.term;
    expect(two.tick(10, lease)).toBe(Leadership.tookOver);
    expect(one.leads(12)).toBe(false);
    expect(lease.permits(old)).toBe(false);
    expect(one.tick(12, lease)).toBe(Leadership.steppedDown);
    expect(one.tick(13, lease)).toBe(Leadership.follows);
  });

  test("that cannot reach the store leads until its lease ends, and no longer", () => {
    const lease = new Lease();
    const one = new Replica(0, 10);
    one.tick(0, lease);
    expect(one.tick(9, null)).toBe(Leadership.leads);
    expect(one.tick(10, null)).toBe(Leadership.steppedDown);
    expect(one.tick(11, null)).toBe(Leadership.follows);
    expect(one.tick(12, lease)).toBe(Leadership.tookOver);
    expect(one.term).toBe(2);
  });

  test("that restarts waits for the end of its own lease; one that resigns makes way at once", () => {
    const lease = new Lease();
    const [one, two] = [new Replica(0, 10), new Replica(1, 10)];
    one.tick(0, lease);
    one.crash();
    expect(one.tick(5, lease)).toBe(Leadership.follows);
    expect(one.tick(10, lease)).toBe(Leadership.tookOver);
    one.resign(11, lease);
    expect(two.tick(11, lease)).toBe(Leadership.tookOver);
  });
});

test("never can two replicas write, terms only grow, and a leader is there soon after faults stop", () => {
  const setting = fc.record({
    replicas: fc.integer({ min: 1, max: 5 }),
    every: fc.integer({ min: 1, max: 10 }),
    lease: fc.integer({ min: 1, max: 40 }),
    faults: fc.array(
      fc.record({
        at: fc.nat(300),
        lasts: fc.nat(80),
        replica: fc.nat(4),
        kind: fc.constantFrom("pause", "cut", "crash", "resign"),
      }),
      { maxLength: 30, size: "max" },
    ),
  });
  fc.assert(
    fc.property(setting, ({ replicas: count, every, lease: leaseFor, faults }) => {
      const lease = new Lease();
      const replicas = Array.from({ length: count }, (_, id) => new Replica(id, leaseFor));
      const leaderOf = new Map<number, number>();
      const struck = (now: Tick, replica: number, kind: string) =>
        faults.some(
          (fault) =>
            fault.replica % count === replica &&
            fault.kind === kind &&
            fault.at <= now &&
            now < fault.at + fault.lasts,
        );
      const healed = Math.max(0, ...faults.map(({ at, lasts }) => at + lasts));
      let lastTerm = 0;
      for (let now = 0; now <= healed + leaseFor + every; now++) {
        replicas.forEach((replica, id) => {
          if (struck(now, id, "crash")) replica.crash();
          else if (!struck(now, id, "pause") && now % every === id % every) {
            const store = struck(now, id, "cut") ? null : lease;
            if (struck(now, id, "resign")) replica.resign(now, store);
            else if (replica.tick(now, store) === Leadership.tookOver) {
              expect(leaderOf.has(replica.term)).toBe(false);
              expect(replica.term).toBeGreaterThan(lastTerm);
              lastTerm = replica.term;
              leaderOf.set(replica.term, id);
            }
          }
        });
        // One that is paused in the middle of a write still has its old term in hand, whatever it would believe.
        const permitted = replicas.filter(({ term }) => lease.permits(term));
        const leading = replicas.filter((replica) => replica.leads(now));
        if (permitted.length > 1 || leading.length > 1) expect.fail(`two leaders at ${now}`);
        if (leading.some((leader) => !permitted.includes(leader))) expect.fail(`refused a leader at ${now}`);
      }
      // With a lease no longer than the time between two looks nobody can keep it; there is one now and then.
      const end = healed + leaseFor + every;
      if (leaseFor > every) expect(replicas.some((replica) => replica.leads(end))).toBe(true);
    }),
    { seed: 6, numRuns: 500 },
  );
});
