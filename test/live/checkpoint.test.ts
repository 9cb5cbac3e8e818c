import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Attempts } from "../../src/live/attempts.ts";
import { saveCheckpoint, savedProgress } from "../../src/live/checkpoint.ts";
import type { Result, StartOrder } from "../../src/live/protocol.ts";
import { eventually } from "./harness.ts";

test("a checkpoint is replaced as a whole, and an attempt that is no longer the task's cannot replace it", () => {
  const { checkpoints } = agent();
  expect(savedProgress(checkpoints, "a")).toBe(0);
  expect(saveCheckpoint(checkpoints, "a", 1, 100)).toBe(true);
  expect(saveCheckpoint(checkpoints, "a", 2, 200)).toBe(true);
  expect(saveCheckpoint(checkpoints, "a", 1, 300)).toBe(false);
  expect(savedProgress(checkpoints, "a")).toBe(200);
  expect(readdirSync(checkpoints)).toEqual(["a"]);
  writeFileSync(join(checkpoints, "a"), '{"token":2,"prog');
  expect(savedProgress(checkpoints, "a")).toBe(0);
});

test("an attempt that is asked to stop saves how far it got, and says so before it says that it stopped", async () => {
  const { attempts, said, checkpoints } = agent();
  attempts.start(order(1, 0, 60_000));
  await eventually(() => said.length >= 2);
  attempts.stop({ task: "a", token: 1 });
  await eventually(() => said.at(-1)!.endsWith("stopped"));
  const saved = said.slice(1, -1).map((line) => Number(line.split(" ")[1]));
  expect(said[0]).toBe("a#1 runs");
  expect(saved).toEqual([...saved].sort((one, other) => one - other));
  expect(savedProgress(checkpoints, "a")).toBe(saved.at(-1));
  expect(said.at(-1)).toBe(`a#1 ${saved.at(-1)} stopped`);
});

test("the next attempt goes on from there; one that finds nothing says so and begins anew", async () => {
  const { attempts, said, results, checkpoints } = agent();
  saveCheckpoint(checkpoints, "a", 1, 299_900);
  attempts.start(order(2, 299_900, 100));
  await eventually(() => results.length === 1);
  expect(results[0]).toMatchObject({ token: 2, outcome: "done" });
  rmSync(join(checkpoints, "a"));
  attempts.start(order(3, 299_900, 100));
  await eventually(() => said.includes("a#3 lost"));
  attempts.stop({ task: "a", token: 3 });
  await eventually(() => results.length === 2);
  expect(results[1]).toMatchObject({ token: 3, outcome: "stopped" });
  expect(results[1]!.progress ?? 0).toBeLessThan(299_900);
});

/** One tick of work a millisecond, saved every 10. */
function order(token: number, from: number, milliseconds: number): StartOrder {
  const checkpoint = { from, end: from + milliseconds, every: 10, anywhere: true, perMillisecond: 1 };
  return {
    type: "start",
    task: "a",
    token,
    script: null,
    milliseconds,
    fails: false,
    confirm: true,
    checkpoint,
  };
}

function agent() {
  const home = mkdtempSync(join(tmpdir(), "checkpoint-test-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const [effects, checkpoints] = ["effects", "checkpoints"].map((name) => join(home, name)) as [
    string,
    string,
  ];
  mkdirSync(effects);
  mkdirSync(checkpoints);
  const said: string[] = [];
  const results: Result[] = [];
  const attempts = new Attempts(
    { effects, checkpoints, scriptRoot: home },
    {
      confirmed: ({ task, token }) => said.push(`${task}#${token} runs`),
      checkpoint: ({ task, token }, progress) => said.push(`${task}#${token} ${progress ?? "lost"}`),
      result: (result) => {
        results.push(result);
        said.push(`${result.task}#${result.token} ${result.progress} ${result.outcome}`);
      },
    },
  );
  onTestFinished(() => attempts.killAll());
  return { attempts, checkpoints, said, results };
}
