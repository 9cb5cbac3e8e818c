/** A machine may refuse what it is given: it is full, or unwell. */
import { expect, test } from "vitest";
import { Outcome } from "../../src/cluster/ports.ts";
import { fifo } from "../../src/policies/fifo.ts";
import { makePolicy } from "../../src/policies/index.ts";
import { Bench, cluster, template } from "../support/bench.ts";

const FIFO = makePolicy(fifo, {});

test("a task that a machine refuses goes to another one that has room, and back only when there is none", () => {
  const bench = new Bench(cluster({ machines: [{}, {}] }), FIFO);
  const { scheduler } = bench;
  const task = scheduler.submit(0, 0, scheduler.template(template()));
  let now = 0;
  const machines: number[] = [];
  const refused = () => {
    scheduler.settle(now);
    const [start] = bench.takeStarted();
    machines.push(start!.machine);
    scheduler.attemptEnded(now, task, start!.token, Outcome.refused);
    scheduler.settle(now);
    now = bench.wake;
    scheduler.wake(now);
  };
  refused();
  refused();
  refused();
  scheduler.machineDown(now, 1);
  refused();
  expect(machines).toEqual([0, 1, 0, 0]);
  expect(scheduler.tasks.failures[task]).toBe(0);
});
