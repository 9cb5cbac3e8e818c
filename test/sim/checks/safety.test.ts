/** Each checker of what holds after every event fails when it is broken: by a wrong history, or a table tampered with. */
import { describe, expect, test } from "vitest";
import { Verdict } from "../../../src/cluster/intake.ts";
import { Again, Outcome, StopReason } from "../../../src/cluster/ports.ts";
import { Status } from "../../../src/cluster/tasks.ts";
import { DAY } from "../../../src/engine/time.ts";
import { expectBroken, sent, watched } from "./watched-world.ts";

test("every invariant has one checker, whose sentence it says", () => {
  const { checks } = watched();
  const names = [...Array.from({ length: 15 }, (_, i) => `S${i + 1}`), "E1", "E2", "E3", "E4", "E5"];
  expect(checks.checkers.map((checker) => checker.invariant)).toEqual(names);
  for (const { holds } of checks.checkers) expect(holds.length).toBeGreaterThan(20);
});

describe("S1", () => {
  test("an acknowledged task that is gone from the table", () => {
    const { world, tasks, checker, slotWith } = watched();
    const s1 = checker("S1");
    tasks.status[slotWith(Status.running)] = Status.free;
    expectBroken("S1", /not in flight/, () => s1.sweep(world, tasks.capacity));
  });

  test("another task in the place of one that was acknowledged", () => {
    const { world, tasks, checker, slotWith } = watched();
    const s1 = checker("S1");
    tasks.idTail[slotWith(Status.waiting)]! += 1;
    expectBroken("S1", /another task/, () => s1.sweep(world, tasks.capacity));
  });

  test("an acknowledgement of what was never admitted", () => {
    const s1 = watched().checker("S1");
    s1.written(0, sent(7), 0, Verdict.accepted, [0]);
    s1.acknowledged(0, sent(7));
    s1.written(0, sent(8), 0, Verdict.refused, []);
    expectBroken("S1", /submission 8/, () => s1.acknowledged(0, sent(8)));
  });
});

describe("S2", () => {
  test("a second attempt while the first still counts", () => {
    const { tasks, checker, slotWith } = watched();
    const task = slotWith(Status.running);
    const s2 = checker("S2");
    tasks.token[task]!++;
    expectBroken("S2", /while an attempt of it counts/, () => s2.started(task, 0));
  });

  test("a token that does not grow", () => {
    const { tasks, checker, slotWith } = watched();
    const task = slotWith(Status.running);
    const s2 = checker("S2");
    s2.attemptEnded(task, tasks.machine[task]!, Outcome.lost);
    expectBroken("S2", /under token/, () => s2.started(task, 0));
  });

  test("a report that is accepted for an attempt that still runs", () => {
    const { world, tasks, checker, slotWith } = watched();
    const task = slotWith(Status.running);
    const s2 = checker("S2");
    s2.attemptEnded(task, tasks.machine[task]!, Outcome.done);
    expectBroken("S2", /taken for over/, () => s2.afterEvent(world));
  });

  test("an order that was carried out twice", () => {
    const { world, tasks, checker, slotWith } = watched();
    const task = slotWith(Status.running);
    const s2 = checker("S2");
    world.machines.attempts.begin(task, tasks.token[task]!, tasks.machine[task]!, 1, world.now);
    expectBroken("S2", /runs twice/, () => s2.sweep(world, tasks.capacity));
  });

  test("an attempt that runs on and that the scheduler has forgotten", () => {
    const { world, tasks, checker, slotWith } = watched();
    const s2 = checker("S2");
    tasks.token[slotWith(Status.running)]!++;
    expectBroken("S2", /forgotten/, () => s2.sweep(world, tasks.capacity));
  });
});

describe("S3", () => {
  test("the effect of an idempotent task twice; of another it is only a pity", () => {
    const s3 = watched().checker("S3");
    s3.effect(1000, false);
    s3.effect(1000, false);
    s3.effect(1001, true);
    expectBroken("S3", /number 1001/, () => s3.effect(1001, true));
  });

  test("a submission that is admitted twice under its key", () => {
    const s3 = watched().checker("S3");
    s3.written(0, sent(5), 0, Verdict.accepted, [0]);
    s3.written(0, sent(5), 0, Verdict.known, []);
    expectBroken("S3", /submission 5/, () => s3.written(0, sent(5), 0, Verdict.accepted, [1]));
  });
});

describe("S4", () => {
  test("a reservation without an owner", () => {
    const { world, scheduler, tasks, checker } = watched();
    const s4 = checker("S4");
    scheduler.fleet.free[0]![0]! -= 1;
    expectBroken("S4", /machine m-1/, () => s4.sweep(world, tasks.capacity));
  });

  test("more on a machine than it has, by starts or by what really runs", () => {
    const { world, tasks, checker, slotWith } = watched();
    const task = slotWith(Status.running);
    const machine = tasks.machine[task]!;
    const s4 = checker("S4");
    const { attempts } = world.machines;
    for (let i = 0; i < 2; i++) {
      const attempt = attempts.begin(task, 1000 + i, machine, 1, world.now);
      attempts.template[attempt] = tasks.template[task]!;
    }
    expectBroken("S4", /what really runs/, () => s4.sweep(world, tasks.capacity));
    expectBroken("S4", /which has 2000/, () => {
      for (let i = 0; i < 3; i++) s4.started(task, machine);
    });
  });
});

describe("S5", () => {
  test("a start of what runs, an end of what has ended, a status that nobody told of", () => {
    const { world, tasks, checker, slotWith } = watched();
    const running = slotWith(Status.running);
    const waiting = slotWith(Status.waiting);
    const s5 = checker("S5");
    expectBroken("S5", /starts from status 2/, () => s5.started(running, 0));
    expectBroken("S5", /ends an attempt from status 1/, () => s5.attemptEnded(waiting, 0, Outcome.done));
    expectBroken("S5", /is stopped/, () => s5.stopping(waiting, StopReason.capped));
    expectBroken("S5", /waits again/, () => s5.waitsAgain(running, Again.failed, 0));
    tasks.status[waiting] = Status.cancelled;
    s5.ended(waiting);
    expectBroken("S5", /ends from status 7/, () => s5.ended(waiting));
    tasks.status[running] = Status.stopping;
    expectBroken("S5", /has status 3 and should have 2/, () => s5.sweep(world, tasks.capacity));
  });

  test("done without an attempt that was", () => {
    const { tasks, checker, slotWith } = watched();
    const waiting = slotWith(Status.waiting);
    const s5 = checker("S5");
    tasks.status[waiting] = Status.done;
    expectBroken("S5", /ends with status 4/, () => s5.ended(waiting));
  });
});

describe("S6", () => {
  const managed = () => watched({ control: { manager: { replicas: 3, lease: "3s", every: "500ms" } } }, 200);

  test("an entry that is applied under an old term, or while nobody leads", () => {
    const { world, checker } = managed();
    const s6 = checker("S6");
    const { term } = world.managers.lease;
    s6.applied(world.now, term);
    expectBroken("S6", /written under term/, () => s6.applied(world.now, term - 1));
    world.managers.alive.fill(0);
    expectBroken("S6", /nobody leads/, () => s6.applied(world.now, term));
  });

  test("a second holder in one term", () => {
    const { world, checker } = managed();
    const s6 = checker("S6");
    const { lease } = world.managers;
    const { term, holder } = lease;
    lease.release(world.now, holder, term);
    const other = { managed: true, lease: { term, holder: (holder + 1) % 3 } };
    expectBroken("S6", /lead in term/, () =>
      s6.afterEvent({ scheduler: world.scheduler, managers: other } as unknown as typeof world),
    );
  });
});

describe("S7", () => {
  test("an id twice, one of another node, and one with too many digits", () => {
    const { tasks, checker, slotWith } = watched();
    const task = slotWith(Status.running);
    const s7 = checker("S7");
    expectBroken("S7", /not above its last/, () => s7.submitted(task));
    tasks.idTime[task]! += 1000;
    tasks.idTail[task]! += 2 ** 22;
    expectBroken("S7", /another node/, () => s7.submitted(task));
    tasks.idTime[task] = 2 ** 60;
    expectBroken("S7", /digits/, () => s7.submitted(task));
  });
});

describe("S8", () => {
  test("a child that starts before its parent has ended", () => {
    const s8 = watched().checker("S8");
    s8.admitted([100, 101], [[], [0]]);
    s8.started(100, 0);
    expectBroken("S8", /starts before 1/, () => s8.started(101, 0));
  });

  test("a child that is kept waiting after its parent failed", () => {
    const { world, tasks, checker, slotWith } = watched();
    const s8 = checker("S8");
    const [parent, child] = [slotWith(Status.running), slotWith(Status.waiting)];
    s8.written(0, sent(1, [[], [0]]), 0, Verdict.accepted, [parent, child]);
    tasks.status[parent] = Status.failed;
    s8.ended(parent);
    expectBroken("S8", /waits on/, () => s8.afterEvent(world));
    expectBroken("S8", /did not end well/, () => s8.started(child, 0));
  });

  test("a graph with a cycle", () => {
    const s8 = watched().checker("S8");
    expectBroken("S8", /cycle/, () => s8.admitted([100, 101, 102], [[], [2], [1]]));
  });
});

describe("S9", () => {
  test("a loss that is counted as a failure", () => {
    const { tasks, checker, slotWith } = watched();
    const task = slotWith(Status.running);
    const s9 = checker("S9");
    s9.attemptEnded(task, 0, Outcome.lost);
    tasks.failures[task]!++;
    expectBroken("S9", /failures/, () => s9.waitsAgain(task, Again.machineLost, 0));
  });

  test("one attempt too many", () => {
    const { tasks, checker, slotWith } = watched();
    const task = slotWith(Status.running);
    const s9 = checker("S9");
    for (let i = tasks.failures[task]!; i < 3; i++) {
      s9.attemptEnded(task, 0, Outcome.failed);
      if (i < 2) s9.started(task, 0);
    }
    expectBroken("S9", /after 3 failures/, () => s9.started(task, 0));
  });
});

describe("S11", () => {
  test("more than rate and burst at once", () => {
    const { checker, slotWith } = watched();
    const s11 = checker("S11");
    const task = slotWith(Status.waiting);
    expectBroken("S11", /tenant shop/, () => {
      for (let i = 0; i < 31; i++) s11.submitted(task);
    });
  });

  test("a task that no limiter let pass, where submissions take steps", () => {
    const { checker, slotWith } = watched({ control: { network: { clients: "5ms" } } }, 150);
    const s11 = checker("S11");
    const task = slotWith(Status.running);
    expectBroken("S11", /not let pass/, () => {
      for (let i = 0; i < 1000; i++) s11.submitted(task);
    });
  });
});

describe("S12", () => {
  test("a second run of a period, a run before its time, and one of a schedule that nobody began", () => {
    const { scheduler, tasks, checker, slotWith, world } = watched({ stop: { time: "10d" } }, 400);
    const s12 = checker("S12");
    const task = slotWith(Status.running);
    tasks.template[task] = scheduler.templates.specs.findIndex(({ schedule }) => schedule === "daily");
    tasks.period[task] = 100;
    expectBroken("S12", /before period 100/, () => s12.submitted(task));
    scheduler.attemptConfirmed(world.now + 2 * DAY, task, 0);
    tasks.period[task] = 1;
    s12.submitted(task);
    expectBroken("S12", /another run of period 1/, () => s12.submitted(task));
    tasks.template[task] = 0;
    expectBroken("S12", /nobody has submitted/, () => s12.submitted(task));
  });
});

describe("S13", () => {
  test("progress that goes back, or changes by itself", () => {
    const { world, tasks, checker, slotWith } = watched();
    const task = slotWith(Status.running);
    const s13 = checker("S13");
    tasks.progress[task] = 500;
    s13.checkpointed(task);
    tasks.progress[task] = 400;
    expectBroken("S13", /from 500 to 400/, () => s13.checkpointed(task));
    expectBroken("S13", /goes on from 400/, () => s13.sweep(world, tasks.capacity));
    tasks.progress[task] = 0;
    expectBroken("S13", /from 500 to 0/, () => s13.checkpointed(task));
  });
});

describe("S14", () => {
  test("a task that waits nowhere, one that waits twice, and one too few", () => {
    const { world, tasks, checker, slotWith } = watched();
    const s14 = checker("S14");
    const task = slotWith(Status.waiting);
    const { capacity } = tasks;
    const pending = tasks.pendingParents[task]!;
    const ticket = tasks.ticket[task]!;
    tasks.pendingParents[task] = 0;
    tasks.ticket[task] = 0;
    expectBroken("S14", /waits nowhere/, () => s14.sweep(world, capacity));
    tasks.pendingParents[task] = 1;
    tasks.ticket[task] = 1;
    expectBroken("S14", /two places/, () => s14.sweep(world, capacity));
    tasks.pendingParents[task] = pending;
    tasks.ticket[task] = ticket;
    s14.submitted(task);
    expectBroken("S14", /were accepted/, () => s14.sweep(world, capacity));
  });
});

describe("S15", () => {
  test("a batch that leaves a better task behind, is too small, or takes what is not there", () => {
    const s15 = watched({ policy: "top-k" }).checker("S15");
    s15.joined(100, 3, 100_001);
    s15.joined(101, 2, 100_002);
    s15.joined(102, 2, 100_003);
    expectBroken("S15", /not in the backlog/, () => s15.pushed(103));
    s15.pushed(102);
    expectBroken("S15", /whose rank is better/, () => s15.batchOver(1));
  });

  test("a batch with room that it does not use", () => {
    const s15 = watched({ policy: "top-k" }).checker("S15");
    s15.joined(100, 3, 100_001);
    expectBroken("S15", /has room for 5/, () => s15.batchOver(5));
  });
});

test("the message names the invariant and its sentence, the time, the task and its owner", () => {
  const { tasks, checker, slotWith, world } = watched();
  const s1 = checker("S1");
  tasks.status[slotWith(Status.running)] = Status.free;
  expectBroken(
    "S1",
    /^Invariant S1 is broken at [\d.]+ s: task [0-9a-v]{16} \(shop, order, slot \d+\) was ack.*\.\nS1: an acknowledged/,
    () => s1.sweep(world, tasks.capacity),
  );
});
