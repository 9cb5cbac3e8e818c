/** `sim plan` finds the cheapest fleet that meets targets, and theory agrees where it has an answer. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { PlanDocument } from "../../src/lab/result.ts";
import { queue } from "../support/queue.ts";
import { SIM } from "../support/sim.ts";
import { meanWaitMMc, quantileWaitMMc } from "../support/theory.ts";
import { Folder } from "./folder.ts";

const folder = new Folder();
const RATE = 8;

function mmc(tasks: number, more: object = {}): object {
  const scenario = queue({
    servers: 9,
    arrivals: { process: "poisson", rate: `${RATE}/s` },
    duration: { dist: "exponential", mean: "1s" },
    tasks,
    warmup: tasks / 10,
  });
  return { ...scenario, ...more };
}

function plan(scenario: string, ...flags: string[]): PlanDocument {
  const { status, stdout, stderr } = folder.sim("plan", scenario, ...flags, "--json");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as PlanDocument;
}

beforeAll(() => {
  folder.write("long.json", mmc(12_000));
  folder.write("short.json", mmc(4000));
});

const COUNT = ["--vary", "machines.0.count=9..24"];

/** Half-way, as ratios go, between what c and one less give: no target on a knife's edge. */
const limitFor = (c: number, wait: (c: number) => number) => Math.sqrt(wait(c) * wait(c - 1));
const meanWait = (c: number) => meanWaitMMc(c, RATE / c);
const p99Wait = (c: number) => quantileWaitMMc(c, RATE / c, 0.99);

describe("on M/M/c it finds the c that Erlang C gives", () => {
  test.each([
    [10, "wait.mean", limitFor(10, meanWait)],
    [12, "wait.mean", limitFor(12, meanWait)],
    [13, "wait.p99", limitFor(13, p99Wait)],
  ])(
    "%d servers for a target of %s",
    (c, figure, limit) => {
      const { answer, cheaper, choices, unit } = plan(
        "long.json",
        ...COUNT,
        "--slo",
        `${figure} <= ${limit}`,
      );
      expect(answer).toMatchObject({ at: [c], cost: c, verdict: "meets" });
      expect(unit).toBe("machines");
      expect(cheaper).toMatchObject({ at: [c - 1], verdict: "misses" });
      // Theory lies within, or near, the interval of every choice that was looked at; a factor of two is far from it.
      for (const { at, targets } of choices) {
        const exact = figure === "wait.mean" ? meanWait(Number(at[0])) : p99Wait(Number(at[0]));
        if (exact === 0) continue;
        const { mean, low, high } = targets[0]!.value;
        expect(Math.abs(mean - exact)).toBeLessThan(3 * (high! - low!));
      }
      const verdicts = choices.map(({ verdict }) => verdict);
      expect(verdicts).toEqual([...verdicts].sort((a, b) => (a === b ? 0 : a === "meets" ? 1 : -1)));
    },
    300_000,
  );
});

test("of two kinds of machines it takes the mix that is cheapest for the cores that Erlang C asks for", () => {
  const machines = [
    { name: "small", cpu: 1, cost: 1 },
    { name: "big", cpu: 4, cost: 3.3 },
  ];
  folder.write("mix.json", mmc(8000, { machines }));
  const vary = ["--vary", "machines.0.count=1..6", "--vary", "machines.1.count=1,2,3"];
  const { answer, unit, size, choices } = plan(
    "mix.json",
    ...vary,
    ...["--slo", `wait.mean <= ${limitFor(11, meanWait)}`],
  );
  const mixes = [1, 2, 3, 4, 5, 6].flatMap((small) => [1, 2, 3].map((big) => ({ small, big })));
  const cost = ({ small, big }: (typeof mixes)[number]) => small + 3.3 * big;
  const [best] = mixes.filter(({ small, big }) => small + 4 * big >= 11).sort((a, b) => cost(a) - cost(b));
  expect(answer?.at).toEqual([best!.small, best!.big]);
  expect(answer?.cost).toBeCloseTo(cost(best!), 9);
  expect({ unit, size }).toEqual({ unit: "price", size: 18 });
  expect(choices.length).toBeLessThan(18);
}, 300_000);

describe("what has to survive a loss needs more", () => {
  test("one machine more for one machine, and another for each of two datacenters", () => {
    const slo = ["--slo", `wait.mean <= ${limitFor(10, meanWait)}`, "--set", "stop.tasks=8000"];
    const { answer, survive } = plan("long.json", ...COUNT, ...slo, "--survive", "machine");
    expect(survive).toBe("machine");
    expect(answer?.at).toEqual([11]);
    expect(answer?.targets[0]?.under).toMatch(/^m-\d+$/);
    const machines = ["east", "west"].map((datacenter) => ({
      name: datacenter,
      datacenter,
      cpu: 1,
      count: 9,
    }));
    folder.write("two.json", mmc(4000, { machines }));
    const vary = ["--vary", "machines.0.count=9,12", "--vary", "machines.1.count=5,9,12"];
    const two = plan("two.json", ...vary, "--slo", "wait.mean <= 250ms", "--survive", "datacenter");
    // Each must do with what the other leaves: 8 tasks a second need more than 9 cores to wait so little.
    expect(meanWait(9)).toBeGreaterThan(0.5);
    expect(two.answer?.at).toEqual([12, 12]);
    expect(two.sentences[0]).toContain("also when datacenter");
  }, 300_000);

  test("one submitter of two, which the other makes up for", () => {
    const two = ["--set", "control.submitters.nodes=2", "--vary", "machines.0.count=12"];
    const { answer } = plan("short.json", ...two, "--slo", "wait.mean <= 1s", "--survive", "submitter");
    expect(answer?.targets[0]).toMatchObject({ verdict: "meets", under: "submitter-1" });
  });

  test("a submitter or datacenter without which nothing is left cannot be survived, which is said with exit code 2", () => {
    for (const what of ["submitter", "datacenter"]) {
      const { status, stderr } = folder.sim(
        "plan",
        "short.json",
        ...COUNT,
        "--slo",
        "dead == 0",
        "--survive",
        what,
      );
      expect(status).toBe(2);
      expect(stderr).toContain(`The scenario has one ${what}`);
    }
  });
});

describe("in words", () => {
  test("the answer, its margin and what the next cheaper choice would miss fit 80 columns; the report holds the curve", () => {
    const args = ["--vary", "machines.0.count=9,12,15", "--slo", "wait.mean <= 100ms"];
    const { status, stdout, stderr } = folder.sim("plan", "short.json", ...args, "--out", "report");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    const words = stdout.replace(/\s+/g, " ");
    expect(words).toContain("machines.0.count=12 is the cheapest that meets every target, at 12 machines.");
    expect(words).toMatch(/wait\.mean <= 100ms: it is [\d.]+ ms ± [\d.]+ m?s, \d+ % below the limit/);
    expect(words).toMatch(
      /The next cheaper choice, machines\.0\.count=9 .* misses wait\.mean <= 100ms \([\d.]+ m?s/,
    );
    const document = folder.json<PlanDocument>("report/plan.json");
    expect(document).toMatchObject({ kind: "plan", axes: ["machines.0.count"], answer: { at: [12] } });
    expect(document.targets).toEqual(["wait.mean <= 100ms", "lost == 0"]);
    const [header, ...rows] = folder.read("report/plan.csv").trimEnd().split("\n");
    expect(header).toMatch(/^machines\.0\.count,cost,replications,choice,target,mean,low,high,limit,verdict/);
    expect(rows).toHaveLength(2 * document.choices.length);
    // It may be made again in the same place, and is the same whatever the number of threads.
    const again = folder.sim("plan", "short.json", ...args, "--out", "report", "--quiet", "--threads", "1");
    expect(again).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(folder.json("report/plan.json")).toEqual(document);
  });

  test("that no choice meets the targets, with exit code 1", () => {
    const { status, stdout } = folder.sim(
      ...["plan", "short.json", "--vary", "machines.0.count=9,10", "--slo", "wait.mean <= 1us"],
    );
    expect(status).toBe(1);
    const words = stdout.replace(/\s+/g, " ");
    expect(words).toContain("No choice meets every target: not even machines.0.count=10");
    expect(words).toMatch(/misses wait\.mean <= 1us/);
  });

  test("what replications cannot decide is undecided, and counts as not met", () => {
    const limit = limitFor(10, meanWait);
    const { choices, answer, sentences } = plan(
      ...(["short.json", "--vary", "machines.0.count=9..12", "--slo"] as const),
      ...[`wait.mean <= ${limit}`, "--replications", "2"],
    );
    expect(choices.some(({ verdict }) => verdict === "undecided")).toBe(true);
    expect(sentences.join(" ")).toMatch(/[Uu]ndecided after/);
    for (const choice of choices) expect(choice.replications).toBe(2);
    if (answer !== null) expect(answer.verdict).toBe("meets");
  });
});

describe("what is wrong is said before any work, all at once, with exit code 2", () => {
  const refused = (...args: string[]) => {
    const { status, stdout, stderr } = folder.sim("plan", "short.json", ...args, "--out", "nowhere");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(existsSync(folder.at("nowhere"))).toBe(false);
    return stderr;
  };

  test("targets", () => {
    const message = refused(...COUNT, "--slo", "wait.p98 <= 2s", "--slo", "wait.p99:class:jobs <= 2s");
    expect(message).toContain("2 problems");
    expect(message).toMatch(/did you mean wait\.p9[59]\?/);
    expect(message).toContain("did you mean wait.p99:class:job?");
    expect(refused(...COUNT, "--slo", "dead = 0")).toContain('Did you mean "dead == 0"?');
    expect(refused(...COUNT)).toContain("There is no target");
  });

  test("fields", () => {
    const slo = ["--slo", "dead == 0"];
    expect(refused(...slo)).toContain("There is nothing to choose");
    expect(refused(...slo, "--vary", "machines.0.cout=1..3")).toContain('Did you mean "count"?');
    expect(refused(...slo, "--vary", "machines.0.count=0..3")).toContain("(at machines.0.count=0)");
    expect(refused(...slo, "--vary", "machines.0.speed=0.5..1.5")).toContain("This range needs a step");
    expect(refused(...slo, ...COUNT, ...COUNT)).toContain("This field is varied twice");
    expect(refused(...slo, ...COUNT, "--policy", "fio")).toContain("Did you mean fifo?");
    expect(refused(...slo, ...COUNT, "--replications", "1")).toContain("at least 2");
  });
});

test("Ctrl-C leaves nothing behind", async () => {
  const before = folder.listing();
  const args = ["plan", "long.json", ...COUNT, "--slo", "wait.mean <= 1ms", "--set", "stop.tasks=10000000"];
  const child = spawn(process.execPath, [SIM, ...args, "--out", "sub/half"], { cwd: folder.path });
  while (!existsSync(folder.at("sub"))) await sleep(20);
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  child.kill("SIGINT");
  expect(await closed).toBe(130);
  expect(folder.listing()).toEqual(before);
}, 60_000);
