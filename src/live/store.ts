/**
 * The durable record of a live run: one SQLite file in its folder, one transaction a round. In WAL mode a commit is
 * only safe with synchronous=FULL. A store that fails once is not asked again: whether the last commit took place
 * is found out by the next start, which reads what is there.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { AssertionError } from "../engine/assert.ts";
import type { Decision } from "./decisions.ts";
import { LiveError, messageOf } from "./errors.ts";
import type { JournalEntry } from "./inputs.ts";
import { MIGRATIONS } from "./migrations.ts";
import type { RoundRecord, RunRecord } from "./round-record.ts";
import { type RoundWriter, roundWriter } from "./round-writer.ts";

export function databasePath(folder: string): string {
  return join(folder, "run.db");
}

export class Store {
  readonly #path: string;
  readonly #db: Database.Database;
  readonly #writer: RoundWriter;

  /** Opens the database of a run folder, making it when it is not there. */
  constructor(folder: string) {
    this.#path = databasePath(folder);
    this.#db = this.#try(() => open(this.#path));
    this.#writer = this.#try(() => roundWriter(this.#db));
  }

  /** The run of this folder, or null when none has begun. */
  run(): RunRecord | null {
    return this.#try(() => {
      const row = this.#db.prepare("SELECT * FROM run").get() as Record<string, unknown> | undefined;
      return row === undefined ? null : runRecord(row);
    });
  }

  create(run: Omit<RunRecord, "schemaVersion" | "epoch" | "socket">): void {
    this.#try(() =>
      this.#db
        .prepare(
          "INSERT INTO run (one, scenario, policy, seed, speed, agents, schema_version) VALUES (1, ?, ?, ?, ?, ?, ?)",
        )
        .run(run.scenario, run.policy, run.seed, run.speed, run.agents, MIGRATIONS.length),
    );
  }

  setEpoch(epoch: number): void {
    this.#try(() => this.#db.prepare("UPDATE run SET epoch = ?").run(epoch));
  }

  setSocket(path: string): void {
    this.#try(() => this.#db.prepare("UPDATE run SET socket = ?").run(path));
  }

  /** All of a round or nothing. When this returns, it survives a crash. */
  commit(round: RoundRecord): void {
    this.#try(() => this.#writer(round));
  }

  journal(): JournalEntry[] {
    return this.#try(() =>
      this.#db
        .prepare("SELECT tick, kind, payload FROM journal ORDER BY seq")
        .all()
        .map((row) => journalEntry(row as JournalRow)),
    );
  }

  /** With the round that each belongs to. */
  decisions(): { readonly round: number; readonly decision: Decision }[] {
    return this.#try(() =>
      this.#db
        .prepare("SELECT round, kind, task, token, subject, what, after FROM decisions ORDER BY seq")
        .all()
        .map((row) => {
          const { round, kind, task, token, subject, what, after } = row as Decision & { round: number };
          return { round, decision: { kind, task, token, subject, what, after } };
        }),
    );
  }

  /** The incarnation of each agent that may still hold attempts. */
  incarnations(): Map<number, string> {
    return this.#try(() => {
      const rows = this.#db.prepare("SELECT agent, incarnation FROM agents").all();
      return new Map(
        (rows as { agent: number; incarnation: string }[]).map((row) => [row.agent, row.incarnation]),
      );
    });
  }

  /** All agents are known to be gone. */
  forgetAgents(): void {
    this.#try(() => this.#db.exec("DELETE FROM agents"));
  }

  close(): void {
    this.#db.close();
  }

  #try<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      // A broken promise of our own is not the disk's fault.
      if (error instanceof LiveError || error instanceof AssertionError) throw error;
      throw new LiveError(
        "STORE_FAILED",
        `${this.#path}: ${messageOf(error)}. Nothing that was not stored has left. Check that the folder is writable and its disk has room, then resume the run.`,
        { cause: error },
      );
    }
  }
}

/** Whether a run has begun in this folder. */
export function holdsRun(folder: string): boolean {
  return existsSync(databasePath(folder));
}

function open(path: string): Database.Database {
  // Readers (a report of a running run) may hold the file for a moment.
  const db = new Database(path, { timeout: 5_000 });
  db.exec("PRAGMA journal_mode = WAL");
  db.exec("PRAGMA synchronous = FULL");
  const { user_version: version } = db.prepare("PRAGMA user_version").get() as { user_version: number };
  if (version > MIGRATIONS.length) {
    db.close();
    throw new LiveError("RUN_DIFFERS", `${path} was written by a newer version; use that version to read it`);
  }
  for (let step = version; step < MIGRATIONS.length; step++) {
    db.exec(`BEGIN; ${MIGRATIONS[step]!} PRAGMA user_version = ${step + 1}; COMMIT;`);
  }
  return db;
}

interface JournalRow {
  readonly tick: number;
  readonly kind: string;
  readonly payload: string;
}

function journalEntry({ tick, kind, payload }: JournalRow): JournalEntry {
  return { tick, input: { kind, ...JSON.parse(payload) } };
}

function runRecord(row: Record<string, unknown>): RunRecord {
  const { scenario, policy, seed, speed, agents, schema_version, epoch, socket } = row;
  return { scenario, policy, seed, speed, agents, schemaVersion: schema_version, epoch, socket } as RunRecord;
}
