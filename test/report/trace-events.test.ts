import fc from "fast-check";
import { expect, test } from "vitest";
import { type TraceAttempt, TraceEventWriter } from "../../src/report/trace-events.ts";
import { collector } from "./collector.ts";

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly pid: number;
  readonly tid?: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly args: Readonly<Record<string, unknown>>;
}

const machines = [
  { name: "a-1", group: "rack-a" },
  { name: "a-2", group: "rack-a" },
  { name: "b-1", group: "rack-b" },
];

async function written(use: (writer: TraceEventWriter) => void): Promise<TraceEvent[]> {
  const { stream, text } = collector();
  const writer = new TraceEventWriter(stream, machines);
  use(writer);
  await writer.end();
  return (JSON.parse(text()) as { traceEvents: TraceEvent[] }).traceEvents;
}

function attempt(machine: number, started: number, ended: number): TraceAttempt {
  return { machine, started, ended, class: "job", task: 1, tenant: "t", outcome: "done" };
}

test("a group of machines is a process, a machine a thread, an attempt a slice of it", async () => {
  const events = await written((writer) => {
    writer.attempt({ ...attempt(0, 1000, 3000), task: 9, tenant: 'a "quoted" tenant' });
    writer.attempt(attempt(2, 0, 500));
  });
  const names = events.filter((event) => event.name === "process_name").map((event) => event.args.name);
  expect(names).toEqual(["cluster", "rack-a", "rack-b"]);
  const threads = events.filter((event) => event.name === "thread_name").map((event) => event.args.name);
  expect(threads).toEqual(["a-1", "b-1"]);
  const [first, second] = events.filter((event) => event.ph === "X");
  expect(first).toMatchObject({
    name: "job",
    ts: 1000,
    dur: 2000,
    args: { task: 9, tenant: 'a "quoted" tenant', outcome: "done" },
  });
  expect(first!.pid).not.toBe(second!.pid);
});

test("tasks that overlap on a machine get lanes of their own, and lanes are used again", async () => {
  const events = await written((writer) => {
    writer.attempt(attempt(0, 0, 10));
    writer.attempt(attempt(0, 5, 12));
    writer.attempt(attempt(0, 10, 20));
    writer.attempt(attempt(0, 13, 21));
  });
  const lanes = events.filter((event) => event.ph === "X").map((event) => event.tid);
  expect(new Set(lanes).size).toBe(2);
  expect([lanes[0], lanes[1]]).toEqual([lanes[2], lanes[3]]);
  expect(events.filter((event) => event.name === "thread_name").map((event) => event.args.name)).toEqual([
    "a-1",
    "a-1 · 2",
  ]);
});

test("no two slices of a thread overlap, whatever ran when", async () => {
  const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.nat(100), fc.nat(30)), {
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(spans, async (drawn) => {
      const attempts = drawn
        .map(([machine, started, length]) => attempt(machine, started, started + length))
        .sort((a, b) => a.ended - b.ended);
      const events = await written((writer) => attempts.forEach((each) => void writer.attempt(each)));
      const slices = events.filter((event) => event.ph === "X");
      expect(slices).toHaveLength(attempts.length);
      for (const [index, a] of slices.entries())
        for (const b of slices.slice(index + 1))
          if (a.tid === b.tid)
            expect(Math.min(a.ts! + a.dur!, b.ts! + b.dur!) <= Math.max(a.ts!, b.ts!)).toBe(true);
    }),
  );
});

test("faults and peaks are instants, load and queue are counters", async () => {
  const events = await written((writer) => {
    writer.fault(5, "machine-crash", "b-1", "begins");
    writer.fault(9, "machine-crash", "b-1", "ends");
    writer.peak(7, "begins");
    writer.counters(10, { cpu: 0.5, memory: 0.25 }, 12);
  });
  const instants = events.filter((event) => event.ph === "i").map((event) => [event.ts, event.name]);
  expect(instants).toEqual([
    [5, "machine-crash begins"],
    [9, "machine-crash ends"],
    [7, "peak begins"],
  ]);
  const counters = events.filter((event) => event.ph === "C").map((event) => event.args);
  expect(counters).toEqual([{ cpu: 0.5, memory: 0.25 }, { waiting: 12 }]);
});

test("a run in which nothing happened is valid JSON too", async () => {
  expect((await written(() => {})).every((event) => event.ph === "M")).toBe(true);
});
