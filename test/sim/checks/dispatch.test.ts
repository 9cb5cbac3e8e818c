/** S10: nothing is dispatched while paused, cancelled or outside its window, and the checker sees it when it is. */
import { expect, test } from "vitest";
import { Again } from "../../../src/cluster/ports.ts";
import { Status } from "../../../src/cluster/tasks.ts";
import { DAY, MINUTE } from "../../../src/engine/time.ts";
import { expectBroken, type Watched, watched } from "./watched-world.ts";

/** One core of four is the peak; the batch is off-peak work, and the order is not. */
const gated = (control: object = {}, policy: unknown = "off-peak") => ({
  stop: { tasks: 40 },
  plans: {},
  tenants: [
    {
      name: "shop",
      workloads: [
        work("order", { delayTolerance: "1s" }),
        work("batch", { offPeak: true, ...(policy === "cheap-hours" && { delayTolerance: "1d" }) }),
      ],
    },
  ],
  machines: [{ name: "m", count: 2, cpu: 2 }],
  policy,
  control: { monitor: { peak: 0.25, ...control } },
});
const work = (name: string, more: object) => ({
  class: name,
  arrivals: { process: "fixed", every: "1s" },
  duration: "3s",
  resources: { cpu: 1 },
  ...more,
});
const waitingBatch = ({ tasks, scheduler }: Watched) =>
  [...tasks.status.keys()].find(
    (task) =>
      tasks.status[task] === Status.waiting &&
      scheduler.templates.specs[tasks.template[task]!]!.class === "batch",
  )!;

test("a start of what is not ready, not passed on, cancelled, or in its pause", () => {
  const { tasks, checker, slotWith, world } = watched();
  const task = slotWith(Status.waiting);
  const s10 = checker("S10");
  tasks.forwarded[task] = 0;
  expectBroken("S10", /passed it on/, () => s10.started(task, 0));
  tasks.forwarded[task] = 1;
  s10.submitted(task);
  expectBroken("S10", /not ready/, () => s10.started(task, 0));
  s10.ready(task);
  s10.waitsAgain(task, Again.failed, world.now + 5);
  expectBroken("S10", /5 ticks before/, () => s10.started(task, 0));
  s10.waitsAgain(task, Again.failed, 0);
  s10.cancelled(task);
  expectBroken("S10", /cancelled it/, () => s10.started(task, 0));
});

test("a start of off-peak work at the peak, but not of what is urgent by now", () => {
  const world = watched(gated(), 20);
  const s10 = world.checker("S10");
  const task = waitingBatch(world);
  expect(world.scheduler.fleet.busy(0.25 + 1e-9)).toBe(true);
  expectBroken("S10", /its lane \(off-peak\) is not served now/, () => s10.started(task, 0));
  s10.promoted(task);
  s10.started(task, 0);
});

test("a start of off-peak work while energy is dear", () => {
  const world = watched(gated({ prices: [2, 1] }, "cheap-hours"), 20);
  const s10 = world.checker("S10");
  const task = waitingBatch(world);
  expectBroken("S10", /its lane \(off-peak\) is not served now/, () => s10.started(task, 0));
  world.scheduler.attemptConfirmed(DAY / 2, 0, 0);
  s10.started(task, 0);
});

test("a start out of the backlog", () => {
  const { checker, scheduler, slotWith } = watched({ control: { batcher: { every: "1h" } } }, 20);
  expect(scheduler.dispatcher.backlog).toBeGreaterThan(0);
  expectBroken("S10", /out of the backlog/, () => checker("S10").started(slotWith(Status.waiting), 0));
});

test("an attempt that runs on beyond its cap", () => {
  const { scheduler, checker, tasks, world, slotWith } = watched();
  const s10 = checker("S10");
  const task = slotWith(Status.running);
  expect(scheduler.templates.specs[tasks.template[task]!]!.executionCap).toBe(MINUTE);
  scheduler.attemptConfirmed(world.now + 2 * MINUTE, task, 0);
  expectBroken("S10", /beyond its cap/, () => s10.sweep(world, tasks.capacity));
});
