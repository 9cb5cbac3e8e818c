/** The parts of a sweep on a cluster that need no cluster; .ci/slurm.sh runs the whole on a real one. */
import { execFileSync } from "node:child_process";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { RunRecord, RunsHead } from "../../src/lab/sweep/runs.ts";
import { ranges, shellWord } from "../../src/lab/sweep/slurm.ts";
import { RunWatcher } from "../../src/lab/sweep/watch-runs.ts";
import { temporaryFolder } from "../support/sim.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

test("the tasks of an array are written as ranges that name each of them once", () => {
  expect(ranges([1, 2, 3, 7, 9, 10])).toBe("1-3,7,9-10");
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (numbers) => {
      const sorted = [...numbers].sort((a, b) => a - b);
      const read = ranges(sorted)
        .split(",")
        .flatMap((part) => {
          const [from, to = from] = part.split("-").map(Number);
          return Array.from({ length: to! - from! + 1 }, (_, i) => from! + i);
        });
      expect(read).toEqual(sorted);
    }),
  );
});

test("a path with anything in it reaches a program through the shell as it is", () => {
  const words = ["/a b/it's", '"$HOME"', "`x` \\ ;&|", "ü\n*"];
  const script = `printf '%s\\0' ${words.map(shellWord).join(" ")}`;
  expect(execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1)).toEqual(words);
});

test("runs that others write are seen once, when their line is whole, and only those of this experiment", () => {
  const plan: RunsHead["plan"] = {
    scenario: "s",
    description: "",
    axes: [{ path: "a", values: [1, 2] }],
    sample: null,
    policies: ["fifo"],
    seed: 1,
    replications: 9,
  };
  const head = (fingerprint: string, index: number): RunsHead => ({
    kind: "schedlab-sweep-runs",
    version: 1,
    tool: "1",
    fingerprint,
    shard: { index, count: 3 },
    plan,
    metrics: [],
  });
  const line = (replication: number) => {
    const record: RunRecord = {
      point: 0,
      policy: 0,
      replication,
      digest: "é",
      drawn: "",
      events: 1,
      metrics: { all: { wait: Number.NaN } },
    };
    return Buffer.from(`${JSON.stringify(record)}\n`);
  };
  const file = (index: number) => join(folder, `shard-${index}-of-3.jsonl`);
  const watcher = new RunWatcher(folder, "ours");
  const seen = () => watcher.look().map(({ replication }) => replication);
  expect(seen()).toEqual([]);
  writeFileSync(file(1), `${JSON.stringify(head("ours", 1))}\n`);
  writeFileSync(file(2), `${JSON.stringify(head("theirs", 2))}\n`);
  appendFileSync(file(2), line(8));
  expect(seen()).toEqual([]);
  appendFileSync(file(1), line(1));
  // Cut within a character of two bytes.
  const cut = line(2).indexOf("é") + 1;
  appendFileSync(file(1), line(2).subarray(0, cut));
  expect(seen()).toEqual([1]);
  appendFileSync(file(1), line(2).subarray(cut));
  writeFileSync(file(3), `${JSON.stringify(head("ours", 3))}\n`);
  appendFileSync(file(3), line(3));
  const [two, three] = watcher.look();
  expect([two?.replication, two?.digest, three?.replication]).toEqual([2, "é", 3]);
  expect(two?.metrics["all"]?.["wait"]).toBeNaN();
  expect(seen()).toEqual([]);
});
