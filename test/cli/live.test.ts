/** `sim live` as its user meets it: real processes, relative folders, kill -9, Ctrl-C. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import type { ResultDocument } from "../../src/lab/result.ts";
import { readJournal } from "../../src/live/journal.ts";
import { replay } from "../../src/live/replay.ts";
import { catalogue, scenario } from "../support/scenario.ts";
import { SIM, sim, temporaryFolder } from "../support/sim.ts";

const folder = temporaryFolder();
symlinkSync(resolve("scenarios"), join(folder, "scenarios"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LIVE = ["live", "scenarios/smoke.json", "--hosts", "local:2"];

function all(document: ResultDocument): (metric: string) => number {
  return (metric) => document.runs[0]!.metrics.all![metric]!.mean;
}

/** Differing decisions when a run's journal is fed to a fresh scheduler. */
function differences(run: string): number {
  const smoke = scenario(JSON.parse(readFileSync("scenarios/smoke.json", "utf8")) as object);
  return replay(readJournal(run), smoke, catalogue.make(smoke.policy)).differing.length;
}

/** Processes of this test's runs: their command lines name its folder or its sockets' owner. */
function childrenOf(pid: number): string[] {
  const { stdout } = spawnSync("ps", ["-eo", "ppid=,args="], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.trim().startsWith(`${pid} `));
}

/** Until a task of the run has had its effect: it is in full swing then, however slow the machine. */
async function firstEffect(run: string): Promise<void> {
  const effects = join(folder, run, "effects");
  while (!existsSync(effects) || readdirSync(effects).length === 0) await pause(50);
}

describe("sim live", () => {
  test("runs a scenario's tasks as real processes and prints the document that sim run prints", () => {
    const { status, stdout, stderr } = sim([...LIVE, "--speed", "2", "--json"], { cwd: folder });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const document = JSON.parse(stdout) as ResultDocument;
    const virtual = JSON.parse(
      sim(["run", "scenarios/smoke.json", "--json"], { cwd: folder }).stdout,
    ) as ResultDocument;
    expect(document.world).toBe("live");
    expect(Object.keys(document.runs[0]!.metrics)).toEqual(Object.keys(virtual.runs[0]!.metrics));
    // The same clients submitted the same tasks, and chance let the same attempts fail.
    for (const metric of ["submitted", "done", "failed", "dead", "lost", "attempts.mean"]) {
      expect([metric, all(document)(metric)]).toEqual([metric, all(virtual)(metric)]);
    }
    expect(readdirSync(join(folder, "runs/smoke-1/effects"))).toHaveLength(all(document)("done"));
    expect(differences(join(folder, "runs/smoke-1"))).toBe(0);
  });

  test("refuses before anything runs what it cannot do, with its place in the file", () => {
    const asked = ["--set", 'tenants[0].workloads[0].overuse={"chance":0.5,"factor":2}'];
    const looked = ["--set", 'control.monitor={"usageEvery":"5s"}'];
    const { status, stdout, stderr } = sim([...LIVE, "--run", "runs/refused", ...asked, ...looked], {
      cwd: folder,
    });
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain("2 problems");
    expect(stderr).toContain("tenants[0].workloads[0].overuse: found");
    expect(stderr).toContain('control.monitor.usageEvery: found "5s"');
    expect(stderr).toContain("A live run does not look at what its tasks take");
    expect(existsSync(join(folder, "runs/refused"))).toBe(false);
  });

  test("says in one line what of the scenario only a simulated world has", () => {
    const fault = ["--set", 'faults=[{"kind":"machine-crash","at":"1s","for":"1s"}]'];
    const network = ["--set", 'control.network={"machines":"5ms"}'];
    const short = ["--speed", "4", "--set", 'stop={"time":"1s"}', "--run", "runs/left-out", "--json"];
    const run = sim([...LIVE, ...short, ...fault, ...network], { cwd: folder });
    expect(run.status).toBe(0);
    expect(run.stderr).toBe("Left out, because only a simulated world has it: 1 fault, control.network\n");
    expect((JSON.parse(run.stdout) as ResultDocument).world).toBe("live");
  });

  test("goes on after kill -9 of the coordinator: every task ends, none twice in effect", async () => {
    const killed = spawn(process.execPath, [SIM, ...LIVE, "--run", "runs/killed", "--json"], {
      cwd: folder,
    });
    const gone = new Promise((done) => killed.once("exit", done));
    await firstEffect("runs/killed");
    killed.kill("SIGKILL");
    await gone;
    const { status, stdout } = sim([...LIVE, "--run", "runs/killed", "--resume", "--json"], { cwd: folder });
    expect(status).toBe(0);
    const metric = all(JSON.parse(stdout) as ResultDocument);
    expect(metric("lost")).toBe(0);
    expect(metric("done")).toBe(metric("submitted"));
    expect(readdirSync(join(folder, "runs/killed/effects"))).toHaveLength(metric("done"));
    expect(differences(join(folder, "runs/killed"))).toBe(0);
  });

  test("after Ctrl-C leaves no process and no report, says how to go on, and does", async () => {
    const run = spawn(process.execPath, [SIM, ...LIVE, "--run", "runs/stopped"], { cwd: folder });
    let said = "";
    run.stderr.on("data", (text: Buffer) => {
      said += text.toString();
    });
    const exit = new Promise<number | null>((done) => run.once("exit", done));
    await firstEffect("runs/stopped");
    expect(childrenOf(run.pid!)).toHaveLength(2);
    run.kill("SIGINT");
    expect(await exit).toBe(130);
    expect(childrenOf(run.pid!)).toEqual([]);
    expect(said).toContain("sim live scenarios/smoke.json --run runs/stopped --resume");
    expect(readdirSync(folder)).not.toContain("reports");
    const { status, stdout } = sim([...LIVE, "--run", "runs/stopped", "--resume"], { cwd: folder });
    expect(status).toBe(0);
    expect(stdout).toContain("Report: reports/smoke-live/index.html");
  });

  test.each([
    [["--hosts", "remote:2"], "local:<n>"],
    [["--speed", "0"], "above 0"],
    [["--run", "runs/none", "--resume"], "no run to resume"],
  ])("refuses %j with a reason", (args, reason) => {
    const { status, stdout, stderr } = sim(["live", "scenarios/smoke.json", ...args], { cwd: folder });
    expect(status).not.toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain("    at ");
  });
});
