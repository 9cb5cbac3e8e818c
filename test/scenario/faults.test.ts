/** Faults: whom they strike, how many at once, when and for how long. */
import { describe, expect, test } from "vitest";
import { MINUTE, SECOND } from "../../src/engine/time.ts";
import { FAULTS, type FaultTraits } from "../../src/scenario/model.ts";
import { registerTemplates } from "../../src/scenario/template-order.ts";
import { type Json, job, load, problemOf, problemsOf, sample, tenant } from "./sample.ts";

describe("faults", () => {
  const machines = [
    { name: "a", count: 4, datacenter: "east" },
    { name: "b", datacenter: "west" },
    { name: "c", count: 2, datacenter: "east" },
  ];
  const faultOf = (changes: Json) =>
    load(
      sample({
        machines,
        control: { submitters: { nodes: 3 }, limiter: { nodes: 2 }, manager: { replicas: 3 } },
        faults: [{ kind: "machine-crash", at: "1s", ...changes }],
      }),
    ).faults[0]!;

  test.each([
    [undefined, [0, 1, 2, 3, 4, 5, 6]],
    ["a", [0, 1, 2, 3]],
    ["a-2", [1]],
    ["b", [4]],
    ["datacenter:east", [0, 1, 2, 3, 5, 6]],
  ])("target %s", (target, targets) => {
    expect(faultOf(target === undefined ? {} : { target }).targets).toEqual(targets);
  });

  test("submitters are numbered from 1", () => {
    expect(faultOf({ kind: "submitter-crash" }).targets).toEqual([0, 1, 2]);
    expect(faultOf({ kind: "submitter-crash", target: "submitter-2" }).targets).toEqual([1]);
  });

  test("limiter nodes and replicas of the manager are, too", () => {
    expect(faultOf({ kind: "limiter-crash" }).names).toEqual(["limiter-1", "limiter-2"]);
    expect(faultOf({ kind: "limiter-cut", target: "limiter-2" }).targets).toEqual([1]);
    expect(faultOf({ kind: "manager-pause", target: "manager-3" })).toMatchObject({
      targets: [2],
      names: ["manager-3"],
    });
  });

  test("where both can be meant, limiter nodes come after the submitters", () => {
    const step = { kind: "clock-step", by: "-5s" };
    expect(faultOf(step)).toMatchObject({
      targets: [0, 1, 2, 3, 4],
      names: ["submitter-1", "submitter-2", "submitter-3", "limiter-1", "limiter-2"],
      number: -5 * SECOND,
    });
    expect(faultOf({ ...step, target: "limiter-2" }).targets).toEqual([4]);
    expect(faultOf({ ...step, target: "limiter" }).targets).toEqual([3, 4]);
    expect(faultOf({ ...step, target: "submitter" }).targets).toEqual([0, 1, 2]);
  });

  test("of which there is but one, it is struck", () => {
    expect(faultOf({ kind: "store-outage" })).toMatchObject({ targets: [0], names: ["store"], count: 1 });
    expect(faultOf({ kind: "ack-loss", chance: 1 })).toMatchObject({ targets: [0], names: ["queue"] });
  });

  test.each([
    [{ kind: "machine-crash" }, 0],
    [{ kind: "machine-slow", factor: 0.5 }, 0.5],
    [{ kind: "task-hang", chance: "10%" }, 0.1],
    [{ kind: "network-delay", by: "2s" }, 2 * SECOND],
    [{ kind: "submitter-rewind", by: "-1s" }, -SECOND],
  ])("%j has the number %d", (fault, number) => {
    expect(faultOf(fault).number).toBe(number);
  });

  test.each([
    [undefined, 1],
    [3, 3],
    ["all", Number.POSITIVE_INFINITY],
    ["100%", Number.POSITIVE_INFINITY],
    ["50%", 4],
    ["1%", 1],
  ])("count %s of 7 is %d", (count, struck) => {
    expect(faultOf(count === undefined ? {} : { count }).count).toBe(struck);
  });

  test("strike once or again and again, for a while or for good", () => {
    expect(faultOf({})).toMatchObject({ at: SECOND, drawnFirst: false, every: null, lasts: null });
    expect(faultOf({ every: "1m", for: { dist: "exponential", mean: "1s" } })).toMatchObject({
      at: SECOND,
      drawnFirst: false,
      every: { dist: "constant", value: MINUTE },
      lasts: { dist: "exponential", mean: SECOND },
    });
  });

  test("without a first time strike after a first gap", () => {
    const { faults } = load(sample({ faults: [{ kind: "machine-crash", every: "1m" }] }));
    expect(faults[0]).toMatchObject({ at: 0, drawnFirst: true });
  });
});

describe("faults of a class", () => {
  const after = { class: "after", dependsOn: ["job"], copies: 2, duration: "1s" };
  const chain = job({ class: "chain", dependsOn: { shape: "chain", tasks: 3 } });
  const file = (fault: Json) =>
    sample({
      // By number: job, after, after, chain, chain, chain, other, job.
      tenants: [
        { ...tenant(job(), after, chain), count: 2 },
        { name: "u", workloads: [job({ class: "other" }), job()] },
      ],
      faults: [{ kind: "task-hang", chance: 1, at: 0, ...fault }],
    });

  test.each([
    ["job", [0, 7]],
    ["after", [1, 2]],
    ["chain", [3, 4, 5]],
    [undefined, [0, 1, 2, 3, 4, 5, 6, 7]],
  ])("%s: all its templates, by number", (target, targets) => {
    const [fault] = load(file(target === undefined ? {} : { target })).faults;
    expect(fault).toMatchObject({ targets, count: Number.POSITIVE_INFINITY });
    if (target !== undefined) expect(new Set(fault!.names)).toEqual(new Set([target]));
  });

  test("a template has the number under which a world registers it", () => {
    const { workloads, faults } = load(file({ target: "after" }));
    const registered: string[] = [];
    const ids = registerTemplates(workloads, (template) => registered.push(template.class) - 1);
    expect(faults[0]!.targets.map((id) => registered[id])).toEqual(["after", "after"]);
    expect(workloads.map((workload) => ids.get(workload))).toEqual([[0, 1, 2], [3, 4, 5], [6], [7]]);
  });

  test("a class that is not there, with the one meant", () => {
    expect(problemOf(file({ target: "chian" }))).toMatchObject({
      path: "faults[0].target",
      message: "no such class; there are job, after, chain, other",
      suggestion: '"chain"',
    });
  });

  test("are never counted", () => {
    expect(problemOf(file({ target: "job", count: 1 }))).toEqual({
      path: "faults[0].count",
      message: "must be left out: task-hang strikes the whole class",
    });
  });
});

describe("a fault is refused", () => {
  const problems = (...faults: Json[]) =>
    problemsOf(sample({ faults: faults.map((fault) => ({ at: "1s", ...fault })) }));

  test.each([
    [{ kind: "machine-slow" }, "factor", /^missing; machine-slow takes a number more than 0/],
    [{ kind: "task-hang" }, "chance", /^missing; task-hang takes a share/],
    [{ kind: "queue-late" }, "by", /^missing; queue-late takes a duration/],
    [
      { kind: "machine-crash", factor: 2 },
      "factor",
      /machine-crash takes no number; `factor` is for machine-slow/,
    ],
    [{ kind: "store-outage", by: "1s" }, "by", /store-outage takes no number; `by` is for .*clock-step/],
    [{ kind: "queue-late", by: "-1s" }, "by", /only clock-step and submitter-rewind go backwards/],
    [{ kind: "clock-step", by: "0s" }, "by", /must not be 0/],
    [{ kind: "clock-drift", factor: 1 }, "factor", /must not be 1/],
    [
      { kind: "limiter-crash", target: "limiter-2" },
      "target",
      /^no such limiter node; there are limiter, limiter-1/,
    ],
    [{ kind: "manager-cut", target: "submitter-1" }, "target", /^no such replica of the manager/],
    [{ kind: "store-full", target: "queue" }, "target", /^no such target; there are store/],
    [{ kind: "store-full", count: 2 }, "count", /^more than the 1 there is to strike/],
  ])("%j for its %s", (fault, key, message) => {
    expect(problems(fault)).toEqual([
      expect.objectContaining({ path: `faults[0].${key}`, message: expect.stringMatching(message) }),
    ]);
  });

  test("with all that is wrong with it, and with the others, at once", () => {
    const found = problems(
      { kind: "machine-slow", chance: 0.5, by: "1s", target: "n" },
      { kind: "task-lies", target: "jbo", count: 3 },
    );
    expect(found.map(({ path }) => path)).toEqual([
      "faults[0].target",
      "faults[0].factor",
      "faults[0].chance",
      "faults[0].by",
      "faults[1].target",
      "faults[1].count",
      "faults[1].chance",
    ]);
  });

  test("only where it could never do anything", () => {
    expect(problems({ kind: "store-slow", factor: 5 })[0]?.message).toMatch(/control\.store\.latency/);
    const corrupt = { kind: "checkpoint-corrupt", chance: 1, at: 0 };
    expect(problems(corrupt)[0]?.message).toMatch(/no class has checkpoints/);
    expect(problems({ ...corrupt, target: "job" })[0]?.message).toMatch(/class job has no checkpoints/);
    const saved = sample({ tenants: [tenant(job({ checkpoint: { stages: 2 } }))], faults: [corrupt] });
    expect(problemsOf(saved)).toEqual([]);
    const slow = { store: { latency: "1ms" } };
    expect(problemsOf(sample({ control: slow, faults: [{ kind: "store-slow", factor: 5, at: 0 }] }))).toEqual(
      [],
    );
    expect(
      problems({ kind: "limiter-amnesia" }, { kind: "manager-pause" }, { kind: "submitter-leave" }),
    ).toEqual([]);
  });
});

test.each(Object.entries<FaultTraits>(FAULTS))("%s can be written", (kind, { number }) => {
  const written = { factor: 2, chance: "10%", by: "1s" };
  const fault = { kind, at: "1s", for: "1m", ...(number === undefined ? {} : { [number]: written[number] }) };
  const scenario = load(
    sample({
      tenants: [tenant(job({ checkpoint: { every: "1s" } }))],
      control: { store: { latency: "1ms" } },
      faults: [fault],
    }),
  );
  expect(scenario.faults[0]).toMatchObject({ kind, targets: expect.arrayContaining([0]) });
});
