import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import Database from "libsql";
import { describe, expect, onTestFinished, test } from "vitest";
import { AssertionError } from "../../src/engine/assert.ts";
import { LiveError } from "../../src/live/errors.ts";
import { lockRun } from "../../src/live/lock.ts";
import { MIGRATIONS } from "../../src/live/migrations.ts";
import type { RoundRecord } from "../../src/live/round-record.ts";
import { databasePath, Store } from "../../src/live/store.ts";
import { query } from "./harness.ts";

describe("the store", () => {
  test("has every round whose commit returned, and nothing of one that was open, after kill -9", async () => {
    const folder = temporary();
    const { child, lines } = writer(folder, 50);
    for await (const line of lines) if (line === "open") break;
    child.kill("SIGKILL");
    await once(child, "close");
    const store = new Store(folder);
    expect(store.journal()).toHaveLength(100);
    expect(store.journal().at(-1)).toEqual({
      tick: 50 * 2 ** 40,
      input: { kind: "settle", round: 50, digest: "" },
    });
    expect(store.decisions().map(({ round }) => round)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    store.close();
    expect(query(folder, "SELECT key FROM effects WHERE key = 'open'")).toEqual([]);
  });

  test("has whole rounds only when it is killed while it commits", async () => {
    const folder = temporary();
    const { child, lines } = writer(folder, 1_000_000);
    let said = 0;
    for await (const line of lines) {
      said = Number(line);
      if (said >= 40) break;
    }
    child.kill("SIGKILL");
    await once(child, "close");
    const store = new Store(folder);
    const rounds = store.decisions().length;
    expect(rounds).toBeGreaterThanOrEqual(said);
    expect(store.journal()).toHaveLength(2 * rounds);
    expect(query(folder, "SELECT key FROM effects")).toHaveLength(rounds);
    store.close();
  });

  test("takes nothing of a round in which an effect is applied a second time", () => {
    const folder = temporary();
    const store = new Store(folder);
    store.commit(round(1, "a"));
    expect(() => store.commit(round(2, "a"))).toThrow(AssertionError);
    expect(store.journal()).toHaveLength(1);
    store.close();
  });

  test("fails with a code and says what to do", () => {
    const folder = temporary();
    const store = new Store(folder);
    store.close();
    expect(() => store.commit(round(1, "a"))).toThrow(LiveError);
    expect(() => store.commit(round(1, "a"))).toThrow(/resume the run/);
    expect(() => new Store(join(folder, "missing"))).toThrow(LiveError);
  });

  test("brings a folder of an older version up to date, with what is in it", () => {
    const folder = temporary();
    const db = new Database(databasePath(folder));
    db.exec(`${MIGRATIONS[0]!} PRAGMA user_version = 1;
      INSERT INTO tasks VALUES ('a', 't', 'c', 'once', 1, 0, 1, '{}', NULL, NULL, 'done', NULL, 0, 0, 1, 0, 'm', 1)`);
    db.close();
    new Store(folder).close();
    expect(query(folder, "SELECT id, losses, progress, idempotency_key FROM tasks")).toEqual([
      { id: "a", losses: 0, progress: 0, idempotency_key: "a" },
    ]);
  });

  test("opens a folder of its own version again, and refuses a newer one", () => {
    const folder = temporary();
    new Store(folder).close();
    new Store(folder).close();
    query(folder, "PRAGMA user_version = 99");
    expect(() => new Store(folder)).toThrow(/newer version/);
  });
});

test("a run folder has one coordinator at a time", () => {
  const folder = temporary();
  const lock = lockRun(folder);
  expect(() => lockRun(folder)).toThrow(/another process/);
  lock.release();
  lockRun(folder).release();
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "store-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function writer(folder: string, rounds: number) {
  const program = fileURLToPath(new URL("./write-rounds.mjs", import.meta.url));
  const child = spawn(process.execPath, [program, folder, String(rounds)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { child, lines: createInterface({ input: child.stdout }) };
}

function round(number: number, key: string): RoundRecord {
  return {
    round: number,
    entries: [{ tick: number, input: { kind: "wake" } }],
    decisions: [],
    saves: [],
    dependencies: [],
    effects: [{ key, token: 1, tick: number }],
    joined: [],
  };
}
