/** `sim search` saves small workloads on which one policy does badly beside another, and `sim run` sees the same. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { ResultDocument, SearchDocument } from "../../src/lab/result.ts";
import { SIM } from "../support/sim.ts";
import { Folder } from "./folder.ts";

const folder = new Folder();

function search(...args: string[]): SearchDocument {
  const { status, stdout, stderr } = folder.sim("search", ...args, "--json");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as SearchDocument;
}

const FIFO = ["--worst", "fifo", "--against", "srpt", "--steps", "100", "--starts", "2"];

describe("fifo beside shortest remaining time first", () => {
  test("waits many times as long on a few tasks, and a run of the file that is saved shows it", () => {
    const document = search(...FIFO, "--out", "found");
    const { found } = document;
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]!.ratio).toBeGreaterThan(3);
    expect(found.map(({ ratio }) => ratio)).toEqual(found.map(({ ratio }) => ratio).sort((a, b) => b! - a!));
    expect(readdirSync(folder.at("found")).sort()).toEqual(
      [...found.map(({ file }) => file), "search.json"].sort(),
    );
    for (const { file, values, ratio, tasks } of found) {
      const { status, stdout } = folder.sim("run", `found/${file}`, "--policy", "fifo,srpt", "--json");
      expect(status).toBe(0);
      const { runs } = JSON.parse(stdout) as ResultDocument;
      const waits = runs.map(({ metrics }) => metrics["all"]!["wait.mean"]!.mean);
      expect(waits).toEqual(values);
      expect(waits[0]! / waits[1]!).toBe(ratio);
      expect(runs.map(({ metrics }) => metrics["all"]!["done"]!.mean)).toEqual([tasks, tasks]);
      expect(tasks).toBeLessThanOrEqual(12);
      const { description } = folder.json<{ description: string }>(`found/${file}`);
      expect(description).toMatch(/here fifo does badly beside srpt, with a wait\.mean of .* times as bad/);
    }
  }, 60_000);

  test("finds the same with the same seed, and something else with another", () => {
    const document = folder.json<SearchDocument>("found/search.json");
    expect(search(...FIFO)).toEqual(document);
    expect(search(...FIFO, "--seed", "2").found).not.toEqual(document.found);
  }, 60_000);

  test("is told in 80 columns, with where the files are", () => {
    const { status, stdout } = folder.sim("search", ...FIFO, "--steps", "40");
    expect(status).toBe(0);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(
      /^reports\/fifo-against-srpt\/fifo-against-srpt-1\.json: \d+ tasks on \d+ machines?$/m,
    );
  }, 60_000);
});

test("a policy that does what the other does is never found to do worse: exit code 1, and nothing is written", () => {
  folder.write("same.js", 'export default { name: "same" };');
  const before = folder.listing();
  const { status, stdout } = folder.sim(
    "search",
    "--worst",
    "./same.js",
    "--against",
    "fifo",
    "--steps",
    "40",
  );
  expect(status).toBe(1);
  expect(stdout).toContain("No workload was found on which ./same.js does worse than fifo");
  expect(folder.listing()).toEqual(before);
}, 60_000);

test("what is wrong is said at once, with exit code 2", () => {
  const { status, stdout, stderr } = folder.sim(
    "search",
    "--worst",
    "fio",
    "--against",
    "srtp",
    "--metric",
    "wait.men",
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain("3 problems");
  expect(stderr).toContain("Did you mean fifo?");
  expect(stderr).toContain("Did you mean srpt?");
  expect(stderr).toContain("did you mean wait.mean?");
  const refused = (...args: string[]) => folder.sim("search", "--worst", "fifo", "--against", ...args);
  expect(refused("fifo").stderr).toContain("A policy does as well as itself");
  expect(refused("srpt", "--metric", "submitted").stderr).toContain("neither less nor more is worse");
  expect(refused("srpt", "--metric", "wait.mean:class:a").status).toBe(2);
  expect(folder.sim("search", "--worst", "fifo").stderr).toContain("--against");
});

test("Ctrl-C leaves nothing behind", async () => {
  const before = folder.listing();
  const args = ["search", "--worst", "fifo", "--against", "srpt", "--steps", "1000000", "--out", "sub/half"];
  const child = spawn(process.execPath, [SIM, ...args], { cwd: folder.path });
  while (!existsSync(folder.at("sub"))) await sleep(20);
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  child.kill("SIGINT");
  expect(await closed).toBe(130);
  expect(folder.listing()).toEqual(before);
}, 60_000);
