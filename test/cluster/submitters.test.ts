import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatId } from "../../src/cluster/ids.ts";
import { Submitters } from "../../src/cluster/submitters.ts";
import { SECOND, type Tick } from "../../src/engine/time.ts";

const EPOCH = 1_767_225_600_000;

function idTime(nodes: Submitters, now: Tick, node: number): number {
  return nodes.issue(now, node).time - EPOCH;
}

describe("submitter nodes", () => {
  test("take turns, without those that are believed down", () => {
    const nodes = new Submitters(3, EPOCH);
    expect([nodes.next(), nodes.next(), nodes.next(), nodes.next()]).toEqual([0, 1, 2, 0]);
    nodes.up[2] = 0;
    expect([nodes.next(), nodes.next(), nodes.next()]).toEqual([1, 0, 1]);
    nodes.up.fill(0);
    expect(nodes.next()).toBe(-1);
  });

  test("keep their turns after a crash that nobody has noticed", () => {
    const nodes = new Submitters(2, EPOCH);
    expect(nodes.crash(1)).toBe(true);
    expect([nodes.next(), nodes.next()]).toEqual([0, 1]);
    expect(nodes.alive[1]).toBe(0);
    expect(nodes.crash(1)).toBe(false);
  });

  test("live anew after a restart and after joining, and not otherwise", () => {
    const nodes = new Submitters(2, EPOCH);
    expect(nodes.restart(0)).toBe(false);
    nodes.crash(0);
    expect(nodes.restart(0)).toBe(true);
    expect([...nodes.incarnation]).toEqual([2, 1]);
    expect(nodes.leave(1)).toBe(true);
    expect(nodes.restart(1)).toBe(false);
    expect(nodes.leave(1)).toBe(false);
    expect(nodes.join(1)).toBe(true);
    expect(nodes.join(1)).toBe(false);
    expect([...nodes.incarnation]).toEqual([2, 2]);
    expect([...nodes.alive]).toEqual([1, 1]);
  });
});

describe("a submitter's clock", () => {
  test("gives ids the time of the epoch and the run", () => {
    const nodes = new Submitters(1, EPOCH);
    expect(idTime(nodes, 0, 0)).toBe(0);
    expect(idTime(nodes, 2_500_999, 0)).toBe(2500);
  });

  test("steps and drifts for one node alone, and what it is off by already stays", () => {
    const nodes = new Submitters(2, EPOCH);
    nodes.stepClock(0, SECOND);
    expect(idTime(nodes, 0, 0)).toBe(1000);
    nodes.drift(0, 1.5, 10 * SECOND);
    expect(nodes.clock(10 * SECOND, 0)).toBe(11 * SECOND);
    expect(nodes.clock(14 * SECOND, 0)).toBe(17 * SECOND);
    nodes.drift(0, 1, 20 * SECOND);
    expect(nodes.clock(30 * SECOND, 0)).toBe(36 * SECOND);
    expect(nodes.clock(30 * SECOND, 1)).toBe(30 * SECOND);
  });

  test("that restarts lower than it was does not repeat an id that was stored", () => {
    const nodes = new Submitters(1, EPOCH);
    const before = nodes.issue(9 * SECOND, 0);
    nodes.stored(0, before.time);
    nodes.crash(0);
    nodes.stepClock(0, -5 * SECOND);
    nodes.restart(0);
    const after = nodes.issue(10 * SECOND, 0);
    expect(formatId(after.time, after.tail) > formatId(before.time, before.tail)).toBe(true);
  });
});

test("ids of all nodes are unique whatever happens to nodes and clocks", () => {
  const step = fc.record({
    do: fc.constantFrom(
      "issue",
      "issue",
      "issue",
      "crash",
      "restart",
      "leave",
      "join",
      "step",
      "drift",
      "burst",
    ),
    after: fc.nat(3000),
    node: fc.nat(2),
    by: fc.integer({ min: -20_000, max: 20_000 }),
    factor: fc.constantFrom(0, 0.5, 1, 2, 100),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: "max" }), (steps) => {
      const nodes = new Submitters(3, EPOCH);
      const issued = new Set<string>();
      let now = 0;
      for (const { do: what, after, node, by, factor } of steps) {
        now += after;
        if (what === "crash") nodes.crash(node);
        else if (what === "restart") nodes.restart(node);
        else if (what === "leave") nodes.leave(node);
        else if (what === "join") nodes.join(node);
        else if (what === "step") nodes.stepClock(node, by);
        else if (what === "drift") nodes.drift(node, factor, now);
        else if (nodes.alive[node] === 1) {
          const ids = nodes.issue(now, node);
          if (what === "burst") ids.skip(2 ** 22 + (by & 3));
          const id = formatId(ids.time, ids.tail);
          expect(issued.has(id)).toBe(false);
          issued.add(id);
          nodes.stored(node, ids.time);
        }
      }
    }),
    { seed: 3, numRuns: 500 },
  );
});
