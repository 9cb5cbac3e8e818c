/** Writes a round into the database: prepared once, used for every round, all in one transaction. */
import type Database from "libsql";
import { assert } from "../engine/assert.ts";
import type { RoundRecord } from "./round-record.ts";
import type { TaskRow } from "./task-row.ts";

export type RoundWriter = (round: RoundRecord) => void;

export function roundWriter(db: Database.Database): RoundWriter {
  const journal = db.prepare("INSERT INTO journal (tick, kind, payload) VALUES (?, ?, ?)");
  const decision = db.prepare(
    "INSERT INTO decisions (round, kind, task, token, subject, what, after) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const task = db.prepare(
    `INSERT INTO tasks (${COLUMNS.map(([name]) => name).join(", ")}) VALUES (${COLUMNS.map(() => "?").join(", ")})
     ON CONFLICT (id) DO UPDATE SET ${COLUMNS.map(([name]) => `${name} = excluded.${name}`).join(", ")}`,
  );
  const dependency = db.prepare("INSERT INTO dependencies (task, parent) VALUES (?, ?)");
  const applied = db.prepare("INSERT OR IGNORE INTO effects (key, task, token, tick) VALUES (?, ?, ?, ?)");
  const agent = db.prepare("INSERT OR REPLACE INTO agents (agent, incarnation) VALUES (?, ?)");
  const write = db.transaction((round: RoundRecord) => {
    for (const { tick, input } of round.entries) {
      const { kind, ...payload } = input;
      journal.run(tick, kind, JSON.stringify(payload));
    }
    for (const { kind, task: id, token, subject, what, after } of round.decisions) {
      decision.run(round.round, kind, id, token, subject, what, after);
    }
    for (const row of round.saves) task.run(...COLUMNS.map(([, value]) => value(row)));
    for (const { task: child, parent } of round.dependencies) dependency.run(child, parent);
    // A key that is there already means that the scheduler has let a task end twice.
    for (const { key, token, tick } of round.effects) {
      assert(applied.run(key, key, token, tick).changes === 1, "an effect is applied once");
    }
    for (const { agent: number, incarnation } of round.joined) agent.run(number, incarnation);
  });
  return (round) => write.immediate(round);
}

/** The columns of `tasks` and where each comes from. */
export const COLUMNS: readonly (readonly [string, (row: TaskRow) => string | number | null])[] = [
  ["id", (row) => row.id],
  ["tenant", (row) => row.tenant],
  ["class", (row) => row.class],
  ["schedule", (row) => row.schedule],
  ["attempts", (row) => row.attempts],
  ["failures", (row) => row.failures],
  ["attempts_allowed", (row) => row.attemptsAllowed],
  ["losses", (row) => row.losses],
  ["progress", (row) => row.progress],
  ["idempotency_key", (row) => row.idempotencyKey],
  ["resources", (row) => row.resources],
  ["execution_cap", (row) => row.executionCap],
  ["delay_tolerance", (row) => row.delayTolerance],
  ["status", (row) => row.status],
  ["script", (row) => row.script],
  ["submitted", (row) => row.submitted],
  ["first_started", (row) => row.firstStarted],
  ["ended", (row) => row.ended],
  ["node", (row) => row.node],
  ["machine", (row) => row.machine],
  ["token", (row) => row.token],
];
