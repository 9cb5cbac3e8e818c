import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Attempts } from "../../src/live/attempts.ts";
import { applyEffect } from "../../src/live/effect.ts";
import type { Result, StartOrder } from "../../src/live/protocol.ts";
import { eventually, processesOf } from "./harness.ts";

test("an effect is applied once per key, by whoever comes first", () => {
  const folder = join(temporary(), "effects");
  expect(applyEffect(folder, "a", 1)).toBe(true);
  expect(applyEffect(folder, "a", 2)).toBe(false);
  expect(applyEffect(folder, "b", 1)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(["a", "b"]);
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("1\n");
});

test("an order that comes twice is run once, and its result is kept until it is acknowledged", async () => {
  const { attempts, reported, home } = agent();
  const order: StartOrder = {
    type: "start",
    task: "a",
    token: 1,
    script: null,
    milliseconds: 500,
    fails: false,
    confirm: false,
    checkpoint: null,
  };
  attempts.start(order);
  attempts.start(order);
  await eventually(() => processesOf(home, "work").length > 0);
  expect(processesOf(home, "work")).toHaveLength(1);
  expect(attempts.held).toEqual([{ task: "a", token: 1 }]);
  await eventually(() => reported.length > 0);
  attempts.start(order);
  expect(attempts.held).toEqual([]);
  expect(attempts.results).toEqual([{ task: "a", token: 1, outcome: "done" }]);
  attempts.acknowledged(order);
  expect(attempts.results).toEqual([]);
  expect(reported).toHaveLength(1);
});

test("a second attempt after an effect was applied succeeds without applying it again", async () => {
  const { attempts, reported, home } = agent();
  applyEffect(join(home, "effects"), "a", 1);
  attempts.start({
    type: "start",
    task: "a",
    token: 2,
    script: null,
    milliseconds: 0,
    fails: false,
    confirm: false,
    checkpoint: null,
  });
  await eventually(() => reported.length > 0);
  expect(reported).toEqual([{ task: "a", token: 2, outcome: "done" }]);
  expect(readFileSync(join(home, "effects", "a"), "utf8")).toBe("1\n");
});

test("an attempt that is not there is as good as stopped, and is said so once", () => {
  const { attempts, reported } = agent();
  attempts.stop({ task: "a", token: 1 });
  attempts.stop({ task: "a", token: 1 });
  expect(reported).toEqual([{ task: "a", token: 1, outcome: "stopped" }]);
});

function agent() {
  const home = temporary();
  const reported: Result[] = [];
  const folders = {
    effects: join(home, "effects"),
    checkpoints: join(home, "checkpoints"),
    scriptRoot: home,
  };
  const attempts = new Attempts(folders, {
    confirmed: () => {},
    checkpoint: () => {},
    result: (result) => reported.push(result),
  });
  onTestFinished(() => attempts.killAll());
  return { home, attempts, reported };
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "effect-test-"));
  mkdirSync(join(folder, "effects"));
  mkdirSync(join(folder, "checkpoints"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
