/**
 * Memory, store and replayed journal agree, and a restart at any entry of the journal goes on to the same outcomes. The
 * world around the scheduler lives on through a restart; that it would go on in the same way follows from the effects:
 * whatever left the scheduler after the restart is what left it without one, in the same order.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { feed } from "../../src/cluster/inputs.ts";
import { SilentObserver } from "../../src/cluster/observers.ts";
import type { Effects } from "../../src/cluster/ports.ts";
import { Scheduler } from "../../src/cluster/scheduler.ts";
import { snapshot } from "../../src/cluster/snapshot.ts";
import { TaskTable } from "../../src/cluster/tasks.ts";
import { Streams } from "../../src/engine/random.ts";
import type { Scenario } from "../../src/scenario/model.ts";
import { registerTemplates } from "../../src/scenario/template-order.ts";
import type { JournalEntry } from "../../src/sim/journal.ts";
import { World } from "../../src/sim/world.ts";
import { catalogue, scenario } from "../support/scenario.ts";

const FAULTS = "scenarios/faults";

describe("a run that is journalled", () => {
  test.each(readdirSync(FAULTS))("goes on from its journal as if nothing had happened: %s", (file) => {
    const { journal } = expectRestartsAnywhere(cutDown(`${FAULTS}/${file}`, "50s"), 12);
    expect(journal.length).toBeGreaterThan(100);
  });

  test.each([
    ["failover.json", "5m"],
    ["dag.json", "2m"],
    ["periodic.json", "31d"],
    ["peak.json", "10m"],
    ["burst.json", "1m"],
  ])("with failures, dependencies, periods and full queues too: %s", (file, time) => {
    expectRestartsAnywhere(cutDown(`scenarios/${file}`, time), 12);
  });

  test("can be cut after every single entry", () => {
    const small = scenario(SMALL);
    const { journal, kinds } = expectRestartsAnywhere(small, Number.POSITIVE_INFINITY);
    expect(journal.length).toBeGreaterThan(250);
    // What makes a restart hard is there.
    for (const kind of ["accept", "forward", "checkpointed", "confirmed", "machine-silent", "lead", "wake"])
      expect(kinds).toContain(kind);
  });

  test("decides what it decides without a journal", () => {
    const file = cutDown("scenarios/failover.json", "5m");
    const world = worldOf(file);
    while (world.advance(1000));
    expect(recorded(file).scheduler.digest.hex()).toBe(world.scheduler.digest.hex());
  });

  test("is told apart from another: one entry that is left out shows", () => {
    const { journal, scheduler } = recorded(scenario(SMALL));
    const left = journal.findIndex(({ input }) => input.kind === "ended");
    const other = rebuilt(scenario(SMALL), journal.slice(0, left));
    expect(() => {
      for (const { tick, input } of journal.slice(left + 1)) feed(other.scheduler, tick, input);
      expect(snapshot(other.scheduler)).toBe(snapshot(scheduler));
    }).toThrow();
  });
});

test("a snapshot has every column of the task table", () => {
  const { scheduler } = recorded(scenario(SMALL), (running) => running.tasks.count === 3);
  const columns = Object.entries(new TaskTable()).filter(([, column]) => ArrayBuffer.isView(column));
  const line = snapshot(scheduler).split("\n")[0]!;
  expect(line.split(": ")[1]!.split(" ")).toHaveLength(columns.length);
});

function expectRestartsAnywhere(file: Scenario, cuts: number) {
  const length = recorded(file).journal.length;
  const step = Math.max(1, Math.floor(length / cuts));
  const running: { readonly state: string; readonly effects: number }[] = [];
  const run = recorded(
    file,
    () => false,
    (scheduler, effects) => {
      running.push({ state: snapshot(scheduler), effects: effects.length });
    },
    step,
  );
  // What a store gives back is what was written, not what was in memory.
  const stored = JSON.parse(JSON.stringify(run.journal)) as JournalEntry[];
  running.forEach(({ state, effects }, i) => {
    const cut = i * step;
    const restarted = rebuilt(file, stored.slice(0, cut));
    expect(snapshot(restarted.scheduler)).toBe(state);
    expect(restarted.effects).toHaveLength(effects);
    for (const { tick, input } of stored.slice(cut)) feed(restarted.scheduler, tick, input);
    expect(snapshot(restarted.scheduler)).toBe(snapshot(run.scheduler));
    expect(restarted.effects).toEqual(run.effects);
  });
  expect(running.length).toBeGreaterThanOrEqual(Math.min(cuts, length));
  return { journal: stored, kinds: new Set(stored.map(({ input }) => input.kind)) };
}

/** Runs the scenario to its end, or until it is enough, and looks at the scheduler before every `step`th entry. */
function recorded(
  file: Scenario,
  enough: (scheduler: Scheduler) => boolean = () => false,
  look: (scheduler: Scheduler, effects: readonly string[]) => void = () => {},
  step = Number.POSITIVE_INFINITY,
) {
  const journal: JournalEntry[] = [];
  const effects: string[] = [];
  const world = worldOf(file, {
    push: (entry) => {
      if (journal.length % step === 0) look(world.scheduler, effects);
      journal.push(entry);
    },
  });
  for (const name of EFFECTS) {
    const act = world[name] as (...args: number[]) => void;
    Object.assign(world, {
      [name]: (...args: number[]) => {
        effects.push(`${name} ${args.join(" ")}`);
        act.apply(world, args);
      },
    });
  }
  while (world.advance(1) && !enough(world.scheduler));
  return { journal, effects, scheduler: world.scheduler };
}

function worldOf(file: Scenario, journal?: { push(entry: JournalEntry): void }): World {
  return new World({
    scenario: file,
    policy: catalogue.make(file.policy),
    seed: file.seed,
    replication: 0,
    observer: () => new SilentObserver(),
    ...(journal !== undefined && { journal }),
  });
}

/** A fresh scheduler that has been fed the entries, with all that left it on the way. */
function rebuilt(file: Scenario, entries: readonly JournalEntry[]) {
  const effects: string[] = [];
  const collect = Object.fromEntries(
    EFFECTS.map((name) => [name, (...args: number[]) => effects.push(`${name} ${args.join(" ")}`)]),
  );
  const scheduler = new Scheduler({
    cluster: file.cluster,
    policy: catalogue.make(file.policy),
    effects: collect as unknown as Effects,
    observer: () => new SilentObserver(),
    random: new Streams(file.seed, 0).stream("placement"),
  });
  registerTemplates(file.workloads, (template) => scheduler.template(template));
  for (const { tick, input } of entries) feed(scheduler, tick, input);
  return { scheduler, effects };
}

const EFFECTS = ["start", "stop", "tell", "alert", "power", "wakeAt"] as const;

/** The scenario with an earlier end. */
function cutDown(path: string, time: string): Scenario {
  const file = JSON.parse(readFileSync(path, "utf8")) as { stop: object; warmup?: object };
  const { warmup: _, ...rest } = file;
  return scenario({ ...rest, stop: { time } });
}

/** A few seconds of nearly everything: steps on the way in, a slow store, replicas, silences, checkpoints, a deadline. */
const SMALL = {
  name: "small",
  seed: 3,
  stop: { tasks: 24 },
  tenants: [
    {
      name: "t",
      workloads: [
        {
          class: "long",
          arrivals: { process: "poisson", rate: "2/s" },
          duration: { dist: "uniform", min: "2s", max: "6s" },
          checkpoint: { every: "500ms" },
          failure: "20%",
          attempts: 3,
        },
        { class: "first", arrivals: { process: "poisson", rate: "1/s" }, duration: "300ms" },
        { class: "then", dependsOn: ["first"], copies: 2, duration: "500ms" },
      ],
    },
  ],
  machines: [{ name: "m", count: 3, cpu: 2 }],
  policy: "srpt",
  control: {
    network: { clients: "5ms", machines: "5ms", resend: "200ms" },
    store: { latency: "2ms" },
    manager: { replicas: 3, lease: "2s", every: "500ms" },
    monitor: { heartbeat: "500ms", timeout: "1s" },
    queues: { visibility: "2s", backoff: { first: "100ms", limit: "1s" } },
  },
  faults: [
    { kind: "machine-pause", at: "1500ms", for: "3s" },
    { kind: "manager-crash", target: "manager-1", at: "2500ms", for: "5s" },
  ],
};
