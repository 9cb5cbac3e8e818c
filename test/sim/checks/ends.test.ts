/** Each checker of what holds at the end of a run fails when it is broken. */
import { describe, expect, test } from "vitest";
import { Notice, Outcome } from "../../../src/cluster/ports.ts";
import { Status } from "../../../src/cluster/tasks.ts";
import { DAY } from "../../../src/engine/time.ts";
import { expectBroken, sent, watched } from "./watched-world.ts";

describe("E1", () => {
  test("a task that went in and has not come out", () => {
    const { world, checker } = watched();
    expectBroken("E1", /is lost/, () => checker("E1").atEnd(world));
  });

  test("a task that comes out and never went in", () => {
    const { checker } = watched();
    expectBroken("E1", /did not go in/, () => checker("E1").ended(200));
  });

  test("an attempt that was done, of a task that was not", () => {
    const { world, checks, checker } = watched({}, Number.MAX_SAFE_INTEGER);
    checks.atEnd(world);
    const e1 = checker("E1");
    e1.started(0, 0);
    e1.attemptEnded(0, 0, Outcome.done);
    expectBroken("E1", /of their attempts/, () => e1.atEnd(world));
  });

  test("a recovery on record that did not take place", () => {
    const { world, checker } = watched({}, Number.MAX_SAFE_INTEGER);
    world.recoveries.struck(0, "machine", 0, 0);
    world.recoveries.recovered(1, "machine", 0);
    expectBroken("E1", /1 recoveries are recorded, and 0 took place/, () => checker("E1").atEnd(world));
  });

  test("more tasks done than had an effect", () => {
    const { world, checker } = watched({}, Number.MAX_SAFE_INTEGER);
    world.outside.applied -= 1;
    expectBroken("E1", /did something/, () => checker("E1").atEnd(world));
  });
});

describe("E2", () => {
  const backup = { class: "backup", schedule: "daily", at: "1s", duration: "1s" };
  const days = () =>
    watched(
      { stop: { time: "3d" }, plans: {}, tenants: [{ name: "shop", workloads: [backup] }] },
      Number.MAX_SAFE_INTEGER,
    );

  test("a period without a run or a notice, and one that had both", () => {
    const { world, scheduler, checker } = days();
    expect(world.now).toBeGreaterThan(2 * DAY);
    const e2 = checker("E2");
    e2.atEnd(world);
    e2.told(0, Notice.missedPeriod, -1, 0);
    expectBroken("E2", /tenant shop had 2 periods, and 3 runs/, () => e2.atEnd(world));
    expect(scheduler.tasks.count).toBe(0);
  });
});

describe("E3", () => {
  test("an end that is told twice, wrongly, or not at all", () => {
    const { tasks, checker, slotWith } = watched();
    const e3 = checker("E3");
    const task = slotWith(Status.running);
    tasks.status[task] = Status.done;
    expectBroken("E3", /told notice -1/, () => e3.ended(task));
    e3.told(0, Notice.failed, task, 0);
    expectBroken("E3", /told notice 5/, () => e3.ended(task));
    expectBroken("E3", /is told of its end by/, () => e3.told(0, Notice.done, task, 0));
  });

  test("a refusal that is not told, and an owner left waiting", () => {
    const { world, checker } = watched();
    const e3 = checker("E3");
    expectBroken("E3", /its owner waits/, () => e3.atEnd(world));
    e3.refused(0, 0, Notice.limitExceeded);
    expectBroken("E3", /refused and not told/, () => e3.afterEvent(world));
  });
});

describe("E4", () => {
  test("a change of the table that was not saved", () => {
    const { world, tasks, checker, slotWith } = watched();
    const e4 = checker("E4");
    e4.atEnd(world);
    tasks.failures[slotWith(Status.running)]!++;
    expectBroken("E4", /failures of task .* is 1, and 0 in the store/, () => e4.atEnd(world));
  });

  test("a task that is gone and is still in flight in the store", () => {
    const { world, tasks, checker, slotWith } = watched();
    const e4 = checker("E4");
    tasks.status[slotWith(Status.running)] = Status.free;
    expectBroken("E4", /in flight/, () => e4.atEnd(world));
  });
});

describe("E1, where submissions take steps", () => {
  const impatient = { network: { clients: "5ms" }, clients: { timeout: "1s", tries: 2 } };

  test("a submission that was neither taken in nor refused, and that nobody counts as given up", () => {
    const { world, checker } = watched({ control: impatient }, Number.MAX_SAFE_INTEGER);
    const e1 = checker("E1");
    e1.atEnd(world);
    e1.sent(0, sent(5000, [[], [0]]));
    world.clients.submitted += 2;
    expectBroken("E1", /2 tasks were neither taken in nor refused, and 0 are counted/, () => e1.atEnd(world));
    e1.turnedAway(0, sent(5000));
    e1.atEnd(world);
  });

  test("a task that its client had to submit and did not send", () => {
    const { world, checker } = watched({ control: impatient }, Number.MAX_SAFE_INTEGER);
    world.clients.submitted += 1;
    expectBroken("E1", /to submit, and sent/, () => checker("E1").atEnd(world));
  });

  test("what is given up is counted: submitted is taken in, refused or given up", () => {
    const fault = { kind: "submitter-crash", at: "0s", for: "1h", count: "all" };
    const slow = { ...impatient, submitters: { nodes: 1, timeout: "2h" } };
    const { world, checks } = watched({ control: slow, faults: [fault] }, Number.MAX_SAFE_INTEGER);
    checks.atEnd(world);
    expect(world.door.undecided.length).toBeGreaterThan(10);
    expect(world.door.undecided.length).toBe(world.door.gaveUp);
  });
});

describe("E5", () => {
  test("a wait that no queue knows of", () => {
    const { world, scheduler, checks, checker } = watched({}, Number.MAX_SAFE_INTEGER);
    checks.atEnd(world);
    const e5 = checker("E5");
    e5.ready(200);
    scheduler.close(world.now + DAY);
    e5.started(200, 0);
    expectBroken("E5", /delayable: tasks have waited/, () => e5.atEnd(world));
  });

  test("a wait in another lane than the task stands in", () => {
    const { world, checks, checker, scheduler } = watched({}, 40);
    const e5 = checker("E5");
    const task = scheduler.tasks.ticket.findIndex((ticket) => ticket > 0);
    e5.promoted(task);
    world.advance(Number.MAX_SAFE_INTEGER);
    expectBroken("E5", /urgent: tasks have waited/, () => checks.atEnd(world));
  });

  test("a wait in the backlog that is counted in the queue", () => {
    const { world, checks, checker, scheduler } = watched({ control: { batcher: { every: "20s" } } }, 40);
    const e5 = checker("E5");
    expect(scheduler.dispatcher.backlog).toBeGreaterThan(0);
    e5.pushed(scheduler.tasks.ticket.findIndex((ticket) => ticket > 0));
    world.advance(Number.MAX_SAFE_INTEGER);
    expectBroken("E5", /tasks have waited/, () => checks.atEnd(world));
  });
});
