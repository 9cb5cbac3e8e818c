import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HeapJsQueue } from "../../bench/peers/heap-js-queue.ts";
import { EventQueue, type Handle } from "../../src/engine/event-queue.ts";
import { NEVER } from "../../src/engine/time.ts";

type Step =
  | { readonly do: "schedule"; readonly after: number; readonly lane: number; readonly kind: number }
  | { readonly do: "cancel"; readonly which: number }
  | { readonly do: "reschedule"; readonly which: number; readonly after: number }
  | { readonly do: "pop" };

// Few distinct times, so that most events are tied and the order of ties is what is tested.
const after = fc.integer({ min: 0, max: 5 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("schedule" as const),
        after,
        lane: fc.nat(3),
        kind: fc.nat(255),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), which: fc.nat(500) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant("reschedule" as const), which: fc.nat(500), after }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("pop" as const) }) },
  ),
  { maxLength: 600 },
);

describe("the event queue", () => {
  test("does exactly what a heap-js queue does, ties, cancels and moves included", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const queue = new EventQueue(2);
        const oracle = new HeapJsQueue();
        const handles: [Handle, Handle][] = [];
        let scheduled = 0;
        for (const step of list) {
          if (step.do === "schedule") {
            const at = queue.at + step.after;
            const id = scheduled++;
            handles.push([
              queue.schedule(at, step.lane, step.kind, id, 1_000 - id),
              oracle.schedule(at, step.lane, step.kind, id, 1_000 - id),
            ]);
          } else if (step.do === "pop") {
            expect(queue.pop()).toBe(oracle.pop());
            expect([queue.at, queue.kind, queue.a, queue.b]).toEqual([
              oracle.at,
              oracle.kind,
              oracle.a,
              oracle.b,
            ]);
          } else if (handles.length > 0) {
            const [ours, theirs] = handles[step.which % handles.length]!;
            if (step.do === "cancel") expect(queue.cancel(ours)).toBe(oracle.cancel(theirs));
            else
              expect(queue.reschedule(ours, queue.at + step.after)).toBe(
                oracle.reschedule(theirs, oracle.at + step.after),
              );
          }
          expect(queue.size).toBe(oracle.size);
          expect(queue.nextAt).toBe(oracle.nextAt);
        }
        while (oracle.pop()) {
          expect(queue.pop()).toBe(true);
          expect([queue.at, queue.a]).toEqual([oracle.at, oracle.a]);
        }
        expect(queue.pop()).toBe(false);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test("serves one instant by lane, then in the order of scheduling", () => {
    const queue = new EventQueue();
    queue.schedule(7, 2, 0, 1, 0);
    queue.schedule(7, 0, 0, 2, 0);
    queue.schedule(7, 2, 0, 3, 0);
    queue.schedule(7, 1, 0, 4, 0);
    const order: number[] = [];
    while (queue.pop()) order.push(queue.a);
    expect(order).toEqual([2, 4, 1, 3]);
    expect(queue.nextAt).toBe(NEVER);
  });

  test("recognises a handle whose slot has been given to another event", () => {
    const queue = new EventQueue(1);
    const first = queue.schedule(1, 0, 0, 1, 0);
    queue.pop();
    const second = queue.schedule(2, 0, 0, 2, 0);
    expect(queue.cancel(first)).toBe(false);
    expect(queue.size).toBe(1);
    expect(queue.cancel(second)).toBe(true);
    expect(queue.cancel(second)).toBe(false);
  });

  test("refuses to schedule into the past", () => {
    const queue = new EventQueue();
    queue.schedule(10, 0, 0, 0, 0);
    queue.pop();
    expect(() => queue.schedule(9, 0, 0, 0, 0)).toThrow("past");
  });

  test("does not keep what was cancelled: a million timers set and dropped leave the queue small", () => {
    const queue = new EventQueue();
    for (let i = 0; i < 1_000_000; i++) queue.cancel(queue.schedule(1e9 + i, 0, 0, 0, 0));
    expect(queue.size).toBe(0);
    // Capacity is not visible; what is visible is that one more event is found at once.
    queue.schedule(5, 0, 0, 42, 0);
    expect(queue.nextAt).toBe(5);
  });
});
