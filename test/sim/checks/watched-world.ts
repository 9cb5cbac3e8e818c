/** A small world under all checks, and single checkers out of it, to be shown what must not happen. */
import { expect } from "vitest";
import { SilentObserver } from "../../../src/cluster/observers.ts";
import type { Scheduler } from "../../../src/cluster/scheduler.ts";
import type { Status, TaskTable } from "../../../src/cluster/tasks.ts";
import { type Checker, type Checks, checkedWorld, Violation } from "../../../src/sim/checks.ts";
import type { Sent } from "../../../src/sim/front-door.ts";
import type { World } from "../../../src/sim/world.ts";
import { catalogue, scenario } from "../../support/scenario.ts";

const FILE = {
  name: "watched",
  stop: { tasks: 60 },
  plans: { paid: { limit: "2/s", burst: 30 } },
  tenants: [
    {
      name: "shop",
      plan: "paid",
      workloads: [
        {
          class: "order",
          arrivals: { process: "poisson", rate: "1/s" },
          duration: { dist: "exponential", mean: "8s" },
          executionCap: "1m",
          attempts: 3,
          failure: 0.2,
          idempotent: true,
          dependsOn: { shape: "chain", tasks: 2 },
        },
        {
          class: "backup",
          schedule: "daily",
          at: "1s",
          duration: "1s",
        },
      ],
    },
  ],
  machines: [{ name: "m", count: 3, cpu: 2 }],
  policy: "fifo",
};

export interface Watched {
  readonly world: World;
  readonly checks: Checks;
  readonly scheduler: Scheduler;
  readonly tasks: TaskTable;
  /** The checker of an invariant, which has found nothing wrong until now. */
  checker(invariant: string): Required<Checker>;
  slotWith(status: Status): number;
}

/** After so many events, with tasks that run and tasks that wait. */
export function watched(file: object = {}, events = 60): Watched {
  const read = scenario({ ...FILE, ...file });
  const { world, checks } = checkedWorld({
    scenario: read,
    policy: catalogue.make(read.policy),
    seed: 1,
    replication: 0,
    observer: () => new SilentObserver(),
  });
  world.advance(events);
  const { scheduler } = world;
  const { tasks } = scheduler;
  return {
    world,
    checks,
    scheduler,
    tasks,
    checker: (invariant) => {
      const found = checks.checkers.find((checker) => checker.invariant === invariant)!;
      found.sweep?.(world, tasks.capacity);
      found.afterEvent?.(world);
      return found as Required<Checker>;
    },
    slotWith: (status) => {
      const slot = tasks.status.indexOf(status);
      expect(slot).toBeGreaterThanOrEqual(0);
      return slot;
    },
  };
}

/** What breaks the invariant is found, by its own checker and in these words. */
export function expectBroken(invariant: string, words: RegExp, what: () => void): void {
  let thrown: unknown;
  try {
    what();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(Violation);
  expect((thrown as Violation).invariant).toBe(invariant);
  expect((thrown as Violation).message).toMatch(words);
}

/** A submission on its way, under this key: of as many tasks as there are lists of parents. */
export function sent(key: number, parents: readonly (readonly number[])[] = [[]]): Sent {
  return {
    key,
    tenant: 0,
    templates: parents.map(() => 0),
    parents,
    payload: key,
    sentAt: 0,
    source: 0,
    ordinal: key,
    client: -1,
    durations: parents.map(() => 1),
    tries: 1,
    notBefore: 0,
    settled: false,
    decided: false,
  };
}
