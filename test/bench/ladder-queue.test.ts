import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HeapJsQueue } from "../../bench/peers/heap-js-queue.ts";
import { LadderQueue } from "../../bench/peers/ladder-queue.ts";
import type { EventQueueContract, Handle } from "../../src/engine/event-queue.ts";
import { NEVER } from "../../src/engine/time.ts";

/** A few phases: so many steps, of which so many parts schedule, pop, cancel and move, over such a range of time. */
const phases = fc.array(
  fc.record({
    steps: fc.integer({ min: 1, max: 1500 }),
    schedule: fc.integer({ min: 0, max: 8 }),
    pop: fc.integer({ min: 1, max: 6 }),
    cancel: fc.integer({ min: 0, max: 3 }),
    move: fc.integer({ min: 0, max: 3 }),
    range: fc.constantFrom(1, 5, 300, 1e6, 1e12),
    /** Mostly soon and rarely far away, as timers are. */
    skewed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);

describe("the ladder queue", () => {
  test("does exactly what a heap-js queue does: few and many events, ties, cancels, moves, near and far", () => {
    fc.assert(
      fc.property(phases, fc.integer(), (list, seed) => {
        const dice = lcg(seed);
        const queue = new LadderQueue(2);
        const oracle = new HeapJsQueue();
        const handles: [Handle, Handle][] = [];
        let scheduled = 0;
        // Asked a hundred thousand times: an expectation each time would take longer than the queues.
        const same = () => {
          if (queue.size !== oracle.size || queue.nextAt !== oracle.nextAt)
            expect([queue.size, queue.nextAt]).toEqual([oracle.size, oracle.nextAt]);
        };
        const shown = ({ at, kind, a, b }: EventQueueContract) => [at, kind, a, b];
        const pop = () => {
          if (queue.pop() !== oracle.pop() || queue.at !== oracle.at || queue.a !== oracle.a)
            expect(shown(queue)).toEqual(shown(oracle));
        };
        for (const { steps, schedule, pop: pops, cancel, move, range, skewed } of list) {
          const later = () => {
            const share = dice();
            return queue.at + Math.floor((skewed ? share ** 8 : share) * range);
          };
          for (let step = 0; step < steps; step++) {
            const roll = dice() * (schedule + pops + cancel + move);
            if (roll < schedule) {
              const at = later();
              const lane = Math.floor(dice() * 3);
              const id = scheduled++;
              handles.push([
                queue.schedule(at, lane, id & 255, id, 7 * id),
                oracle.schedule(at, lane, id & 255, id, 7 * id),
              ]);
            } else if (roll < schedule + pops) {
              pop();
            } else if (handles.length > 0) {
              const [ours, theirs] = handles[Math.floor(dice() * handles.length)]!;
              const at = later();
              const [done, expected] =
                roll < schedule + pops + cancel
                  ? [queue.cancel(ours), oracle.cancel(theirs)]
                  : [queue.reschedule(ours, at), oracle.reschedule(theirs, at)];
              if (done !== expected) expect(done).toBe(expected);
            }
            same();
          }
        }
        while (oracle.size > 0) {
          pop();
          same();
        }
        expect(shown(queue)).toEqual(shown(oracle));
        expect(queue.pop()).toBe(false);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  test("keeps a hundred thousand events of one instant in the order of their lanes and of scheduling", () => {
    const queue = new LadderQueue();
    for (let i = 0; i < 100_000; i++) queue.schedule(7, i % 2, 0, i, 0);
    for (let i = 0; i < 100_000; i++) {
      queue.pop();
      if (queue.a !== (i < 50_000 ? 2 * i : 2 * (i - 50_000) + 1)) expect(queue.a).toBe(i);
    }
    expect(queue.nextAt).toBe(NEVER);
  });

  test("does not keep what was cancelled", () => {
    const queue = new LadderQueue();
    for (let i = 0; i < 300_000; i++) queue.cancel(queue.schedule(1e9 + i, 0, 0, 0, 0));
    expect(queue.size).toBe(0);
    queue.schedule(5, 0, 0, 42, 0);
    expect(queue.nextAt).toBe(5);
  });
});

/** Chance of its own for each example, without a list of thousands of steps for fast-check to make small. */
function lcg(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
