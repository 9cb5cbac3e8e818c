import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FailureDetector } from "../../src/cluster/detector.ts";
import { NEVER } from "../../src/engine/time.ts";

describe("the failure detector", () => {
  test("knows at once where heartbeats take no time", () => {
    const detector = new FailureDetector({ every: 0, timeout: 0 }, 3);
    expect(detector.silent(42, 1)).toBe(42);
    expect(detector.due(42)).toEqual([1]);
  });

  test("waits for the timeout from the last heartbeat, and members beat at different times", () => {
    const detector = new FailureDetector({ every: 100, timeout: 300 }, 4);
    expect([0, 1, 2, 3].map((member) => detector.silent(1060, member))).toEqual([1300, 1325, 1350, 1275]);
    expect(detector.dueAt).toBe(1275);
    expect(detector.due(1274)).toEqual([]);
    expect(detector.due(1325)).toEqual([3, 0, 1]);
    expect(detector.due(9999)).toEqual([2]);
    expect(detector.dueAt).toBe(NEVER);
  });

  test("forgets a silence that ended in time, and starts afresh with the next", () => {
    const detector = new FailureDetector({ every: 10, timeout: 30 }, 1);
    expect(detector.silent(5, 0)).toBe(30);
    expect(detector.silent(25, 0)).toBe(30);
    expect(detector.heard(0)).toBe(true);
    expect(detector.heard(0)).toBe(false);
    expect(detector.deadline(0)).toBe(NEVER);
    expect(detector.due(100)).toEqual([]);
    expect(detector.silent(100, 0)).toBe(130);
  });

  test("names a dead member once", () => {
    const detector = new FailureDetector({ every: 10, timeout: 30 }, 1);
    detector.silent(0, 0);
    expect(detector.due(50)).toEqual([0]);
    expect(detector.due(60)).toEqual([]);
  });

  test("gives everyone silent a full timeout when a new leader begins to listen", () => {
    const detector = new FailureDetector({ every: 10, timeout: 30 }, 2);
    detector.silent(0, 0);
    detector.grace(29);
    expect(detector.deadline(0)).toBe(59);
    expect(detector.deadline(1)).toBe(NEVER);
    expect(detector.due(58)).toEqual([]);
    expect(detector.due(59)).toEqual([0]);
  });

  test("says what a detector that counts every heartbeat would say", () => {
    const setting = fc.record({
      every: fc.integer({ min: 1, max: 20 }),
      spare: fc.nat(40),
      members: fc.integer({ min: 1, max: 5 }),
      from: fc.nat(200),
      lasts: fc.nat(100),
    });
    fc.assert(
      fc.property(setting, fc.nat(4), ({ every, spare, members, from, lasts }, which) => {
        const timeout = every + spare;
        const member = which % members;
        const detector = new FailureDetector({ every, timeout }, members);
        const phase = detector.nextBeat(0, member);
        const deadline = detector.silent(from, member);
        const back = detector.nextBeat(from + lasts, member);
        const beats = [0];
        for (let at = phase; at <= from; at += every) beats.push(at);
        expect(phase).toBeLessThan(every);
        expect(deadline).toBe(Math.max(from, Math.max(...beats) + timeout));
        expect(back).toBeGreaterThanOrEqual(from + lasts);
        expect(back).toBeLessThan(from + lasts + every);
        expect((back - phase) % every).toBe(0);
      }),
      { seed: 9 },
    );
  });
});
