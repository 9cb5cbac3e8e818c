/** What a file of the right shape can still get wrong. */
import { describe, expect, test } from "vitest";
import { loadScenario } from "../../src/scenario/load.ts";
import { type Json, job, problemOf, problemsOf, sample, tenant } from "./sample.ts";

const root = job({ class: "split" });

function child(name: string, ...dependsOn: string[]): Json {
  return { class: name, duration: "1s", dependsOn };
}

function withWorkloads(...workloads: Json[]): Json {
  return sample({ tenants: [tenant(...workloads)] });
}

test("problems of all kinds are reported at once", () => {
  const file = sample({
    plans: { free: {} },
    warmup: { time: "2h" },
    tenants: [
      { ...tenant(job({ resources: "premum" })), plan: "fre" },
      { ...tenant(child("merge", "splt"), root) },
      { name: "u", workloads: [job({ resources: { cpu: 5 } })] },
    ],
    faults: [{ kind: "machine-crash", target: "n", at: 0 }],
  });
  expect(problemsOf(file).map(({ path }) => path)).toEqual([
    "tenants[1].name",
    "tenants[0].plan",
    "tenants[0].workloads[0].resources",
    "tenants[1].workloads[0].dependsOn[0]",
    "tenants[2].workloads[0].resources",
    "faults[0].target",
    "warmup.time",
  ]);
});

describe("names", () => {
  test("an unknown plan, with the nearest", () => {
    const file = sample({ plans: { free: {}, team: {} }, tenants: [{ ...tenant(job()), plan: "fre" }] });
    expect(problemOf(file)).toEqual({
      path: "tenants[0].plan",
      found: '"fre"',
      message: "no such plan; there are free, team",
      suggestion: '"free"',
    });
  });

  test("a plan where there are none", () => {
    expect(problemOf(sample({ tenants: [{ ...tenant(job()), plan: "toString" }] }))).toMatchObject({
      message: "there is no plan at all",
    });
  });

  test("an unknown tier, with the nearest of the built-in ones and the file's own", () => {
    expect(problemOf(withWorkloads(job({ resources: "premum" })))).toMatchObject({
      path: "tenants[0].workloads[0].resources",
      suggestion: '"premium"',
    });
    const own = { ...withWorkloads(job({ resources: "gpuu" })), tiers: { gpu: { cpu: 2 } } };
    expect(problemOf(own)).toMatchObject({ suggestion: '"gpu"' });
  });

  test("two tenants, two machines or two classes of one name", () => {
    expect(problemOf(sample({ tenants: [tenant(job()), tenant(job())] }))).toMatchObject({
      path: "tenants[1].name",
      message: "the name is used twice: tenants[0] is called t too",
    });
    expect(problemOf(sample({ machines: [{ name: "m" }, { name: "m" }] })).path).toBe("machines[1].name");
    expect(problemOf(withWorkloads(job(), job()))).toMatchObject({ path: "tenants[0].workloads[1].class" });
  });

  test("a machine called what another's second one is called", () => {
    const file = sample({ machines: [{ name: "m", count: 3 }, { name: "m-2" }] });
    expect(problemOf(file)).toMatchObject({
      path: "machines[1].name",
      message: /machines\[0\] is called m-2/,
    });
  });

  test("one class in two tenants is fine", () => {
    expect(problemsOf(sample({ tenants: [tenant(job()), { ...tenant(job()), name: "u" }] }))).toEqual([]);
  });
});

describe("dependencies", () => {
  test("an unknown class, with the nearest", () => {
    expect(problemOf(withWorkloads(root, child("merge", "splt")))).toMatchObject({
      path: "tenants[0].workloads[1].dependsOn[0]",
      found: '"splt"',
      suggestion: '"split"',
    });
  });

  test("a cycle, named all the way round", () => {
    expect(problemOf(withWorkloads(root, child("a", "b"), child("b", "c"), child("c", "a")))).toEqual({
      path: "tenants[0].workloads[1].dependsOn",
      message: "a cycle that can never start: a -> b -> c -> a",
    });
    expect(problemOf(withWorkloads(root, child("a", "a")))).toMatchObject({ message: /: a -> a$/ });
  });

  test("two cycles are two problems", () => {
    const file = withWorkloads(root, child("a", "b"), child("b", "a"), child("c", "d"), child("d", "c"));
    expect(problemsOf(file).map(({ message }) => message.split(": ")[1])).toEqual([
      "a -> b -> a",
      "c -> d -> c",
    ]);
  });

  test("a dependant with arrivals of its own", () => {
    expect(problemOf(withWorkloads(root, { ...job(), ...child("merge", "split") }))).toMatchObject({
      path: "tenants[0].workloads[1].arrivals",
      message: "must be left out: it comes with the job it depends on",
    });
  });

  test("a root without arrivals", () => {
    expect(problemOf(withWorkloads({ class: "job", duration: "1s" }))).toEqual({
      path: "tenants[0].workloads[0].arrivals",
      message: "missing; without dependsOn a workload needs arrivals",
    });
  });

  test("a dependant of two jobs", () => {
    const file = withWorkloads(root, job({ class: "other" }), child("merge", "split", "other"));
    expect(problemOf(file)).toMatchObject({
      path: "tenants[0].workloads[2].dependsOn",
      message: expect.stringContaining("belongs to several jobs (other, split)"),
    });
  });

  test("copies of a shape", () => {
    const file = withWorkloads(job({ dependsOn: { shape: "chain", tasks: 2 }, copies: 2 }));
    expect(problemOf(file).path).toBe("tenants[0].workloads[0].copies");
  });

  test("a job too large to run", () => {
    const layers = job({ dependsOn: { shape: "layers", layers: 200, width: 100 } });
    expect(problemOf(withWorkloads(layers))).toMatchObject({ message: /a job of 20000 tasks is too large/ });
    const wide = job({ dependsOn: { shape: "layers", layers: 3, width: 3000 } });
    expect(problemOf(withWorkloads(wide))).toMatchObject({ message: /18000000 dependencies in a job/ });
  });

  test("a job that never passes its tenant's limiter", () => {
    const plans = { free: { limit: "2/s", burst: 3 } };
    const tenants = [{ ...tenant(root, { ...child("encode", "split"), copies: 4 }), plan: "free" }];
    expect(problemOf(sample({ plans, tenants }))).toEqual({
      path: "tenants[0].workloads[0]",
      message:
        "a job of 5 tasks never passes the limit of t's plan, whose burst is 3; raise plans.free.burst",
    });
  });
});

describe("repeated tasks", () => {
  const report = { class: "report", duration: "1s", schedule: "daily", at: "2h" };

  test("need no arrivals, and have none", () => {
    expect(problemsOf(withWorkloads(report))).toEqual([]);
    expect(problemOf(withWorkloads(job({ schedule: "daily" }))).path).toBe(
      "tenants[0].workloads[0].arrivals",
    );
  });

  test("stand alone", () => {
    const shaped = { ...report, dependsOn: { shape: "chain", tasks: 2 } };
    expect(problemOf(withWorkloads(shaped)).path).toBe("tenants[0].workloads[0].dependsOn");
    expect(problemOf(withWorkloads({ ...report, copies: 2 })).path).toBe("tenants[0].workloads[0].copies");
    expect(problemOf(withWorkloads(report, child("mail", "report")))).toMatchObject({
      message: /not modelled yet/,
    });
    expect(problemOf(withWorkloads(root, { ...child("mail", "split"), schedule: "daily" }))).toMatchObject({
      path: "tenants[0].workloads[1].schedule",
    });
  });

  test("`at` is theirs alone", () => {
    expect(problemOf(withWorkloads(job({ at: "2h" }))).path).toBe("tenants[0].workloads[0].at");
  });

  test("so are the time zone and the rule for missed periods", () => {
    const path = (key: string) =>
      problemOf(withWorkloads(job({ [key]: key === "missed" ? "all" : "UTC" }))).path;
    expect(path("timeZone")).toBe("tenants[0].workloads[0].timeZone");
    expect(path("missed")).toBe("tenants[0].workloads[0].missed");
  });

  test("name a time zone that there is", () => {
    for (const timeZone of ["UTC", "Europe/Berlin", "Asia/Kolkata"])
      expect(problemsOf(withWorkloads({ ...report, timeZone }))).toEqual([]);
    expect(problemOf(withWorkloads({ ...report, timeZone: "Europe/Berlni" }))).toEqual({
      path: "tenants[0].workloads[0].timeZone",
      found: '"Europe/Berlni"',
      message: "no such time zone; expected a name of the IANA database such as Europe/Berlin, or UTC",
      suggestion: '"Europe/Berlin"',
    });
    expect(problemOf(withWorkloads({ ...report, timeZone: "New York" })).suggestion).toBe(
      '"America/New_York"',
    );
    expect(problemOf(withWorkloads({ ...report, timeZone: "+01:00" })).suggestion).toBeUndefined();
  });
});

describe("a task that no machine can ever hold", () => {
  test("names what it asks for and the largest machine", () => {
    const file = sample({
      tenants: [tenant(job({ resources: { cpu: 8, memory: "32GiB" } }))],
      machines: [
        { name: "small", cpu: 2, memory: "16GiB" },
        { name: "large", cpu: 4, memory: "8GiB" },
      ],
    });
    expect(problemOf(file)).toEqual({
      path: "tenants[0].workloads[0].resources",
      message:
        "no machine can ever hold it: it asks for 8 cpu, and the largest machine (large) has 4 cpu; " +
        "for 32GiB of memory, and the largest machine (small) has 16GiB of memory",
    });
  });

  test("because no machine has all of it at once", () => {
    const file = sample({
      tenants: [tenant(job({ resources: { cpu: 4, memory: "16GiB" } }))],
      machines: [
        { name: "small", cpu: 2, memory: "16GiB" },
        { name: "large", cpu: 4, memory: "8GiB" },
      ],
    });
    expect(problemOf(file).message).toBe(
      "no machine can ever hold it: none has 4 cpu and 16GiB of memory together",
    );
  });

  test("through its tier", () => {
    const file = sample({
      tenants: [tenant(job({ resources: "premium" }))],
      machines: [{ name: "m", cpu: 2 }],
    });
    expect(problemOf(file)).toMatchObject({ found: '"premium"', message: /asks for 4 cpu/ });
  });
});

describe("faults", () => {
  const machines = [{ name: "web", count: 3, datacenter: "east", cpu: 4 }];
  const crash = (changes: Json) =>
    sample({ machines, faults: [{ kind: "machine-crash", at: 0, ...changes }] });

  test.each(["web", "web-3", "datacenter:east"])("may strike %s", (target) => {
    expect(problemsOf(crash({ target }))).toEqual([]);
  });

  test.each([
    ["wbe", '"web"'],
    ["web-4", '"web-1"'],
    ["datacenter:eats", '"datacenter:east"'],
  ])("cannot strike %s, but perhaps %s", (target, suggestion) => {
    expect(problemOf(crash({ target }))).toMatchObject({ path: "faults[0].target", suggestion });
  });

  test("cannot strike a submitter that is not there", () => {
    const file = sample({
      control: { submitters: { nodes: 2 } },
      faults: [{ kind: "submitter-crash", target: "submitter-3", at: 0 }],
    });
    expect(problemOf(file)).toMatchObject({ suggestion: '"submitter-1"' });
  });

  test("cannot strike more than there are", () => {
    expect(problemOf(crash({ count: 4 }))).toEqual({
      path: "faults[0].count",
      found: "4",
      message: "more than the 3 there are to strike",
    });
  });
});

describe("limits", () => {
  test("a warm-up must end before the run does", () => {
    expect(problemOf(sample({ warmup: { time: "1h" } })).path).toBe("warmup.time");
    expect(problemOf(sample({ stop: { tasks: 10 }, warmup: { tasks: 10 } })).path).toBe("warmup.tasks");
    expect(problemsOf(sample({ stop: { tasks: 10 }, warmup: { time: "1h" } }))).toEqual([]);
  });

  test("a closed loop in which no time passes is refused", () => {
    const arrivals = { process: "closed", clients: 1, think: "0s" };
    expect(problemOf(withWorkloads(job({ arrivals, duration: 0 }))).path).toBe(
      "tenants[0].workloads[0].arrivals.think",
    );
    expect(problemsOf(withWorkloads(job({ arrivals })))).toEqual([]);
  });
});

test("policies are judged by the checker given, under the policy's path", () => {
  const file = JSON.stringify(sample({ policy: { name: "top-k", kk: 3 }, warmup: { time: "2h" } }));
  const seen: unknown[] = [];
  const loaded = loadScenario(file, {
    policies: {
      check: (name, parameters) => {
        seen.push(name, parameters);
        return [
          { path: "", message: "a" },
          { path: "kk", message: "b" },
          { path: "policy.kk", message: "c" },
        ];
      },
    },
  });
  expect(seen).toEqual(["top-k", { kk: 3 }]);
  expect(!loaded.ok && loaded.problems.map(({ path }) => path)).toEqual([
    "warmup.time",
    "policy",
    "policy.kk",
    "policy.kk",
  ]);
});
